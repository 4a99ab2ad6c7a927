import { Hono } from 'hono';
import { presentedKey } from './keys.ts';

/** The institution that approves once its page was opened (SPEC.md 8.2, rule 4). */
export const APPROVING_INSTITUTION = '1';
/** The institution that declines once its page was opened. */
export const DECLINING_INSTITUTION = '2';

// Invented names, as many and as alike as the real list has them: choosing one needs a search.
const NAMES = [
  'BANCO ALTIPLANO',
  'BANCO ANDINO DEL NORTE',
  'BANCO ARRAYÁN S.A.',
  'BANCO CAFETERO DEL SUR',
  'BANCO CORDILLERA',
  'BANCO CORDILLERA DIGITAL',
  'BANCO DE LA MESETA',
  'BANCO DEL LITORAL',
  'BANCO DEL LLANO',
  'BANCO DEL PÁRAMO',
  'BANCO ESMERALDA',
  'BANCO FRAILEJÓN',
  'BANCO GUADUA',
  'BANCO LA CEIBA',
  'BANCO MAGDALENA MEDIO',
  'BANCO MONTAÑERO',
  'BANCO NARIÑENSE DE CRÉDITO',
  'BANCO ORINOQUÍA',
  'BANCO SABANA S.A.',
  'BANCO SIERRA NEVADA',
  'BANCO TEQUENDAMA',
  'BANCO YARUMO',
  'BILLETERA COLIBRÍ',
  'BILLETERA TURPIAL',
  'CAJA COOPERATIVA EL ROBLE',
  'COOPERATIVA FINANCIERA DEL VALLE',
  'COOPERATIVA FINANCIERA LA UNIÓN',
  'COOPERATIVA MINERA DE AHORRO',
  'CORPORACIÓN FINANCIERA ARAUCARIA',
  'CRÉDITO PACÍFICO COMPAÑÍA DE FINANCIAMIENTO',
  'DEPÓSITOS ELECTRÓNICOS CHIGÜIRO',
  'FINANCIERA ALCARAVÁN',
  'FINANCIERA BAHÍA',
  'FINANCIERA DEL CAMPO',
  'FINANCIERA NOGAL',
] as const;

const FIRST_CODE = 1101;
const PLACEHOLDER_CODE = '0';

/** Names by code. */
const INSTITUTIONS: ReadonlyMap<string, string> = new Map([
  [PLACEHOLDER_CODE, 'A CONTINUACIÓN SELECCIONE SU BANCO'],
  [APPROVING_INSTITUTION, 'Banco que aprueba'],
  [DECLINING_INSTITUTION, 'Banco que rechaza'],
  ...NAMES.map((name, index) => [String(FIRST_CODE + index * 3), name] as const),
]);

/** The name of an institution that can be paid from; undefined for the placeholder and for unknown codes. */
export function institutionName(code: string): string | undefined {
  return code === PLACEHOLDER_CODE ? undefined : INSTITUTIONS.get(code);
}

/** `GET /pse/financial_institutions` (SPEC.md 4.6). */
export function institutionRoutes(): Hono {
  return new Hono().get('/pse/financial_institutions', (context) => {
    presentedKey(context);
    const data = Array.from(INSTITUTIONS, ([code, name]) => ({
      financial_institution_code: code,
      financial_institution_name: name,
    }));
    return context.json({ data, meta: {} });
  });
}
