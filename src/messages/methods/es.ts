/**
 * What the forms of the other methods say, and the screens of what they ask for; fetched with them. In Spanish for
 * Colombia, speaking with tú; the other languages have exactly these keys.
 */
export const es = {
  // What a method's fields ask for.
  missing: 'Completa este campo',
  refused: 'No pudimos usar este dato. Revísalo.',
  tooLong: 'Usa máximo {count} caracteres',
  payerType: '¿Quién paga?',
  person: 'Persona',
  business: 'Empresa',
  idType: 'Tipo de documento',
  idCC: 'Cédula de ciudadanía',
  idCE: 'Cédula de extranjería',
  idNIT: 'NIT',
  idNumber: 'Número de documento',
  idDigits: '{count} dígitos',
  idInvalid: 'Revisa el número de documento',
  bank: 'Banco',
  bankHint: 'Escribe parte del nombre',
  bankMissing: 'Elige tu banco de la lista',
  bankLoading: 'Cargando los bancos…',
  bankFailed: 'No pudimos cargar los bancos.',
  bankNone: 'Ningún banco se llama así',
  bankCount: '{count} bancos',
  bankCountOne: '1 banco',
  fullName: 'Nombre completo',
  fullNameInvalid: 'Escribe tu nombre y tu apellido',
  firstName: 'Nombre',
  lastName: 'Apellido',
  phone: 'Celular',
  phoneHint: '10 dígitos',
  phoneInvalid: 'Escribe los 10 dígitos, así: 300 123 4567',
  phoneCode: 'Indicativo',
  phoneCodeInvalid: 'Así: +57',
  description: 'Descripción del pago',
  descriptionFor: 'Compra en {merchant}',
  descriptionPlain: 'Compra en línea',
  outcome: 'Resultado de la prueba',
  outcomeLater: 'Lo elijo en la página siguiente',
  outcomeNone: 'Ninguno: queda pendiente',
  outcomeAPPROVED: 'Aprobado',
  outcomeDECLINED: 'Rechazado',
  outcomeERROR: 'Error',
  outcomeAPPROVED_ONLY_POINTS: 'Aprobado, todo con puntos',
  outcomeAPPROVED_HALF_POINTS: 'Aprobado, la mitad con puntos',

  // What happens after the pay button.
  noteBank: 'Al pagar vas a la página de tu banco y luego vuelves aquí.',
  notePage: 'Al pagar vas a otra página y luego vuelves aquí.',
  notePush: 'Al pagar te llega una notificación al celular. Acéptala para terminar.',
  noteQr: 'Al pagar te mostramos un código QR para la app de tu banco.',
  noteCash: 'Al pagar te damos dos números. Con ellos pagas en efectivo en un punto físico.',
  noteCode: 'Al pagar te llega un código de 6 dígitos al celular.',
  formLoading: 'Cargando…',
};

/** The words of one language. */
export type MethodMessages = Record<keyof typeof es, string>;
