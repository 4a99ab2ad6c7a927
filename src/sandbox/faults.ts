import * as z from 'zod/mini';
import { letProcessEnd } from './agenda.ts';
import { integer, parseFields, textLike } from './fields.ts';
import { refusalAt } from './service-error.ts';
import type { World } from './world.ts';

const MAX_WAIT_MS = 10 * 60 * 1000;
const WITHOUT_BODY = new Set([204, 205, 304]);

const waitMs = integer(0, MAX_WAIT_MS);
const givenAnswer = { status: integer(200, 599), body: z.optional(z.unknown()) };
const faultKinds = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('delay'), ms: waitMs }),
    z.object({ kind: z.literal('status'), ...givenAnswer }),
    z.object({ kind: z.literal('status-after'), ...givenAnswer }),
    z.object({ kind: z.literal('drop-before') }),
    z.object({ kind: z.literal('drop-after') }),
    z.object({ kind: z.literal('hang-after'), ms: waitMs }),
    z.object({ kind: z.literal('garbage') }),
  ],
  {
    error: 'Debe ser uno de: delay, status, status-after, drop-before, drop-after, hang-after, garbage, con sus campos',
  },
);

const armedShape = z.object({
  method: textLike(/^[A-Z]+$/, 'Debe ser un método HTTP en mayúsculas').check(
    z.refine((method) => method !== 'OPTIONS', 'Una consulta previa (OPTIONS) no recibe fallas'),
  ),
  path: textLike(/^\/[^?#\s]*$/, 'Debe ser una ruta que empiece por /, sin consulta').check(
    z.refine((path) => !/^\/_sandbox(\/|$)/.test(path), 'El control del ambiente de pruebas no recibe fallas'),
  ),
  times: z.prefault(integer(1, 1_000_000), 1),
  fault: faultKinds,
});

/** What goes wrong with a request (the control API's `fault`). */
export type Fault = z.output<typeof faultKinds>;

/** A fault that waits for its requests. */
export type ArmedFault = z.output<typeof armedShape>;

/** The connection ends without an answer; in process that looks like any failed fetch. */
export class ConnectionDropped extends TypeError {
  constructor() {
    super('fetch failed: the sandbox dropped the connection, as a fault asks');
    this.name = 'ConnectionDropped';
  }
}

/** Faults for tests and for the demo's fault panel; never part of the emulated API. */
export class Faults {
  /** Faults that still wait, oldest first. */
  readonly armed: ArmedFault[] = [];
  /** Aborted when what is held back is let go of. */
  #held = new AbortController();

  constructor(world: World) {
    world.onReset(() => this.clear(new ConnectionDropped()));
  }

  /**
   * Arms a fault.
   * @throws {HTTPException} 422 when it cannot be used
   */
  arm(body: unknown): ArmedFault {
    const armed = parseFields(armedShape, body);
    this.armed.push(armed);
    return armed;
  }

  /**
   * Disarms everything and lets go of answers that are held back.
   * @param dropped what a request meets that was not carried out yet
   */
  clear(dropped?: ConnectionDropped): void {
    this.armed.length = 0;
    this.#held.abort(dropped);
    this.#held = new AbortController();
  }

  /** The fault that a request meets, counted down; the oldest one that fits wins. */
  take(method: string, path: string): Fault | undefined {
    const met = escapedAlike(path);
    const index = this.armed.findIndex((armed) => armed.method === method && escapedAlike(armed.path) === met);
    const armed = this.armed[index];
    if (armed === undefined) return undefined;
    armed.times -= 1;
    if (armed.times === 0) this.armed.splice(index, 1);
    return armed.fault;
  }

  /**
   * Answers a request with a fault.
   * @param proceed carries the request out
   * @param signal aborted when nobody listens any more
   * @throws {ConnectionDropped} for the two faults that close the connection, and for a delay that a reset ends
   */
  async answer(fault: Fault, path: string, proceed: () => Promise<Response>, signal?: AbortSignal): Promise<Response> {
    switch (fault.kind) {
      case 'delay': {
        const { signal: held } = this.#held;
        await waitUntil(fault.ms, held, signal);
        // A request from before a reset would be carried out on the data of what came after it.
        if (held.reason instanceof ConnectionDropped) throw held.reason;
        return proceed();
      }
      case 'status':
        return statusAnswer(path, fault.status, fault.body);
      case 'status-after':
        await proceed();
        return statusAnswer(path, fault.status, fault.body);
      case 'drop-before':
        throw new ConnectionDropped();
      case 'drop-after':
        await proceed();
        throw new ConnectionDropped();
      case 'hang-after': {
        const answer = await proceed();
        await waitUntil(fault.ms, this.#held.signal, signal);
        return answer;
      }
      case 'garbage': {
        const { status } = await proceed();
        const body = WITHOUT_BODY.has(status) ? null : '{"data":{"id":"15113-17';
        return new Response(body, { status, headers: { 'content-type': 'application/json' } });
      }
      default:
        return fault satisfies never;
    }
  }
}

/** Waits, at the longest until `held` is aborted. Once `gone` is, the wait goes on, but keeps no process alive. */
function waitUntil(ms: number, held: AbortSignal, gone?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    held.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
    if (gone?.aborted) letProcessEnd(timer);
    gone?.addEventListener('abort', () => letProcessEnd(timer), { once: true });
  });
}

// `@tienda01` and `%40tienda01` are one path; which of them a client sends is its own affair.
function escapedAlike(path: string): string {
  return path.replace(/[^/]+/g, (segment) => {
    try {
      return encodeURIComponent(decodeURIComponent(segment));
    } catch {
      return segment;
    }
  });
}

function statusAnswer(path: string, status: number, body: unknown): Response {
  if (WITHOUT_BODY.has(status)) return new Response(null, { status });
  if (typeof body === 'string') return new Response(body, { status, headers: { 'content-type': 'text/plain' } });
  if (body !== undefined) return Response.json(body, { status });
  const type = status >= 500 ? 'INTERNAL_ERROR' : 'SIMULATED_ERROR';
  return refusalAt(path, status, type, `Falla simulada: ${status}`).getResponse();
}
