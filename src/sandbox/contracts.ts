import { Hono } from 'hono';
import type { ContractType } from './acceptance.ts';
import type { Desk } from './desk.ts';
import { writePdf } from './pdf.ts';
import { notFound } from './service-error.ts';

const AUTHOR = 'Servicio de pagos (ambiente de pruebas)';

const CONTRACTS = {
  END_USER_POLICY: {
    slug: 'terminos-y-politica-de-privacidad',
    title: 'Términos de uso y política de privacidad',
    notice: 'Documento del ambiente de pruebas: no crea obligaciones ni mueve dinero.',
    paragraphs: [
      '# 1. Quiénes participan',
      'El comercio te ofrece un producto o un servicio. El servicio de pagos recibe tu instrucción de pago, la envía a la ' +
        'entidad que elegiste (tu banco, la red de tu tarjeta o tu billetera) y le informa al comercio el resultado. El ' +
        'servicio de pagos no vende el producto ni responde por su entrega.',
      '# 2. Cómo se realiza el pago',
      'Al presionar el botón de pago autorizas el cobro del valor que aparece en la pantalla, con los impuestos ya incluidos. ' +
        'Ningún pago es inmediato: queda en proceso hasta que la entidad responde. El resultado puede ser aprobado, ' +
        'rechazado, anulado o error. Mientras un pago esté en proceso, no lo repitas.',
      '# 3. Seguridad',
      'Los datos de tu tarjeta se convierten en un código de un solo uso antes de llegar al comercio, que nunca los recibe ' +
        'ni los guarda. Para prevenir el fraude recogemos datos del dispositivo y de la sesión con los que haces el pago. ' +
        'Tu banco puede pedirte una verificación adicional.',
      '# 4. Devoluciones y reclamos',
      'Las devoluciones se solicitan al comercio. Si no reconoces un cobro, comunícate con tu banco y con el comercio; ' +
        'responderemos en los términos de la Ley 1480 de 2011, Estatuto del Consumidor.',
      '# 5. Privacidad',
      'Usamos tu información para procesar el pago, cumplir obligaciones legales, prevenir el fraude y atender tus ' +
        'solicitudes. La conservamos durante los plazos que exige la ley y la compartimos únicamente con las entidades que ' +
        'intervienen en el pago y con las autoridades que tengan derecho a pedirla.',
      '# 6. Cambios',
      'Cada versión de este documento tiene su propio número. Tu aceptación corresponde a la versión vigente cuando pagas.',
    ],
  },
  PERSONAL_DATA_AUTH: {
    slug: 'autorizacion-de-datos-personales',
    title: 'Autorización para el tratamiento de datos personales',
    notice: 'Documento del ambiente de pruebas.',
    paragraphs: [
      'Con esta autorización, previa, expresa e informada, permites al servicio de pagos tratar tus datos personales ' +
        'según la Ley 1581 de 2012 y las normas que la desarrollan.',
      '# 1. Qué datos se tratan',
      'Nombre, tipo y número de documento, correo electrónico, número de celular, datos del medio de pago que elegiste, ' +
        'datos del dispositivo y de la navegación, y el historial de tus pagos con este servicio.',
      '# 2. Para qué se tratan',
      'Para verificar tu identidad, procesar tus pagos y devoluciones, prevenir el fraude y el lavado de activos, informarte ' +
        'sobre el estado de tus pagos, atender tus consultas y cumplir obligaciones contables, tributarias y legales.',
      '# 3. Con quién se comparten',
      'Con el comercio al que le pagas, con las entidades financieras y redes que participan en el pago, y con proveedores ' +
        'de tecnología que obran como encargados del tratamiento, en Colombia o en países con un nivel adecuado de protección.',
      '# 4. Tus derechos',
      'Puedes conocer, actualizar y rectificar tus datos, pedir prueba de esta autorización, saber qué uso se les ha dado, ' +
        'revocarla y pedir que se supriman cuando no exista un deber legal de conservarlos. También puedes presentar quejas ' +
        'ante la Superintendencia de Industria y Comercio.',
      '# 5. Cómo ejercerlos',
      'Escribe a datos@servicio-de-pagos.example indicando tu nombre, tu documento y lo que solicitas. Las consultas se ' +
        'responden en diez días hábiles y los reclamos en quince.',
      '# 6. Vigencia',
      'Esta autorización rige desde que la aceptas y mientras se necesite para las finalidades señaladas.',
    ],
  },
} as const satisfies Record<ContractType, object>;

/** Where a contract's version in force can be read. */
export function contractPermalink({ contracts }: Desk, type: ContractType, origin: string): string {
  return `${origin}/contracts/${CONTRACTS[type].slug}-v${contracts.version}.pdf`;
}

/** Serves the contracts under `/contracts/`; those of earlier versions stay readable. */
export function contractRoutes({ contracts }: Desk): Hono {
  return new Hono().get('/contracts/:file', (context) => {
    const name = context.req.param('file');
    const [, slug, number] = /^(.+)-v([1-9]\d{0,3})\.pdf$/.exec(name) ?? [];
    const contract = Object.values(CONTRACTS).find((known) => known.slug === slug);
    if (contract === undefined || Number(number) > contracts.version) throw notFound('No existe ese contrato');
    const { title, notice, paragraphs } = contract;
    const file = writePdf(title, AUTHOR, [`Versión ${number}. ${notice}`, ...paragraphs]);
    return context.body(file, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
      'content-length': String(file.byteLength),
      'cache-control': 'public, max-age=300',
    });
  });
}
