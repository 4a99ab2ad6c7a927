import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { KeptSources } from '../../src/server/index.ts';
import { refusal } from './read-json.ts';
import type { SavedSource, SavedSources } from './saved-sources.ts';

const customerCookie = 'neblina_customer';

const sourceAnswer = ({ id, shown }: SavedSource) => ({ id, ...shown });

const customerIn = (cookie: string | undefined): string | undefined =>
  cookie !== undefined && /^[0-9a-f-]{36}$/.test(cookie) ? cookie : undefined;

/** The visitor as a customer: unguessable and HttpOnly, for whoever has it can pay with what is saved. */
function customerOf(context: Context): string {
  const known = customerIn(getCookie(context, customerCookie));
  if (known !== undefined) return known;
  const customer = crypto.randomUUID();
  setCookie(context, customerCookie, customer, { httpOnly: true, sameSite: 'Lax', path: '/' });
  return customer;
}

/** Whose cards and wallets are saved, for the routes of the checkout, which keep and charge them. */
export const keptSources = (sources: SavedSources): KeptSources => ({
  owner: ({ headers }) => customerIn(parse(headers.get('cookie') ?? '', customerCookie)[customerCookie]),
  keep: (customer, source, request) => sourceAnswer(sources.add(customer, source, request.customer_email)),
  find: (customer, id, _order, { headers }) => {
    const source = sources.find(customer, id);
    return (
      source && {
        payment_source_id: source.sourceId,
        customer_email: source.customerEmail,
        // The customer is there, and can be asked by the bank.
        customer_data: { browser_info: { browser_user_agent: headers.get('user-agent') ?? '' } },
        ...(source.shown.type === 'CARD' && { payment_method: { installments: 1 } }),
        maxInstallments: source.shown.type === 'CARD' ? source.shown.max_installments : 1,
      }
    );
  },
});

/** What a customer sees of the saved cards and wallets, and may remove. */
export function sourceRoutes(sources: SavedSources): Hono {
  const routes = new Hono();
  routes.get('/', (context) => context.json(sources.of(customerOf(context)).map(sourceAnswer)));
  routes.delete('/:id', (context) => {
    if (!sources.remove(customerOf(context), context.req.param('id')))
      throw refusal(404, 'NOT_FOUND_ERROR', { reason: 'There is no such card or wallet.' });
    return context.body(null, 204);
  });
  return routes;
}
