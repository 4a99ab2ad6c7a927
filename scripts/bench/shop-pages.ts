import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import { liveKey } from './live-service.ts';
import { plainForm } from './plain-form.ts';
import type { Target } from './target.ts';

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

const field = 'pay-checkout >>> pay-card-fields >>> [name="number"]';
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
    { name: 'element', url: `${origin}/element`, visible: field, usable: ready, mounted: 'pay-checkout' },
    { name: 'server-rendered', url: `${origin}/rendered`, visible: field, usable: ready },
  ];
  return { pages, targets };
}
