import type { DesignatedOutcome } from './config.ts';
import { randomText } from './random.ts';
import { ServiceError } from './service-error.ts';
import type { WalletEnd } from './wallet-outcomes.ts';
import type { World } from './world.ts';

const CODE_MS = 3 * 60 * 1000;
const SENDS = 2;
const VALIDATIONS = 2;

/** How often a code can still be sent again and tried. */
export interface CodeAttempts {
  readonly limitSendCode: number;
  readonly limitValidateCode: number;
}

/** What a code session is about: which codes mean what, and what happens at its end. */
export interface CodePurpose {
  /** Where a code leads; undefined for a wrong one. */
  readonly meaning: (code: string) => WalletEnd | undefined;
  readonly ended: (outcome: DesignatedOutcome, reason?: string) => void;
}

/**
 * The one-time code of wallet B (SERVICE-NOTES.md): a code lives three minutes, can be sent again twice and tried twice.
 * Running out of tries declines; so does a code that expires when none can be sent any more.
 */
export class CodeSession {
  /** Authorizes sending and validating, as a bearer token. */
  readonly token = `otp_test_${randomText(32)}`;
  readonly #world: World;
  readonly #purpose: CodePurpose;
  #sends = SENDS;
  #validations = VALIDATIONS;
  #isFirstSend = true;
  #isOver = false;
  #expiresAt = 0;
  #forgetExpiry = (): void => undefined;

  constructor(world: World, purpose: CodePurpose) {
    this.#world = world;
    this.#purpose = purpose;
    this.#startCode();
  }

  get attempts(): CodeAttempts {
    return { limitSendCode: this.#sends, limitValidateCode: this.#validations };
  }

  /** Whether the session still takes codes. */
  get isOpen(): boolean {
    return !this.#isOver;
  }

  /**
   * Sends a code. The first one belongs to the session, only repetitions count.
   * @throws {ServiceError} 422 when nothing can be sent any more
   */
  send(): CodeAttempts {
    if (this.#isOver) throw this.#refusal('La sesión del código terminó');
    if (!this.#isFirstSend && this.#sends === 0) throw this.#refusal('Se agotaron los envíos del código');
    if (!this.#isFirstSend) this.#sends -= 1;
    this.#isFirstSend = false;
    this.#startCode();
    return this.attempts;
  }

  /**
   * Tries a code.
   * @throws {ServiceError} 422 when the code is malformed, expired or wrong
   */
  validate(code: unknown): WalletEnd {
    if (this.#isOver) throw this.#refusal('La sesión del código terminó');
    if (typeof code !== 'string' || !/^\d{6}$/.test(code)) throw this.#refusal('El código debe tener 6 dígitos');
    if (this.#world.now() >= this.#expiresAt) throw this.#refusal('El código expiró; solicita uno nuevo');
    const end = this.#purpose.meaning(code);
    if (end !== undefined) {
      this.#finish(end.outcome, end.reason);
      return end;
    }
    this.#validations -= 1;
    if (this.#validations > 0) throw this.#refusal('El código es incorrecto');
    this.#finish('DECLINED', 'Se agotaron los intentos del código');
    throw this.#refusal('El código es incorrecto y se agotaron los intentos');
  }

  #startCode(): void {
    this.#forgetExpiry();
    this.#expiresAt = this.#world.now() + CODE_MS;
    this.#forgetExpiry = this.#world.after(CODE_MS, () => {
      if (!this.#isOver && this.#sends === 0) this.#finish('DECLINED', 'El código expiró');
    });
  }

  #finish(outcome: DesignatedOutcome, reason?: string): void {
    this.#isOver = true;
    this.#forgetExpiry();
    this.#purpose.ended(outcome, reason);
  }

  #refusal(message: string): ServiceError {
    const error = { type: 'INPUT_VALIDATION_ERROR', messages: { code: [message] }, attempts: this.attempts };
    return new ServiceError(422, error);
  }
}
