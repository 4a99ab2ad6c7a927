import type { Context, Next } from 'hono';
import type { World } from '../world.ts';
import { plainRefusal } from './envelope.ts';

/** A payer that exists, but is an employee who may not disburse: 403. */
const EMPLOYEE_PRINCIPAL_ID = 'test_principal_employee';

/** A payer without the active third-party-payments product: 403. */
const PRINCIPAL_WITHOUT_PRODUCT_ID = 'test_principal_without_product';

/** Checks both headers of the disbursements API, the API key first (SPEC.md section 5, rule 4). */
export function credentialCheck({ config }: World): (context: Context, next: Next) => Promise<void> {
  return async (context, next) => {
    if (context.req.header('x-api-key') !== config.api_key)
      throw plainRefusal(401, 'Falta el encabezado x-api-key o su valor no es válido');
    const principal = context.req.header('user-principal-id');
    if (principal === EMPLOYEE_PRINCIPAL_ID)
      throw plainRefusal(403, 'El cliente es un empleado que no puede hacer dispersiones');
    if (principal === PRINCIPAL_WITHOUT_PRODUCT_ID)
      throw plainRefusal(403, 'El pagador no tiene activo el producto de pagos a terceros');
    if (principal !== config.user_principal_id) throw plainRefusal(403, 'No se encontró el pagador');
    await next();
  };
}
