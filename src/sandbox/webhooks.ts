import { sha256Hex } from '../server/sha256-hex.ts';
import { type Agenda, letProcessEnd } from './agenda.ts';

/** Waits before the second, third and fourth attempt, in milliseconds. */
const RETRY_AFTER_MS = [1000, 5000, 25_000] as const;
const ANSWER_WITHIN_MS = 10_000;
const KEPT_DELIVERIES = 500;
/** Enough that a few slow answers do not hold the rest up. */
const DELIVERIES_AT_ONCE = 16;
/** How long a delivery has its lane to itself: what comes next of its record begins within a second (CONTRACT.md section 5). */
const ALONE_MS = 500;

/** An event before it is signed and stamped. */
export interface EventDraft {
  /** For example `transaction.updated` or `payout.updated`. */
  readonly event: string;
  /** For example `{ transaction }`; serialized when emitted, so later changes of the record do not leak in. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Dotted paths into `data` whose values the checksum covers, in this order. */
  readonly properties: readonly string[];
}

/** One attempt to hand an event over, as the control API lists it. */
export interface Delivery {
  readonly event: string;
  readonly url: string;
  readonly attempt: number;
  readonly time: string;
  /** The receiver's HTTP status, or null when there was no answer. */
  readonly status: number | null;
}

/** An event on its way: signed once and the same each time, so that a receiver knows one that it has had before. */
interface Letter {
  readonly event: string;
  /** The same for all events of one record. */
  readonly lane: string;
  readonly signed: Promise<{ readonly body: string; readonly checksum: string }>;
  /** Aborted when the event is given up on. */
  readonly givenUp: AbortSignal;
}

/**
 * Signs events (SERVICE-NOTES.md, webhook) and hands them to the one configured address, with retries. A big batch of
 * payouts emits thousands at once: they leave a few at a time, so that a receiver is not run over. The events of one
 * record have a lane: they are sent in order, each when the one before was answered or is late, as one that is silent
 * may not hold back what was promised. A retry waits its time and comes when it comes, as from a real service.
 */
export class Webhooks {
  /** Where events go; null means that nobody listens. */
  url: string | null = null;
  readonly deliveries: Delivery[] = [];
  readonly #agenda: Agenda;
  readonly #secret: string;
  readonly #fetch: typeof fetch;
  readonly #waiting = new Set<{ readonly letter: Letter; readonly retries: number }>();
  readonly #busyLanes = new Set<string>();
  #underWay = new AbortController();

  constructor(agenda: Agenda, secret: string, send: typeof fetch) {
    this.#agenda = agenda;
    this.#secret = secret;
    this.#fetch = send;
  }

  /** Sends an event as soon as there is room, and returns at once; nothing happens while no address is set. */
  emit(draft: EventDraft): void {
    if (this.url === null) return;
    const [id = ''] = draft.properties;
    const lane = `${id}=${String(valueAt(draft.data, id))}`;
    const { signal: givenUp } = this.#underWay;
    this.#send({ event: draft.event, lane, signed: this.#sign(structuredClone(draft)), givenUp }, 0);
  }

  /** Forgets deliveries and gives up on those under way and on those that wait. The address is a setting and stays. */
  clear(): void {
    this.#underWay.abort();
    this.#underWay = new AbortController();
    this.deliveries.length = 0;
  }

  #send(letter: Letter, retries: number): void {
    this.#waiting.add({ letter, retries });
    this.#start();
  }

  #start(): void {
    for (const delivery of this.#waiting) {
      const { letter, retries } = delivery;
      if (this.#busyLanes.size >= DELIVERIES_AT_ONCE) return;
      if (this.#busyLanes.has(letter.lane)) continue;
      this.#waiting.delete(delivery);
      this.#busyLanes.add(letter.lane);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ALONE_MS);
        letProcessEnd(timer);
      });
      void Promise.race([this.#deliver(letter, retries), late]).finally(() => {
        clearTimeout(timer);
        this.#busyLanes.delete(letter.lane);
        this.#start();
      });
    }
  }

  async #deliver(letter: Letter, retries: number): Promise<void> {
    const { event, givenUp } = letter;
    const { url } = this;
    const { body, checksum } = await letter.signed;
    if (url === null || givenUp.aborted) return;
    const time = new Date(this.#agenda.now()).toISOString();
    const headers = { 'content-type': 'application/json', 'x-event-checksum': checksum };
    const status = await this.#post(url, { method: 'POST', headers, body, redirect: 'manual' }, givenUp);
    if (givenUp.aborted) return;
    this.deliveries.push({ event, url, attempt: retries + 1, time, status });
    if (this.deliveries.length > KEPT_DELIVERIES) this.deliveries.shift();
    const wait = RETRY_AFTER_MS[retries];
    if ((status !== null && status >= 200 && status < 300) || wait === undefined) return;
    this.#agenda.after(wait, () => this.#send(letter, retries + 1));
  }

  async #sign({ event, data, properties }: EventDraft): Promise<{ body: string; checksum: string }> {
    const sentAt = this.#agenda.now();
    const timestamp = Math.floor(sentAt / 1000);
    const values = properties.map((path) => String(valueAt(data, path))).join('');
    const checksum = await sha256Hex(`${values}${timestamp}${this.#secret}`);
    const signature = { properties, checksum };
    const sent_at = new Date(sentAt).toISOString();
    return { body: JSON.stringify({ event, data, environment: 'test', signature, timestamp, sent_at }), checksum };
  }

  async #post(url: string, init: RequestInit, givenUp: AbortSignal): Promise<number | null> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ANSWER_WITHIN_MS);
    letProcessEnd(timer);
    const signal = AbortSignal.any([late.signal, givenUp]);
    try {
      // A receiver in the same process may know nothing of signals.
      const answer = await Promise.race([this.#fetch(url, { ...init, signal }), aborted(signal)]);
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Rejects with the signal's reason, once it is aborted. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function valueAt(data: unknown, path: string): unknown {
  return path.split('.').reduce((value, name): unknown => Object(value)[name], data);
}
