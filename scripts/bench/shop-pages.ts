import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { paymentMethods } from '../../src/methods/registry.ts';
import { liveKey } from './servers.ts';
import type { Target } from './target.ts';

const field = (name: string, label: string, autocomplete: string): string =>
  `<p><label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${autocomplete}" inputmode="numeric"></p>`;

const counts = Array.from({ length: 36 }, (_, index) => `<option>${index + 1}</option>`).join('');

const methods = paymentMethods
  .map(
    ({ type, title, hint }, index) =>
      `<label class="method"><input type="radio" name="payment_method_type" value="${type}"${index === 0 ? ' checked' : ''}><span>${title.es}<small>${hint?.es ?? ''}</small></span></label>`,
  )
  .join('');

const consent = (name: string, text: string): string =>
  `<p><label><input type="checkbox" name="${name}" required> <a href="/contract.pdf" target="_blank" rel="noopener">${text}</a></label></p>`;

/** What the floor looks like: enough to stand comparison, and no more. */
const style = `
  .pay { max-inline-size: 46rem; font: 16px/1.45 system-ui, sans-serif; color: #16222c }
  .pay fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 8px; border: 0; padding: 0 }
  .pay .method { display: flex; gap: 12px; align-items: center; min-block-size: 44px; padding: 10px 14px; border: 1px solid #d5dce2; border-radius: 10px }
  .pay small { display: block; color: #52606c }
  .pay p label { display: block; padding-block-end: 4px; font-size: 14px }
  .pay input:not([type]), .pay select { box-sizing: border-box; inline-size: 100%; block-size: 48px; padding-inline: 12px; border: 1px solid #84919d; border-radius: 10px; font: inherit }
  .pay button { inline-size: 100%; min-block-size: 52px; border: 0; border-radius: 10px; background: #0d5768; color: #fff; font: inherit; font-weight: 600 }
`;

/** The floor: the fields of the checkout's first form as plain markup, without a script. */
const plainForm = `<style>${style}</style>
<form class="pay" action="/pay" method="post">
  <p>Tienda <strong>$ 119.000</strong></p>
  <fieldset><legend>¿Cómo quieres pagar?</legend>${methods}</fieldset>
  ${field('number', 'Número de la tarjeta', 'cc-number')}
  ${field('expiry', 'Vence', 'cc-exp')}
  ${field('cvc', 'Código', 'cc-csc')}
  ${field('card_holder', 'Nombre en la tarjeta', 'cc-name')}
  <p><label for="installments">Número de cuotas</label><select id="installments" name="installments">${counts}</select></p>
  ${field('customer_email', 'Correo electrónico', 'email')}
  ${consent('acceptance_token', 'Acepto los términos y condiciones')}
  ${consent('accept_personal_auth', 'Autorizo el tratamiento de mis datos personales')}
  <button>Paga $ 119.000</button>
</form>`;

const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Tienda</title><link rel="icon" href="data:,">${head}</head><body><h1>Tienda</h1>${body}</body></html>`;

const script = '<script type="module" src="/cdn/pay-checkout.js"></script>';

const element = (service: string): string =>
  `<pay-checkout public-key="${liveKey}" base-url="${service}" library-url="${service}/libs/js/v1.js" amount-in-cents="11900000" reference="BENCH-1" signature="${'0'.repeat(64)}" redirect-url="/thanks"></pay-checkout>`;

/** The element's tree as a server sends it along with the page. */
async function rendered(markup: string): Promise<string> {
  await import('../../src/index.ts');
  return collectResultSync(render(staticHtml`${unsafeStatic(markup)}`));
}

const numberField = 'pay-checkout >>> pay-card-fields >>> [name="number"]';
const ready = 'pay-checkout:state(ready)';

/** The pages of this project by their path, and what is looked at in them. The floor is the first. */
export async function shopPages(service: string) {
  const pages: Record<string, string> = {
    '/blank': '<!doctype html><title>blank</title><link rel="icon" href="data:,">',
    '/plain': page(plainForm),
    '/element': page(element(service), script),
    '/rendered': page(await rendered(element(service)), script),
  };
  const targets = (origin: string): Target[] => [
    { name: 'plain form', url: `${origin}/plain`, visible: '[name="number"]', mounted: 'form' },
    { name: 'element', url: `${origin}/element`, visible: numberField, usable: ready, mounted: 'pay-checkout' },
    { name: 'server-rendered', url: `${origin}/rendered`, visible: numberField, usable: ready },
  ];
  return { pages, targets };
}
