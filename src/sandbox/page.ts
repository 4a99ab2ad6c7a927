import { html, raw } from 'hono/html';
import { formatMoney } from '../domain/money.ts';
import { randomText } from './random.ts';

/** Markup whose text parts are escaped. */
export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #57636f; --paper: #fff; --ground: #eef1f4; --accent: #0b5c8a; --line: #c3ccd4; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f4; --soft: #b3bec8; --paper: #1d262f; --ground: #12181e; --accent: #7cc4ee; --line: #46525d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: break-word; }
main { max-width: 26rem; margin: 0 auto; padding: min(1.25rem, 7vw); background: var(--paper); min-height: 100vh; }
@media (min-width: 30rem) { main { min-height: 0; margin: 2rem auto; border: 1px solid var(--line); border-radius: .75rem; } }
.mark { margin: 0 0 1rem; font-weight: 600; color: var(--soft); }
.mark b { display: inline-block; color: #7a4b00; background: #ffe7b8; border-radius: .3rem; padding: .1rem .4rem; font-weight: 600; }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
@media (max-width: 16em) { dl { grid-template-columns: 1fr; gap: 0; } dd { text-align: left; } }
form, label { display: grid; grid-template-columns: minmax(0, 1fr); }
form { gap: .6rem; margin: 1rem 0 0; }
label { gap: .25rem; font-weight: 600; }
input { width: 100%; font: inherit; font-size: 1.25rem; letter-spacing: .2em; padding: .6rem .75rem; border: 1px solid var(--soft); border-radius: .5rem; background: transparent; color: inherit; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem min(1rem, 4vw); border: 1px solid var(--accent); border-radius: .5rem; background: transparent; color: var(--accent); cursor: pointer; }
button.main { background: var(--accent); color: var(--paper); }
a { display: inline-block; padding: .6rem 0; color: var(--accent); }
button:focus-visible, input:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.problem { border-left: .3rem solid #b3261e; padding-left: .75rem; }
`;

/** How a page differs from the usual one. */
export interface PageOptions {
  readonly status?: number;
  /** What the page says of the step before. */
  readonly note?: string;
  /** Origins that may show the page in a frame, as `frame-ancestors` spells them. Default: anybody. */
  readonly frameAncestors?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page of the bank: Spanish, without script, under a policy that allows its own style alone. */
export async function bankPage(title: string, content: Markup, options: PageOptions = {}): Promise<Response> {
  const nonce = randomText(16);
  const page = await html`
    <!doctype html>
    <html lang="es">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
<link rel="icon" href="data:,">
        <style nonce="${nonce}">
          ${raw(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <p class="mark">
            Banco de pruebas
            <b>Modo de prueba</b>
          </p>
          <h1>${title}</h1>
          ${
            options.note === undefined
              ? ''
              : html`
                  <p class="problem" role="alert">${options.note}</p>
                `
          }
          ${content}
        </main>
      </body>
    </html>
  `;
  const policy = [`default-src 'none'`, `style-src 'nonce-${nonce}'`, 'img-src data:', `base-uri 'none'`];
  if (options.frameAncestors !== undefined) policy.push(`frame-ancestors ${options.frameAncestors}`);
  return new Response(page.toString(), {
    status: options.status ?? 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      ...options.headers,
    },
  });
}

/** An amount as the payer reads it; the sign stays with its number on one line. */
export function formatAmount(amountInCents: number, currency: string): string {
  return `${formatMoney({ amountInCents, currency }, 'es')} ${currency}`;
}
