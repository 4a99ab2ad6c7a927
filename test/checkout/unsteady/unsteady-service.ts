import { createHash } from 'node:crypto';
import { createSandbox, type Sandbox } from '../../../src/sandbox/app.ts';
import type { Device } from './device.ts';

export const base = 'http://127.0.0.1:5174';
export const publicKey = 'pub_test_flow';
const secret = 'test_integrity_pay_checkout';

/** The places where something can go wrong. `order` and `resolver` are the merchant's own. */
export const endpoints = ['contracts', 'card', 'create', 'look', 'order'] as const;
export type Endpoint = (typeof endpoints)[number];

/**
 * What goes wrong with one request. `late` reaches the service only after the page has given up; `hang` is done at once
 * and answered too late; `twice` is what browsers do when a kept-alive connection dies: they send again, and only the
 * second answer is seen.
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
  'busy',
  'unauthorized',
  'missing',
  'stale-consent',
  'used-token',
  'foreign',
  'odd',
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

export interface ServiceRecord {
  id: string;
  reference: string;
  status: string;
  amount_in_cents: number;
  currency: string;
}

/** Where the kinds do not make sense, the request goes well. */
const onlyAt: Partial<Record<TroubleKind, readonly Endpoint[]>> = {
  'stale-consent': ['create'],
  'used-token': ['create'],
  missing: ['look'],
  unauthorized: ['card', 'create', 'look'],
  foreign: ['create', 'look'],
  odd: ['create', 'look'],
};

const tooLateMs = 45_000;
const slowMs = 5000;

const refusal = (status: number, error: Record<string, unknown>, headers: Record<string, string> = {}): Response =>
  Response.json({ error }, { status, headers });
const invalid = (field: string): Response =>
  refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages: { [field]: ['ya fue usado'] } });
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
  /** How many creations reached the service, or are on their way, by reference. */
  readonly posts = new Map<string, number>();
  tokenizations = 0;
  /** How often a creation was refused for its acceptance tokens, which allows another one under the same reference. */
  staleAnswers = 0;

  constructor(device: Device) {
    this.#device = device;
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

  /** The trouble that the next request there meets. */
  take(on: Endpoint): TroubleKind | undefined {
    const index = this.#troubles.findIndex((trouble) => trouble.on === on);
    if (index < 0) return undefined;
    const [trouble] = this.#troubles.splice(index, 1);
    const places = trouble && onlyAt[trouble.kind];
    return places && !places.includes(on) ? undefined : trouble?.kind;
  }

  order(reference: string, amountInCents: number) {
    const signature = createHash('sha256').update(`${reference}${amountInCents}COP${secret}`).digest('hex');
    return { reference, amountInCents, currency: 'COP', signature };
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const isCreation = request.method === 'POST' && pathname === '/transactions';
    const on: Endpoint = isCreation
      ? 'create'
      : request.method === 'POST'
        ? 'card'
        : pathname === '/merchants/info'
          ? 'contracts'
          : 'look';
    if (on === 'card') this.tokenizations++;
    if (isCreation) {
      const { reference }: { reference: string } = await this.#device.work(request.clone().json());
      this.posts.set(reference, (this.posts.get(reference) ?? 0) + 1);
    }
    const answer = await this.#disturbed(request, this.take(on));
    if (isCreation && answer.status === 422 && /accept/.test(await this.#device.work(answer.clone().text())))
      this.staleAnswers++;
    return answer;
  }

  async #disturbed(request: Request, kind: TroubleKind | undefined): Promise<Response> {
    const device = this.#device;
    const proceed = (): Promise<Response> => device.work(this.#sandbox.fetch(request.clone()));
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
      default:
        return kind satisfies never;
    }
  }

  async #changed(answer: Response, change: Record<string, unknown>): Promise<Response> {
    const body: { data?: Record<string, unknown> } = await answer.json();
    if (!body.data) return Response.json(body, { status: answer.status });
    return Response.json({ data: { ...body.data, ...change } }, { status: answer.status });
  }

  async #ask(path: string, body?: unknown): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    const request = new Request(`${base}/_sandbox/${path}`, init);
    return this.#device.work(this.#sandbox.fetch(request).then((answer) => answer.json()));
  }
}
