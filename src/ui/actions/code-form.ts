import { html, nothing, type TemplateResult } from 'lit';
import type { CodeState } from '../../checkout/code-entry.ts';
import { cleanText, digitsOf } from '../../domain/clean-text.ts';
import { fill } from '../../messages/catalogue.ts';
import { renderField } from '../field.ts';
import type { FormRoot } from '../method-form.ts';
import { renderSubmit } from '../pay-button.ts';
import { renderWay, type WayLook } from '../way.ts';
import type { StatusContext } from '../status/screen.ts';
import { formatTime } from '../status/status-parts.ts';

interface CodeHandlers {
  submit: (code: string) => void;
  resend: () => void;
}

export interface CodeContext extends Pick<StatusContext, 'words' | 'locale'> {
  /** Where the one-time code stands; undefined while none is asked for. */
  code: CodeState | undefined;
  onCode: CodeHandlers | undefined;
}

const typed = /^(?:insert(?:Composition)?Text|history.*)$/;
const isCode = (text: string): boolean => /^\d{6}$/.test(text);

/** How often something can still be done, in a sentence; empty while that is unknown. */
const countWords = (left: number | undefined, text: string): string => (left ? fill(text, { count: `${left}` }) : '');

/** Whether the payer can neither type a code nor ask for another one: what becomes of the payment is the service's to say. */
export const isDone = ({ phase, sendsLeft, expiresAt }: CodeState): boolean =>
  (sendsLeft === 0 && !expiresAt) || phase === 'over' || phase === 'accepted';

/** What is wrong with the code, and what is left to do about it. */
function problemOf({ phase, error, sendsLeft }: CodeState, { words }: CodeContext): string | undefined {
  const last = sendsLeft === 0 ? words.otpNoSends : '';
  if (phase === 'over') return words.otpOver;
  if (phase === 'unsent') return last || words.otpUnsent;
  if (phase === 'expired') return `${words.otpExpired} ${last}`.trim();
  if (!error) return;
  if (error.code !== 'code_rejected') return words.otpUnchecked;
  return words.otpWrong;
}

/** The field for the one-time code that arrives on the payer's phone. The digits are kept in the input only. */
export class CodeForm {
  readonly #options: FormRoot;
  #context: CodeContext | undefined;
  #phase: CodeState['phase'] | undefined;
  #isInvalid = false;
  #isWrongNow = false;
  /** The screen reader has read the problem together with the field that got the focus: an alert would say it twice. */
  #isRead = false;
  /** The payer has confirmed before the service said that it sent a code. */
  #isEarly = false;
  /** What stood in the field when the payer asked for another code. */
  #old: string | undefined;
  /** A code is being sent, or was sent, while the payer waits for it: nothing else says so. */
  #isTold = false;

  constructor(options: FormRoot) {
    this.#options = options;
  }

  render(context: CodeContext, code: CodeState): TemplateResult {
    this.#context = context;
    this.#settle(code);
    const { words } = context;
    const { phase, expiresAt } = code;
    const isBusy = phase === 'sending' || phase === 'checking';
    // The message may arrive before the service answers, and an earlier code may still be valid.
    const canType = isBusy || phase === 'entry' || (phase === 'unsent' && expiresAt !== undefined);
    const hint = this.#hint(code, context);
    const known = problemOf(code, context);
    // A payer who presses twice sends the emptied field: what was wrong with the code says words.
    const isInvalid = this.#isInvalid && (this.#input?.value || !known);
    // How many tries are left, and until when, matters most when a code was wrong.
    const problem = isInvalid ? words.otpInvalid : known && hint && phase === 'entry' ? `${known}\n${hint}` : known;
    return html`<form class="code" novalidate @submit=${this.#handleSubmit}>
      ${
        canType
          ? renderField({
              name: 'otp',
              label: words.otp,
              note: hint,
              error: problem,
              isBusy: phase === 'checking',
              autocomplete: 'one-time-code',
              inputMode: 'numeric',
              enterKeyHint: 'done',
              onInput: this.#handleInput,
            })
          : problem
            ? html`<p class="problem" part="error">${problem}</p>`
            : nothing
      }
      <p class="unseen" role="alert">${this.#isRead ? nothing : problem}</p>
      <p class="unseen" role="status">${this.#isTold ? hint : nothing}</p>
      ${canType ? renderSubmit(phase === 'checking' ? words.otpChecking : words.otpConfirm, phase === 'checking' || this.#isEarly) : nothing}
      ${isDone(code) ? nothing : this.#renderResend(code, context, { isBusy, isMain: !canType })}
    </form>`;
  }

