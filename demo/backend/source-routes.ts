import { Hono, type Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import * as z from 'zod/mini';
import { PaymentsError, type Cart, type PaymentsBackend } from '../../src/server/index.ts';
import { readJson, refusal } from './read-json.ts';
import { SavedSources, type SavedSource } from './saved-sources.ts';
import type { SourceCharges } from './source-charges.ts';

export interface SourceDesk {
  payments: PaymentsBackend;
  charges: SourceCharges;
  /** What the visitor is buying. */
  cartOf: (context: Context) => Cart;
  answer: (reference: string) => Promise<object>;
}

const rememberedRequests = 1000;
const customerCookie = 'neblina_customer';

const text = z.string().check(z.minLength(1), z.maxLength(2000));
/** What the element's `pay-source` hands over (SPEC.md section 4.3), and nothing that a page might add. */
const sourceRequest = z.object({
  acceptance_token: text,
  accept_personal_auth: text,
  customer_email: z.string().check(z.maxLength(254), z.regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')),
  type: z.enum(['CARD', 'WALLET_A'], 'must be CARD or WALLET_A'),
  token: text,
  session_id: z.optional(text),
  customer_data: z.optional(
    z.object({ device_id: z.optional(text), full_name: z.optional(text), phone_number: z.optional(text) }),
  ),
});

const sourceAnswer = ({ id, shown }: SavedSource) => ({ id, ...shown });

/** The visitor as a customer: unguessable and HttpOnly, for whoever has it can pay with what is saved. */
function customerOf(context: Context): string {
  const known = getCookie(context, customerCookie);
  if (known !== undefined && /^[0-9a-f-]{36}$/.test(known)) return known;
  const customer = crypto.randomUUID();
  setCookie(context, customerCookie, customer, { httpOnly: true, sameSite: 'Lax', path: '/' });
  return customer;
}

/** Saved cards and wallets: kept by the service as payment sources, made and charged with the private key, here and nowhere else. */
export function sourceRoutes({ payments, charges, cartOf, answer }: SourceDesk): Hono {
  const sources = new SavedSources();
  /** By customer and request: one whose answer was lost comes again, and its token serves only once. */
  const made = new Map<string, Promise<SavedSource>>();
  const make = async (customer: string, request: z.infer<typeof sourceRequest>): Promise<SavedSource> => {
    const source = await payments.createPaymentSource(request).catch(refuse);
    if (source.status !== 'AVAILABLE') throw sourceRefused();
    return sources.add(customer, source, request.customer_email);
  };
  const routes = new Hono();

  routes.get('/', (context) => context.json(sources.of(customerOf(context)).map(sourceAnswer)));

  routes.post('/', async (context) => {
    const request = await readJson(context, sourceRequest);
    const customer = customerOf(context);
    const key = JSON.stringify([customer, request]);
    const making = made.get(key) ?? make(customer, request);
    made.set(key, making);
    // What failed made nothing: it may be tried again.
    making.catch(() => made.delete(key));
    if (made.size > rememberedRequests) made.delete([...made.keys()][0] ?? '');
    return context.json(sourceAnswer(await making), 201);
  });

  routes.delete('/:id', (context) => {
    if (!sources.remove(customerOf(context), context.req.param('id'))) throw noSuchSource();
    return context.body(null, 204);
  });

  routes.post('/:id/payments', async (context) => {
    // Asked for as JSON, which no other site's form can send.
    await readJson(context, z.object({}));
    const source = sources.find(customerOf(context), context.req.param('id'));
    if (!source) throw noSuchSource();
    return context.json(await answer(await charges.charge(cartOf(context), source)), 202);
  });

  return routes;
}

const noSuchSource = () => refusal(404, 'NOT_FOUND_ERROR', { reason: 'There is no such card or wallet.' });
const sourceRefused = () => refusal(422, 'SOURCE_REFUSED', { reason: 'The service did not take it.' });

function refuse(error: unknown): never {
  if (!(error instanceof PaymentsError)) throw error;
  // A source that nobody knows the id of is charged by nobody: the customer may simply try again.
  if (error.outcomeUnknown) throw refusal(503, 'SERVICE_UNREACHABLE', { reason: 'It could not be saved now.' });
  throw sourceRefused();
}
