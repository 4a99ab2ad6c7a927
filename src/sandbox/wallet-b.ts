import { type Context, Hono } from 'hono';
import type { HTTPException } from 'hono/http-exception';
import type { DesignatedEnd } from './config.ts';
import type { Desk } from './desk.ts';
import { randomText } from './random.ts';
import { readJsonObject } from './request-body.ts';
import { notFound, refusal, unauthorized } from './service-error.ts';
import type { World } from './world.ts';

const CODE_MS = 3 * 60 * 1000;
/** How often a code can be sent again. */
const REPETITIONS = 2;

/** What a code session is about: which codes mean what, and what happens at its end. */
interface CodePurpose {
  /** Where each code leads; any other one is wrong. */
  readonly codes: Readonly<Record<string, DesignatedEnd>>;
  readonly ended: (end: DesignatedEnd) => void;
}

/**
 * The one-time code of wallet B (SERVICE-NOTES.md): a code lives three minutes, can be sent again twice and tried twice.
 * Running out of tries declines; so does a code that expires when none can be sent any more.
 */
export class CodeSession {
  /** Authorizes sending and validating, as a bearer token. */
  readonly token = `otp_test_${randomText(32)}`;
  /** Whether the session still takes codes. */
  isOpen = true;
  readonly #world: World;
  readonly #purpose: CodePurpose;
  /** The first one belongs to the session, only repetitions count. */
  #sends = REPETITIONS + 1;
  #validations = 2;
  #expiresAt = 0;
  #forgetExpiry = (): void => undefined;

  constructor(world: World, purpose: CodePurpose) {
    this.#world = world;
    this.#purpose = purpose;
    this.#startCode();
  }

  /** How often a code can still be sent again and tried. */
  get attempts() {
    return { limitSendCode: Math.min(this.#sends, REPETITIONS), limitValidateCode: this.#validations };
  }

  /**
   * Sends a code.
   * @throws {HTTPException} 422 when nothing can be sent any more
   */
  send(): CodeSession['attempts'] {
    if (!this.isOpen) throw this.#refusal('La sesión del código terminó');
    if (this.#sends === 0) throw this.#refusal('Se agotaron los envíos del código');
    this.#sends -= 1;
    this.#startCode();
    return this.attempts;
  }

  /**
   * Tries a code.
   * @throws {HTTPException} 422 when the code is malformed, expired or wrong
   */
  validate(code: unknown): DesignatedEnd {
    if (!this.isOpen) throw this.#refusal('La sesión del código terminó');
    if (typeof code !== 'string' || !/^\d{6}$/.test(code)) throw this.#refusal('El código debe tener 6 dígitos');
    if (this.#world.now() >= this.#expiresAt) throw this.#refusal('El código expiró; solicita uno nuevo');
    const end = this.#purpose.codes[code];
    if (end !== undefined) {
      this.#finish(end);
      return end;
    }
    this.#validations -= 1;
    if (this.#validations > 0) throw this.#refusal('El código es incorrecto');
    this.#finish({ outcome: 'DECLINED', reason: 'Se agotaron los intentos del código' });
    throw this.#refusal('El código es incorrecto y se agotaron los intentos');
  }

  #startCode(): void {
    this.#forgetExpiry();
    this.#expiresAt = this.#world.now() + CODE_MS;
    this.#forgetExpiry = this.#world.after(CODE_MS, () => {
      if (this.isOpen && this.#sends === 0) this.#finish({ outcome: 'DECLINED', reason: 'El código expiró' });
    });
  }

  #finish(end: DesignatedEnd): void {
    this.isOpen = false;
    this.#forgetExpiry();
    this.#purpose.ended(end);
  }

  #refusal(message: string): HTTPException {
    const messages = { code: [message] };
    return refusal(422, { type: 'INPUT_VALIDATION_ERROR', messages, attempts: this.attempts }, message);
  }
}

/**
 * Opens a code session of wallet B, for a single payment or for a recurring token (SPEC.md 8.2, rule 7).
 * @param id of the payment or token
 * @returns where a client sends and validates a code, and with which bearer token
 */
export function openCode(
  { world, codes }: { readonly world: World; readonly codes: Map<string, CodeSession> },
  id: string,
  origin: string,
  purpose: CodePurpose,
) {
  const session = new CodeSession(world, purpose);
  codes.set(id, session);
  const base = `${origin}/wallet-b/${id}`;
  return { token: session.token, code_otp_send: `${base}/send`, code_otp_validate: `${base}/validate` };
}

/** @throws {HTTPException} 404 when there is no such session */
export function findCode({ codes }: Desk, id: string): CodeSession {
  const session = codes.get(id);
  if (session === undefined) throw notFound('No hay una sesión de código con ese identificador');
  return session;
}

/** The addresses of `extra.url_services`. */
export function walletBRoutes(desk: Desk): Hono {
  const authorized = (context: Context): CodeSession => {
    const session = findCode(desk, context.req.param('id') ?? '');
    if (context.req.header('authorization') !== `Bearer ${session.token}`)
      throw unauthorized('Falta el token de url_services en el encabezado Authorization: Bearer <token>');
    return session;
  };
  return new Hono()
    .post('/wallet-b/:id/send', (context) => context.json({ data: { attempts: authorized(context).send() } }))
    .post('/wallet-b/:id/validate', async (context) => {
      const body = await readJsonObject(context);
      const session = authorized(context);
      const { outcome, reason } = session.validate(body['code']);
      return context.json({ data: { status: outcome, status_message: reason ?? null, attempts: session.attempts } });
    });
}
