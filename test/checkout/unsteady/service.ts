import { createHash } from 'node:crypto';
import type { Order } from '../../../src/domain/order.ts';
import { createSandbox, type Sandbox } from '../../../src/sandbox/app.ts';
import type { Device, Resident } from './device.ts';
import type { ServiceRecord } from './judge.ts';

export const base = 'http://127.0.0.1:5174';
export const publicKey = 'pub_test_flow';
const secret = 'test_integrity_pay_checkout';
const privateKey = 'prv_test_flow';

/** The places where something can go wrong. `order` and `charge` are the merchant's own. */
export const endpoints = ['contracts', 'card', 'create', 'look', 'order', 'charge'] as const;
export type Endpoint = (typeof endpoints)[number];

/**
 * What goes wrong with one request. `late` reaches the service only after the page has given up; `hang` is done at once
 * and answered too late; `twice` is what browsers do when a kept-alive connection dies: they send again, and only the
 * second answer is seen, which may be any refusal (`again-…`, of which `again-token` is a 422). `phone` is a 422 that only
 * the payer can mend. An order that is `dearer` costs more than the page has shown. What is done and answered `never` is
 * given up by the page.
 */
export const troubleKinds = [
  'drop-before',
  'drop-after',
  'garbage',
  'error',
  'error-after',
  'slow',
  'late',
  'hang',
  'twice',
  'again-403',
  'again-408',
  'again-409',
  'again-423',
  'again-429',
  'again-token',
  'busy',
  'phone',
  'dearer',
  'unauthorized',
  'missing',
  'stale-consent',
  'used-token',
  'foreign',
  'odd',
  'never',
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/** Where the kinds do not make sense, the request goes well. */
const onlyAt: Partial<Record<TroubleKind, readonly Endpoint[]>> = {
  'stale-consent': ['create'],
  'used-token': ['create'],
  phone: ['create'],
  'again-403': ['create', 'charge'],
  'again-408': ['create', 'charge'],
  'again-409': ['create', 'charge'],
  'again-423': ['create', 'charge'],
  'again-429': ['create', 'charge'],
  'again-token': ['create', 'charge'],
  dearer: ['order'],
  missing: ['look'],
  unauthorized: ['card', 'create', 'look', 'charge'],
  foreign: ['create', 'look', 'charge'],
  odd: ['create', 'look', 'charge'],
  never: ['charge'],
};

/** The numbers of the cards that the shop keeps, by its own names of them. */
const keptCards = { saved: '4242424242424242', 'saved-declined': '4111111111111111' } as const;
type KeptCard = keyof typeof keptCards;

const tooLateMs = 45_000;
const slowMs = 5000;

const refusal = (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}): Response =>
  Response.json({ error }, { status, headers });
const invalid = (field: string): Response =>
  refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages: { [field]: ['ya fue usado'] } });
