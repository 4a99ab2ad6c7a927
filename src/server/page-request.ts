/** What the routes of a checkout have in common: which requests they read, and how they refuse one. */
import * as z from 'zod/mini';
import { readStream } from '../domain/wire/read-bytes.ts';
import { isForOwnPage } from './own-page.ts';

/** Longest body that is read, in bytes. */
const maxBodyBytes = 64 * 1024;

interface RefusalDetails {
  headers?: HeadersInit;
  messages?: Readonly<Record<string, string[]>>;
  amount_in_cents?: number;
  currency?: string;
}

/** An answer that the handler gives without going on. */
export class Refusal extends Error {
  readonly answer: Response;

  /** @param details what the error says beside: `messages` by field, where it is one of the service's kind */
  constructor(status: number, type: string, reason?: string, { headers = {}, ...details }: RefusalDetails = {}) {
    super(reason);
    this.answer = Response.json({ error: { type, reason, ...details } }, { status, headers });
  }
}

export function requireOwnPage(request: Request): void {
  if (!isForOwnPage(request)) throw new Refusal(403, 'FOREIGN_ORIGIN', 'Only a page of the same origin may ask this.');
}

/**
 * The body of a request by a page of the same origin, which is JSON: that is what no other site's form can send.
 *
 * @throws Refusal
 */
export async function readPageBody<Body>(request: Request, schema: z.ZodMiniType<Body>): Promise<Body> {
  requireOwnPage(request);
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new Refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  const bytes = await readBody(request);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(400, 'MALFORMED_REQUEST', 'The body is not JSON.');
  }
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') || 'The body';
  throw new Refusal(400, 'MALFORMED_REQUEST', `${field} is missing, or not what it should be.`);
}

/** @throws Refusal */
export async function readBody({ body, headers }: Request): Promise<Uint8Array> {
  const isAnnounced = Number(headers.get('content-length')) > maxBodyBytes;
  const bytes = isAnnounced
    ? undefined
    : await readStream(body, maxBodyBytes).catch(() => {
        throw new Refusal(400, 'MALFORMED_REQUEST', 'The body did not arrive.');
      });
  if (!bytes) throw new Refusal(413, 'BODY_TOO_LARGE', 'The body is larger than 64 KiB.');
  return bytes;
}
