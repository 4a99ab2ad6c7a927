/**
 * The words of the first form, and of what has to be said before anything else is there, in Spanish for Colombia,
 * speaking with tú. Names in braces are filled in. In the two consents the braces hold the name of the document. The same
 * thing is always called by the same words. A title and what it means are two keys.
 */
export const es = {
  // The first form.
  total: 'Total',
  paid: 'Pagaste',
  testMode: 'Modo de prueba',
  methods: '¿Cómo quieres pagar?',
  moreMethods: 'Otros medios · {count}',
  moreBelow: 'Ver {count} más',
  fewerMethods: 'Ver menos',
  pay: 'Pagar {amount}',
  saveCard: 'Guardar tarjeta',
  paying: 'Procesando tu pago…',
  email: 'Correo electrónico',
  emailInvalid: 'Escribe tu correo: ana@correo.com',
  newTab: 'PDF, en otra pestaña',
  read: 'Leer',
  acceptPolicy: 'Acepto {los términos y condiciones}.',
  acceptPersonalData: 'Autorizo {el tratamiento de mis datos personales}.',
  policyMissing: 'Acepta los términos y condiciones',
  personalDataMissing: 'Autoriza el tratamiento de tus datos',

  // The card.
  card: 'Tarjeta',
  otherCard: 'Otra tarjeta',
  savedEnding: 'terminada en {digits}',
  savedExpires: 'Vence {date}',
  savedExpired: 'Venció {date}',
  number: 'Número de la tarjeta',
  numberAgain: 'Por seguridad, escríbela de nuevo',
  numberMissing: 'Escribe el número de la tarjeta',
  numberShort: 'Faltan dígitos de la tarjeta',
  numberInvalid: 'Revisa el número: hay un dígito errado',
  numberRefused: 'No pudimos usar esta tarjeta: usa otra',
  expiry: 'Vence',
  expiryHint: 'MM/AA',
  expiryInvalid: 'Escribe cuándo vence: MM/AA',
  expiryPast: 'Tarjeta vencida',
  cvc: 'CVV',
  cvcHint: '{count} dígitos al reverso',
  cvcHintFront: 'CVV: {count} dígitos al frente',
  cvcInvalid: 'Escribe el CVV: {count} dígitos',
  holder: 'Nombre en la tarjeta',
  holderInvalid: 'Escribe el nombre de la tarjeta',
  installments: 'Cuotas',
  installment: '1 cuota',
  installmentCount: '{count} cuotas',
  installmentsNote: 'Solo crédito. Tu banco define los intereses.',

  // Above the pay button.
  problems: 'Revisa {count} datos',
  firstProblem: 'Ir al primero',
  amountChanged: 'El valor cambió de {before} a {after}. Si estás de acuerdo, paga.',
  amountUnseen: 'El total es {amount}. Si estás de acuerdo, paga.',
  slow: 'Está tardando más de lo normal. Espera un momento.',
  offline: 'No tienes conexión. Lo que escribiste sigue aquí.',
  errorPart: 'No pudimos conectarnos. Revisa tu internet o recarga la página.',
  safeCard: 'Pago cifrado. Tu tarjeta va directo al procesador de pagos.',
  safeSaved: 'Pago cifrado. El número de tu tarjeta lo guarda el procesador de pagos, no la tienda.',
  safeOther: 'Pago cifrado. Tus datos van directo al procesador de pagos.',
  safeSource: 'Ahora no se cobra nada. Tu tarjeta va cifrada al procesador de pagos.',
  safeOtherSource: 'Ahora no se cobra nada. Tus datos van cifrados al procesador de pagos.',

  // Where the payment stands.
  loadingForm: 'Cargando…',
  stepDetails: 'Protegiendo tus datos',
  stepConfirm: 'Confirmando tu pago',
  pending: 'Pago en proceso',
  pendingText: 'No pagues de nuevo. Aquí verás el resultado.',
  approved: 'Pago aprobado',
  unknown: 'Aún no sabemos si tu pago llegó',
  failed: 'No puedes pagar ahora',

  // Ways on.
  retry: 'Intentar de nuevo',
  checkAgain: 'Consultar el resultado',

  // The summary.
  reference: 'Referencia',
  method: 'Medio de pago',
};

/** The words of one language. */
export type Messages = Record<keyof typeof es, string>;
