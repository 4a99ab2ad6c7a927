import type { Agenda } from './agenda.ts';
import { sha256 } from './digest.ts';

/** Waits before the second, third and fourth attempt, in milliseconds. */
const RETRY_AFTER_MS = [1000, 5000, 25_000] as const;
const ANSWER_WITHIN_MS = 10_000;
const KEPT_DELIVERIES = 500;

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

/** Signs events (SERVICE-NOTES.md, webhook) and hands them to the one configured address, with retries. */
export class Webhooks {
  /** Where events go; null means that nobody listens. */
  url: string | null = null;
  readonly deliveries: Delivery[] = [];
  readonly #agenda: Agenda;
  readonly #secret: string;
  readonly #fetch: typeof fetch;
  #generation = 0;

  constructor(agenda: Agenda, secret: string, send: typeof fetch) {
    this.#agenda = agenda;
    this.#secret = secret;
    this.#fetch = send;
  }

  /** Sends an event now and returns at once; nothing happens while no address is set. */
  emit(draft: EventDraft): void {
    if (this.url === null) return;
    const sentAt = this.#agenda.now();
    const data: unknown = structuredClone(draft.data);
    void this.#sign({ ...draft, data: data as EventDraft['data'] }, sentAt, this.#generation);
  }

  /** Forgets deliveries and gives up on those under way. The address is a setting and stays. */
  clear(): void {
    this.#generation += 1;
    this.deliveries.length = 0;
  }

  async #sign(draft: EventDraft, sentAt: number, generation: number): Promise<void> {
    const timestamp = Math.floor(sentAt / 1000);
    const values = draft.properties.map((path) => String(valueAt(draft.data, path))).join('');
    const checksum = await sha256(`${values}${timestamp}${this.#secret}`);
    const body = JSON.stringify({
      event: draft.event,
      data: draft.data,
      environment: 'test',
      signature: { properties: draft.properties, checksum },
      timestamp,
      sent_at: new Date(sentAt).toISOString(),
    });
    await this.#deliver({ event: draft.event, body, checksum, generation }, 0);
  }

  async #deliver(
    letter: { event: string; body: string; checksum: string; generation: number },
    retries: number,
  ): Promise<void> {
    const url = this.url;
    if (url === null || letter.generation !== this.#generation) return;
    const time = new Date(this.#agenda.now()).toISOString();
    const status = await this.#post(url, letter.body, letter.checksum);
    if (letter.generation !== this.#generation) return;
    this.deliveries.push({ event: letter.event, url, attempt: retries + 1, time, status });
    if (this.deliveries.length > KEPT_DELIVERIES) this.deliveries.shift();
    const wait = RETRY_AFTER_MS[retries];
    if ((status !== null && status >= 200 && status < 300) || wait === undefined) return;
    this.#agenda.after(wait, () => void this.#deliver(letter, retries + 1));
  }

  async #post(url: string, body: string, checksum: string): Promise<number | null> {
    try {
      const answer = await this.#fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-event-checksum': checksum },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      await answer.body?.cancel();
      return answer.status;
    } catch {
      return null;
    }
  }
}

function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
