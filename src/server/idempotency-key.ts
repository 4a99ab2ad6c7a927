/** SPEC.md section 7.4, word for word. It also answers a key that is empty or longer than 64 characters. */
export const idempotencyKeyMessage = 'The key can only contain letters, numbers, and hyphens';

/** What the idempotency header may hold: 1 to 64 letters, digits and hyphens. */
export const isIdempotencyKey = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9-]{1,64}$/.test(value);

/** A key that nobody else makes. Make it, store it beside the batch, then send: that survives a crash in between. */
export const createIdempotencyKey = (): string => crypto.randomUUID();
