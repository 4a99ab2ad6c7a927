import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { readForm } from './bank-pages.ts';
import { bankPage, formatAmount } from './page.ts';
import { methodNotAllowed } from './service-error.ts';
import type { Challenge, ThreeDs } from './three-ds.ts';
import type { World } from './world.ts';

const SLOW_PAGE_MS = 4000;
const OUTCOMES = ['APPROVED', 'DECLINED', 'ERROR'] as const;

/** The bank's side of a 3D Secure challenge, meant for a frame in a shop of another origin (SPEC.md 10). */
export function challengeRoutes(world: World, threeDs: ThreeDs): Hono {
  const app = new Hono();
  const show = async (context: Context): Promise<Response> => {
    const challenge = threeDs.challengeOf(context.req.param('id') ?? '');
    if (challenge.variant === 'slow') {
      const wait = world.options.slowPageMs ?? SLOW_PAGE_MS;
      await new Promise<void>((resolve) => setTimeout(resolve, wait));
    }
    const isSecondHost = context.req.query('host') === '2';
    if (challenge.variant === 'second-host' && !isSecondHost) return redirectToSecondHost(context);
    return challengePage(challenge);
  };
  app.get('/bank/challenge/:id', show);
  app.post('/bank/challenge/:id', show);
  app.post('/bank/challenge/:id/outcome', async (context) => {
    const challenge = threeDs.challengeOf(context.req.param('id'));
    const chosen = (await readForm(context)).get('outcome');
    const outcome = OUTCOMES.find((known) => known === chosen);
    if (outcome === undefined) return challengePage(challenge, 'Elige una de las opciones.');
    threeDs.answer(challenge, outcome);
    return challengePage(challenge);
  });
  app.all('/bank/challenge/:id', methodNotAllowed('GET', 'POST'));
  app.all('/bank/challenge/:id/outcome', methodNotAllowed('POST'));
  return app;
}

// The same machine under its other name is another site to the browser.
function redirectToSecondHost(context: Context): Response {
  const url = new URL(context.req.url);
  if (url.hostname === '127.0.0.1') url.hostname = 'localhost';
  else if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
  url.search = '?host=2';
  return new Response(null, { status: 303, headers: { location: url.href, 'cache-control': 'no-store' } });
}

function challengePage(challenge: Challenge, problem?: string): Promise<Response> {
  const { transaction, variant, state } = challenge;
  const { record } = transaction;
  const headers = {
    'set-cookie': `bank_session=${record.id}; Path=/bank; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=600`,
  };
  const frameAncestors = variant === 'refuses-frames' ? "'none'" : undefined;
  const options = {
    headers,
    ...(problem === undefined ? {} : { status: 422 }),
    ...(frameAncestors === undefined ? {} : { frameAncestors }),
  };
  if (state === 'expired')
    return bankPage(
      'La verificación expiró',
      html`
        <p>Vuelve a la tienda e intenta de nuevo.</p>
      `,
      options,
    );
  if (state === 'answered') {
    return bankPage(
      'Verificación terminada',
      html`
        <p>Tu banco le informó el resultado a la tienda.</p>
      `,
      options,
    );
  }
  const amount = formatAmount(record.amount_in_cents, record.currency);
  const lead = html`
    <p>Tu banco quiere confirmar que eres tú quien paga ${amount} en ${record.merchant['name']}.</p>
  `;
  if (variant === 'never-finishes') {
    return bankPage(
      'Verificación en curso',
      html`
        ${lead}
        <p>Estamos esperando la confirmación de tu aplicación.</p>
      `,
      options,
    );
  }
  return bankPage(
    'Confirma tu compra',
    html`
      ${lead}
      ${
        problem === undefined
          ? ''
          : html`
              <p class="problem" role="alert">${problem}</p>
            `
      }
      <form method="post" action="/bank/challenge/${record.id}/outcome">
        <button name="outcome" value="APPROVED" class="main">Confirmar</button>
        <button name="outcome" value="DECLINED">Rechazar</button>
        <button name="outcome" value="ERROR">Simular un error</button>
      </form>
    `,
    options,
  );
}
