/**
 * The words of the first form and of the screens of every method, in Spanish for Colombia, speaking with tú. Names in
 * braces are filled in. In the two consents the braces hold the text of the link. The same thing is always called by the
 * same words. A title and what it means are two keys.
 */
export const es = {
  // The first form.
  total: 'Total',
  testMode: 'Modo de prueba',
  methods: '¿Cómo quieres pagar?',
  pay: 'Pagar {amount}',
  saveCard: 'Guardar tarjeta',
  paying: 'Procesando tu pago…',
  email: 'Correo electrónico',
  emailInvalid: 'Escribe tu correo, así: nombre@correo.com',
  newTab: 'PDF, en otra pestaña',
  acceptPolicy: 'Acepto {los términos y condiciones}',
  acceptPersonalData: 'Autorizo {el tratamiento de mis datos personales}',
  policyMissing: 'Acepta los términos y condiciones',
  personalDataMissing: 'Autoriza el tratamiento de tus datos',

  // The card.
  card: 'Tarjeta',
  number: 'Número de la tarjeta',
  numberAgain: 'Por seguridad, escríbela de nuevo',
  numberMissing: 'Escribe el número de la tarjeta',
  numberShort: 'Escribe todos los dígitos de la tarjeta',
  numberInvalid: 'Revisa el número: hay un dígito errado',
  cardRefused: 'No pudimos usar esta tarjeta. Revisa los datos o usa otra.',
  expiry: 'Vence',
  expiryHint: 'MM/AA',
  expiryInvalid: 'Escribe cuándo vence: MM/AA',
  expiryPast: 'Tarjeta vencida',
  cvc: 'Código {name}',
  cvcHint: '{count} dígitos al reverso',
  cvcHintFront: '{count} dígitos al frente',
  cvcInvalid: 'Escribe el código: {count} dígitos',
  holder: 'Nombre en la tarjeta',
  holderInvalid: 'Escribe el nombre como está en la tarjeta',
  installments: 'Número de cuotas',

  // Above the pay button.
  problemsTitle: 'Revisa:',
  amountChanged: 'El valor cambió de {before} a {after}. Si estás de acuerdo, paga.',
  amountUnseen: 'El total es {amount}. Si estás de acuerdo, paga.',
  slow: 'Está tardando más de lo normal. Espera un momento.',
  offline: 'No tienes conexión. Lo que escribiste sigue aquí.',
  handedOver: 'Tu tarjeta quedó lista',
  errorNetwork: 'No pudimos conectarnos. Revisa tu internet e intenta de nuevo.',
  errorPart: 'No pudimos conectarnos. Revisa tu internet o recarga la página.',
  errorService: 'El servicio está fallando. Espera un momento e intenta de nuevo.',
  errorConsent: 'Los documentos cambiaron. Léelos y acéptalos de nuevo.',
  errorOrder: 'La tienda no pudo preparar tu pedido. Intenta de nuevo.',
  errorSource: 'No pudimos guardar tu tarjeta. Escríbela de nuevo o usa otra.',
  errorRefused: 'No pudimos hacer el pago. Elige otro medio de pago o escríbele a la tienda.',
  errorShop: 'Los pagos de esta tienda están fallando. Escríbele a la tienda.',
  errorLookupTitle: 'No pudimos consultar este pago',
  errorLookup: 'No pagues de nuevo: escríbele a la tienda.',

  // Where the payment stands.
  loading: 'Preparando tu pago…',
  stepDetails: 'Protegiendo tus datos',
  stepConfirm: 'Confirmando tu pago',
  elsewhere: 'Este pago está en otra pestaña',
  elsewhereText: 'Sigue allá. Aquí verás el resultado.',
  pending: 'Pago en proceso',
  pendingText: 'No pagues de nuevo. Aquí verás el resultado.',
  stalledText:
    'No pagues de nuevo. Está tardando más de lo normal. Puedes cerrar esta página: la tienda recibirá el resultado.',
  missedText: 'No pagues de nuevo. No pudimos consultar el resultado: seguimos intentando.',
  approved: 'Pago aprobado',
  approvedText: 'Listo. La tienda recibió tu pago.',
  wasPaidText: 'Este pedido ya estaba pagado. No se cobró de nuevo.',
  declined: 'Pago rechazado',
  declinedText: 'No se cobró: tu banco o billetera no lo autorizó. Revisa tu cupo, saldo y datos.',
  errored: 'El pago no se completó',
  erroredText: 'Este medio de pago falló. Si ves un cobro, escríbele a la tienda.',
  voided: 'Pago anulado',
  voidedText: 'La tienda anuló este pago. Si te cobraron, tu banco te devuelve el dinero.',
  awaitsOrder: 'La tienda prepara otro pedido…',
  unknown: 'Aún no sabemos si tu pago llegó',
  unknownText: 'No hagas otro pago. Guarda la referencia y escríbele a la tienda.',
  resendText: 'Si lo envías de nuevo, solo se cobra una vez.',
  failed: 'No puedes pagar ahora',
  push: 'Revisa tu celular',
  pushText: 'Acepta la notificación de tu billetera. Puede tardar unos minutos.',
  redirect: 'Termina tu pago en otra página',
  redirectText: 'Vas a {host} y luego vuelves aquí.',
  redirectLeft: 'No pagues de nuevo. Si no terminaste en la otra página, ábrela de nuevo.',

  // Ways on.
  retry: 'Intentar de nuevo',
  otherMethod: 'Elegir otro medio de pago',
  otherMethodText: 'Si pagas con otro medio, no termines este pago: pagarías dos veces.',
  backToShop: 'Volver a la tienda',
  checkAgain: 'Consultar el resultado',
  checkedAt: 'Última consulta',
  resend: 'Enviar el mismo pago',
  continue: 'Ir a la otra página',
  goAgain: 'Abrir de nuevo la página',
  copy: 'Copiar',
  copied: 'Copiado',

  // The summary.
  reference: 'Referencia',
  method: 'Medio de pago',
  date: 'Fecha',
  cardEnding: '{brand} terminada en {digits}',

  // 3D Secure.
  authentication: 'Autenticación segura',
  challengeTitle: 'Confirma la compra con tu banco',
};

/** The words of one language. */
export type Messages = Record<keyof typeof es, string>;
