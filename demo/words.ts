/** Languages of the shop's own words; the checkout inside brings its own. */
export type ShopLocale = 'es' | 'en' | 'pt';

const es = {
  subtotal: 'Subtotal',
  shipping: 'Envío a Bogotá',
  free: 'Gratis',
  total: 'Total',
  tax: 'Incluye IVA de',
  'show-summary': 'Ver tu pedido',
  'hide-summary': 'Ocultar tu pedido',
  quantity: 'Cantidad',
  'status-awaiting_payment': 'Esperando la confirmación del pago',
  'status-paid': 'Pagado',
  'status-not_paid': 'Sin pagar',
  'status-voided': 'Anulado',
  'status-amount_mismatch': 'En revisión',
  'return-approved': '¡Gracias por tu compra!',
  'return-approved-text': 'Tostamos el martes y lo recibes el viernes.',
  'return-declined': 'Tu pago no pasó',
  'return-declined-text': 'Tu carrito sigue intacto: vuelve a la tienda e intenta de nuevo.',
  'return-pending': 'Tu pago está en proceso',
  'return-pending-text': 'Te escribimos apenas quede confirmado. Puedes cerrar esta página.',
  'return-unknown': 'No pudimos consultar tu pago',
  'return-unknown-text': 'Espera unos minutos y recarga la página. No pagues de nuevo todavía.',
  'return-none': 'Aquí no hay ningún pago',
  'return-none-text': 'Vuelve a la tienda para terminar tu compra.',
  'shop-down': 'No pudimos cargar tu pedido. Recarga la página.',
};

/** A word of the shop that its script writes; those of the page itself are in the HTML, in Spanish. */
export type Word = keyof typeof es;

const staticWords = {
  en: {
    skip: 'Skip to payment',
    'demo-note': 'Demo, no real money.',
    tagline: 'Mountain coffee, roasted in Pijao',
    'step-cart': 'Cart',
    'step-delivery': 'Delivery',
    'step-payment': 'Payment',
    title: 'Complete your purchase',
    'title-done': 'Purchase complete',
    thanks: 'Thank you for your purchase, Laura!',
    'thanks-next': 'We will write to laura@example.com. We roast on Tuesday; it arrives on Friday.',
    order: 'Order',
    'order-status': 'Status',
    'shop-again': 'Shop again',
    summary: 'Your order',
    delivery: 'Delivery',
    recipient: 'Recipient',
    address: 'Address',
    payment: 'Payment',
    loading: 'Loading the payment methods…',
    footer: 'Neblina Tostadores S.A.S. (an invented shop). Prices in Colombian pesos, VAT included.',
    'return-title': 'Your order',
    'return-wait': 'We are checking how your payment went.',
    'back-to-shop': 'Back to the shop',
  },
  pt: {
    skip: 'Ir para o pagamento',
    'demo-note': 'Demonstração, sem dinheiro real.',
    tagline: 'Café de montanha, torrado em Pijao',
    'step-cart': 'Carrinho',
    'step-delivery': 'Entrega',
    'step-payment': 'Pagamento',
    title: 'Finalize sua compra',
    'title-done': 'Compra finalizada',
    thanks: 'Obrigado pela sua compra, Laura!',
    'thanks-next': 'Vamos escrever para laura@example.com. Torramos na terça e você recebe na sexta.',
    order: 'Pedido',
    'order-status': 'Situação',
    'shop-again': 'Comprar de novo',
    summary: 'Seu pedido',
    delivery: 'Entrega',
    recipient: 'Quem recebe',
    address: 'Endereço',
    payment: 'Pagamento',
    loading: 'Carregando os meios de pagamento…',
    footer: 'Neblina Tostadores S.A.S. (uma loja inventada). Preços em pesos colombianos, com impostos.',
    'return-title': 'Seu pedido',
    'return-wait': 'Estamos consultando como ficou o seu pagamento.',
    'back-to-shop': 'Voltar à loja',
  },
};

const words: Record<ShopLocale, Record<Word, string>> = {
  es,
  en: {
    subtotal: 'Subtotal',
    shipping: 'Shipping to Bogotá',
    free: 'Free',
    total: 'Total',
    tax: 'Includes VAT of',
    'show-summary': 'Show your order',
    'hide-summary': 'Hide your order',
    quantity: 'Quantity',
    'status-awaiting_payment': 'Waiting for the payment to be confirmed',
    'status-paid': 'Paid',
    'status-not_paid': 'Not paid',
    'status-voided': 'Voided',
    'status-amount_mismatch': 'Under review',
    'return-approved': 'Thank you for your purchase!',
    'return-approved-text': 'We roast on Tuesday; it arrives on Friday.',
    'return-declined': 'Your payment did not go through',
    'return-declined-text': 'Your cart is untouched: go back to the shop and try again.',
    'return-pending': 'Your payment is in progress',
    'return-pending-text': 'We will write to you once it is confirmed. You may close this page.',
    'return-unknown': 'We could not look up your payment',
    'return-unknown-text': 'Wait a few minutes and reload the page. Do not pay again yet.',
    'return-none': 'There is no payment here',
    'return-none-text': 'Go back to the shop to complete your purchase.',
    'shop-down': 'We could not load your order. Reload the page.',
  },
  pt: {
    subtotal: 'Subtotal',
    shipping: 'Entrega em Bogotá',
    free: 'Grátis',
    total: 'Total',
    tax: 'Inclui impostos de',
    'show-summary': 'Ver seu pedido',
    'hide-summary': 'Ocultar seu pedido',
    quantity: 'Quantidade',
    'status-awaiting_payment': 'Aguardando a confirmação do pagamento',
    'status-paid': 'Pago',
    'status-not_paid': 'Não pago',
    'status-voided': 'Anulado',
    'status-amount_mismatch': 'Em análise',
    'return-approved': 'Obrigado pela sua compra!',
    'return-approved-text': 'Torramos na terça e você recebe na sexta.',
    'return-declined': 'Seu pagamento não passou',
    'return-declined-text': 'Seu carrinho continua intacto: volte à loja e tente de novo.',
    'return-pending': 'Seu pagamento está em andamento',
    'return-pending-text': 'Vamos escrever assim que for confirmado. Pode fechar esta página.',
    'return-unknown': 'Não conseguimos consultar o seu pagamento',
    'return-unknown-text': 'Espere alguns minutos e recarregue a página. Não pague de novo ainda.',
    'return-none': 'Aqui não há nenhum pagamento',
    'return-none-text': 'Volte à loja para terminar sua compra.',
    'shop-down': 'Não conseguimos carregar seu pedido. Recarregue a página.',
  },
};

/** The shop's word in a language. */
export const word = (key: Word, locale: ShopLocale): string => words[locale][key];

const spanish = new WeakMap<HTMLElement, string>();

/** Puts the page's own words (`data-word`) into a language; what the HTML says is the Spanish. */
export function translatePage(locale: ShopLocale, page: Document): void {
  page.documentElement.lang = locale;
  for (const element of page.querySelectorAll<HTMLElement>('[data-word]')) {
    const original = spanish.get(element) ?? element.textContent;
    spanish.set(element, original);
    const translated: Record<string, string> | undefined = locale === 'es' ? undefined : staticWords[locale];
    element.textContent = translated?.[element.dataset['word'] ?? ''] ?? original;
  }
}