  #hint({ phase, expiresAt, triesLeft }: CodeState, { words, locale }: CodeContext): string | undefined {
    if (phase === 'sending') return words.otpSending;
    if (expiresAt === undefined) return;
    const tries = countWords(triesLeft, words.otpTries);
    // Whole, wherever the line breaks.
    const time = formatTime(expiresAt, locale).replace(/\s/g, '\u00a0');
    return `${tries} ${fill(words.otpExpires, { time })}`.trim();
  }

  /**
   * The button for another code. It keeps its place while it is answered: a second tap would otherwise hit the link to the
   * wallet's page below. Without a field it is the main way on.
   */
  #renderResend(
    { phase, sendsLeft }: CodeState,
    { words }: CodeContext,
    look: WayLook,
  ): TemplateResult | typeof nothing {
    // Where the payer asked for one in vain, the problem says so.
    if (sendsLeft === 0) return phase === 'unsent' ? nothing : html`<p class="fine">${words.otpNoSends}</p>`;
    const left = countWords(sendsLeft, words.otpSends);
    return html`<div class="resend">
      ${renderWay(phase === 'unsent' ? words.retry : words.otpResend, () => this.#context?.onCode?.resend(), look)}
      ${left ? html`<p class="fine">${left}</p>` : nothing}
    </div>`;
  }

  get #input(): HTMLInputElement | null {
    return this.#options.root().querySelector<HTMLInputElement>('[name=otp]');
  }

  /** A code that was refused or replaced is of no use: the field is emptied and keeps the focus for the next one. */
  #settle({ phase, error }: CodeState): void {
    const before = this.#phase;
    this.#phase = phase;
    if (before !== phase) {
      this.#isRead = false;
      this.#lead(before);
    }
    const root = this.#options.root();
    // The control with the focus may disappear: without a field the reading goes on from the headline.
    if (root.querySelector('.code :focus'))
      queueMicrotask(
        () =>
          root.querySelector('.code :focus') ?? (this.#input ?? root.querySelector<HTMLElement>('#headline'))?.focus(),
      );
    const input = this.#input;
    const isBack = before === 'checking' && phase === 'entry';
    const isSent = before === 'sending' && phase === 'entry';
    if (isSent && this.#isEarly) queueMicrotask(() => this.#send());
    else if (input && (isSent ? input.value === this.#old : isBack && error?.code === 'code_rejected')) {
      input.value = '';
      this.#isInvalid = false;
    }
    if (phase !== 'sending') this.#isEarly = false;
    else if (before !== phase) this.#old = input?.value;
    // The focus goes to the field once the problem stands there.
    if (input && (isBack || this.#isWrongNow)) {
      this.#isRead = (root as ShadowRoot).activeElement !== input;
      queueMicrotask(() => input.focus());
    }
    this.#isWrongNow = false;
  }

  /** Leads to the field: from the headline, or from the button when another code was sent. */
  #lead(before: CodeState['phase'] | undefined): void {
    const phase = this.#phase;
    const root = this.#options.root();
    const hasAsked = root.querySelector('.resend :focus');
    const isSent = before === 'sending' && phase === 'entry';
    const isLed = root.querySelector('#headline:focus') ?? (isSent && hasAsked);
    // A payer who is led to the field hears the same words with it.
    this.#isTold = !isLed && (isSent || (phase === 'sending' && hasAsked !== null));
    queueMicrotask(() => isLed && this.#input?.focus());
  }

  #send(): void {
    const text = this.#input?.value ?? '';
    this.#isInvalid = !isCode(text);
    if (this.#isInvalid) this.#isWrongNow = true;
    else if (this.#phase === 'sending') this.#isEarly = true;
    else this.#context?.onCode?.submit(text);
    this.#options.update();
  }

  readonly #handleSubmit = (event: Event): void => {
    event.preventDefault();
    if (this.#phase !== 'checking') this.#send();
  };

  readonly #handleInput = (event: Event): void => {
    event.stopPropagation(); // what is typed is nobody else's business
    const input = event.target as HTMLInputElement;
    const said = cleanText(input.value);
    const digits = digitsOf(said);
    // A message may hold other numbers, such as the amount.
    const text = /(?<!\$ ?|COP ?)\b\d{6}\b(?! ?COP)/.exec(said)?.[0] ?? digits.slice(0, 6);
    if (text !== input.value) input.value = text;
    if (this.#isInvalid) {
      this.#isInvalid = false;
      this.#options.update();
    }
    // A code that was pasted or filled in from the message is not mistyped, and is sent at once. One that was typed, or
    // picked out of other numbers, waits for the button: tries are few. The last try always waits for it.
    const isLast = this.#context?.code?.triesLeft === 1;
    if (isCode(digits) && !isLast && !typed.test((event as InputEvent).inputType)) this.#send();
  };
}