const postWith = (key: string, path: string, body: object): Request =>
  new Request(base + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const dropped = (): never => {
  throw new TypeError('fetch failed');
};

/** One sandbox for all runs, each of which begins with a reset: its routes are the dear part. */
const clock: { now: () => number } = { now: () => 0 };
let shared: Sandbox | undefined;

/** The sandbox's service behind a line that a test can disturb, request by request. */
export class UnsteadyService {
  readonly #device: Device;
  readonly #sandbox: Sandbox;
  readonly #troubles: { on: Endpoint; kind: TroubleKind }[] = [];
  readonly #staled: () => void;
  /** The payment sources of the cards that the shop keeps, made when the first charge of one comes. */
  readonly #sources = new Map<string, Promise<unknown>>();
  /** What the shop's backend knows to have charged. */
  readonly #charged = new Map<string, unknown>();

  /** @param staled told whenever a creation is refused for its acceptance tokens. */
  constructor(device: Device, staled: () => void) {
    this.#device = device;
    this.#staled = staled;
    clock.now = () => device.ticks;
    this.#sandbox = shared ??= createSandbox({ settleMs: { min: 5000, max: 5000 }, now: () => clock.now() });
  }

  async reset(): Promise<void> {
    await this.#ask('reset', {});
  }

  /** The contracts change: consents to the ones of before hold no longer. */
  async publishContracts(): Promise<void> {
    await this.#ask('contracts', {});
  }

  async transactions(): Promise<ServiceRecord[]> {
    return (await this.#ask('transactions')) as ServiceRecord[];
  }

  trouble(on: Endpoint, kind: TroubleKind, times: number): void {
    for (let time = 0; time < times; time++) this.#troubles.push({ on, kind });
  }

  calm(): void {
    this.#troubles.length = 0;
  }

  /** The trouble that the next request there will meet. */
  next(on: Endpoint): TroubleKind | undefined {
    const kind = this.#troubles.find((trouble) => trouble.on === on)?.kind;
    const places = kind && onlyAt[kind];
    return places && !places.includes(on) ? undefined : kind;
  }

  /** The same, and the trouble is over with that. */
  take(on: Endpoint): TroubleKind | undefined {
    const kind = this.next(on);
    const index = this.#troubles.findIndex((trouble) => trouble.on === on);
    if (index >= 0) this.#troubles.splice(index, 1);
    return kind;
  }

  order(reference: string, amountInCents: number) {
    const signature = createHash('sha256').update(`${reference}${amountInCents}COP${secret}`).digest('hex');
    return { reference, amountInCents, currency: 'COP', signature };
  }

  async answer(request: Request, page: Resident): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isCreation = request.method === 'POST' && pathname === '/transactions';
    const on: Endpoint = isCreation
      ? 'create'
      : request.method === 'POST'
        ? 'card'
        : pathname === '/merchants/info'
          ? 'contracts'
          : 'look';
    const { gate } = this.#device;
    if (gate) await gate.pass('to', on, page);
    const proceed = () => this.#device.work(this.#sandbox.fetch(request.clone()));
    const answer = await this.#disturbed(proceed, this.take(on)).finally(() => gate?.pass('from', on, page));
    if (isCreation && answer.status === 422 && /accept/.test(await this.#device.work(answer.clone().text())))
      this.#staled();
    return answer;
  }

  /** A page asks the shop's backend to charge one of the cards that it keeps. */
  async charge(order: Order, card: string, page: Resident): Promise<Response> {
    const { gate } = this.#device;
    if (gate) await gate.pass('to', 'charge', page);
    const proceed = () => this.#chargeKept(order, card, page);
    return this.#disturbed(proceed, this.take('charge')).finally(() => gate?.pass('from', 'charge', page));
  }

  /** As a backend without a memory of orders does: what was answered once is answered again, all else is the service's to say. */
  async #chargeKept({ reference, amountInCents, currency, signature }: Order, card: string, page: Resident) {
    const known = this.#charged.get(reference);
    if (known) return Response.json(known);
    if (!(card in keptCards)) return invalid('payment_source_id');
    const body = {
      reference,
      amount_in_cents: amountInCents,
      currency,
      signature,
      customer_email: 'ana@example.com',
      payment_source_id: await this.#sourceOf(card as KeptCard),
    };
    const unknown = () => refusal(503, { type: 'OUTCOME_UNKNOWN' });
    const answer = await this.answer(postWith(privateKey, '/transactions', body), page).catch(unknown);
    const said = await this.#device.work(answer.json()).catch(() => undefined);
    if (!answer.ok) return answer.status < 500 ? Response.json(said, { status: answer.status }) : unknown();
    if (!said) return unknown();
    if (said.data.reference === reference) this.#charged.set(reference, said.data);
    return Response.json(said.data);
  }

  #sourceOf(card: KeptCard): Promise<unknown> {
    const known = this.#sources.get(card) ?? this.#device.work(this.#keep(keptCards[card]));
    this.#sources.set(card, known);
    return known;
  }

  async #keep(number: string): Promise<unknown> {
    const ask = async (request: Request) => (await (await this.#sandbox.fetch(request)).json()).data;
    const merchant = await ask(
      new Request(`${base}/merchants/info`, { headers: { 'x-merchant-public-key': publicKey } }),
    );
    const card = { number, cvc: '123', exp_month: '12', exp_year: '29', card_holder: 'Ana Ruiz' };
    const { id: token } = await ask(postWith(publicKey, '/v1/tokens/cards', card));
    const source = await ask(
      postWith(privateKey, '/payment_sources', {
        acceptance_token: merchant.presigned_acceptance.acceptance_token,
        accept_personal_auth: merchant.presigned_personal_data_auth.acceptance_token,
        customer_email: 'ana@example.com',
        type: 'CARD',
        token,
      }),
    );
    return source.id;
  }

  async #disturbed(proceed: () => Promise<Response>, kind: TroubleKind | undefined): Promise<Response> {
    const device = this.#device;
    switch (kind) {
      case undefined:
        return proceed();
      case 'drop-before':
        return dropped();
      case 'drop-after':
        return proceed().then(dropped);
      case 'garbage':
        return new Response('{"data":{"id', { status: (await proceed()).status });
      case 'error':
        return refusal(503, { type: 'INTERNAL_ERROR' }, { 'retry-after': '7' });
      case 'error-after':
        await proceed();
        return refusal(500, { type: 'INTERNAL_ERROR' });
      case 'slow':
        await device.sleep(slowMs);
        return proceed();
      case 'late':
        await device.sleep(tooLateMs);
        return proceed();
      case 'hang': {
        const answer = await proceed();
        await device.sleep(tooLateMs);
        return answer;
      }
      case 'twice':
        await proceed();
        return proceed();
      case 'again-403':
      case 'again-408':
      case 'again-409':
      case 'again-423':
      case 'again-429':
        await proceed();
        return refusal(Number(kind.slice(-3)), { type: 'REFUSED' });
      case 'again-token':
        await proceed();
        return invalid('payment_method.token');
      case 'phone':
        return invalid('payment_method.phone_number');
      case 'dearer':
        return proceed();
      case 'busy':
        return refusal(429, { type: 'RATE_LIMITED' }, { 'retry-after': '86400' });
      case 'unauthorized':
        return refusal(401, { type: 'INVALID_ACCESS_TOKEN' });
      case 'missing':
        return refusal(404, { type: 'NOT_FOUND_ERROR' });
      case 'stale-consent':
        return invalid('acceptance_token');
      case 'used-token':
        return invalid('payment_method.token');
      case 'foreign':
        return this.#changed(await proceed(), { reference: 'FOREIGN' });
      case 'odd':
        return this.#changed(await proceed(), { status: 'SOMETHING_NEW' });
      case 'never':
        await proceed();
        return new Promise(() => {});
      default:
        return kind satisfies never;
    }
  }

  async #changed(answer: Response, change: Record<string, unknown>): Promise<Response> {
    const body: { data?: Record<string, unknown> } = await answer.json();
    const { status, ok } = answer;
    if (!ok) return Response.json(body, { status });
    // The shop's backend answers with the record alone.
    return Response.json(body.data ? { data: { ...body.data, ...change } } : { ...body, ...change }, { status });
  }

  /** The merchant takes an approved payment back, if it still can. */
  async void(id: string): Promise<void> {
    const headers = { authorization: `Bearer ${privateKey}` };
    const request = new Request(`${base}/transactions/${id}/void`, { method: 'POST', headers });
    await this.#device.work(this.#sandbox.fetch(request));
  }

  async #ask(path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const request = new Request(`${base}/_sandbox/${path}`, init);
    return this.#device.work(this.#sandbox.fetch(request).then((answer) => answer.json()));
  }
}
