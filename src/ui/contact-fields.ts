import { html, nothing, type TemplateResult } from 'lit';
import type { Customer } from '../domain/customer.ts';
import { emailOf, isEmail } from '../domain/email.ts';
import { renderField } from './field.ts';
import type { FieldProblem, FormContext, FormRoot } from './method-form.ts';

/** The e-mail address, asked for when the page has not given it: every transaction needs one (SPEC.md section 4.2). */
export class ContactFields {
  readonly #parts: FormRoot;
  #isWrong = false;

  constructor(parts: FormRoot) {
    this.#parts = parts;
  }

  /** @param isShown what was typed stays where it is not shown. */
  render({ words, isBusy, email }: FormContext, isShown = true): TemplateResult | typeof nothing {
    if (email) return nothing;
    const field = renderField({
      name: 'customer_email',
      label: words.email,
      error: this.#isWrong ? words.emailInvalid : undefined,
      isBusy,
      type: 'email',
      autocomplete: 'email',
      inputMode: 'email',
      enterKeyHint: 'done',
      onInput: () => this.#mark(false),
      onLeave: () => this.#mark(!this.#isValid),
    });
    return html`<div class="asked" ?hidden=${!isShown}>${field}</div>`;
  }

  firstEmpty({ email }: FormContext): string | undefined {
    return email || this.#email ? undefined : 'customer_email';
  }

  check(context: FormContext): FieldProblem[] {
    this.#mark(!context.email && !this.#isValid);
    return this.problems(context);
  }

  problems({ words, email }: FormContext): FieldProblem[] {
    return this.#isWrong && !email ? [{ name: 'customer_email', message: words.emailInvalid }] : [];
  }

  values(): Customer {
    return this.#control ? { email: this.#email } : {};
  }

  reset(): void {
    if (this.#control) this.#control.value = '';
    this.#isWrong = false;
  }

  /** Also where the form is hidden: a reset empties it there. */
  get #control(): HTMLInputElement | null {
    return this.#parts.root().querySelector<HTMLInputElement>('[name=customer_email]');
  }

  get #email(): string {
    return emailOf(this.#control?.value ?? '');
  }

  get #isValid(): boolean {
    return isEmail(this.#email);
  }

  #mark(isWrong: boolean): void {
    if (isWrong === this.#isWrong) return;
    this.#isWrong = isWrong;
    this.#parts.update();
  }
}
