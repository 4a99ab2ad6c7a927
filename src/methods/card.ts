import { isServer, type TemplateResult } from 'lit';
import { html as staticHtml, unsafeStatic } from 'lit/static-html.js';
import type { PaymentDetails } from '../checkout/configuration.ts';
import type { CheckoutError } from '../domain/checkout-error.ts';
import { isInForm } from '../ui/is-in-form.ts';
import { cardFieldsTag, type CardFieldEvent, type CardFields } from '../ui/card-fields.ts';
import type { FieldProblem, FormContext, MethodForm } from '../ui/method-form.ts';
import type { FormMethod, FormParts } from './payment-method.ts';

/** The card among the methods: an element of its own has the fields and all that is typed into them. */
export class CardForm implements MethodForm {
  readonly staysMounted = true;
  readonly #tag = cardFieldsTag();
  readonly #parts: FormParts;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  render({ words, isBusy, isSource = false, email, networks = '' }: FormContext): TemplateResult {
    const tag = unsafeStatic(this.#tag);
    return staticHtml`<${tag}
      class="card-fields"
      exportparts="field, label, input, error"
      .words=${words}
      .isBusy=${isBusy}
      .isSource=${isSource}
      .isLast=${Boolean(email)}
      .networks=${networks}
      .tokenizer=${this.#parts.tokenize}
      .service=${this.#parts.service}
      .isInForm=${!isServer && isInForm(this.#parts.root())}
      @field-input=${({ field }: CardFieldEvent) => this.#parts.edited?.(field)}
      @field-focus=${() => this.#parts.entered?.()}
      @field-blur=${({ field }: CardFieldEvent) => this.#parts.left?.(field)}
      @problems-change=${() => this.#parts.update()}
      @enter=${() => this.#parts.enter?.()}
    ></${tag}>`;
  }

  check({ words }: FormContext): FieldProblem[] {
    return this.#fields?.check(words) ?? [];
  }

  problems({ words }: FormContext): FieldProblem[] {
    return this.#fields?.problems(words) ?? [];
  }

  firstEmpty(): string | undefined {
    return this.#fields?.firstEmpty();
  }

  focus(name: string): boolean {
    return this.#fields?.focusField(name) ?? false;
  }

  async collect(): Promise<PaymentDetails> {
    const fields = this.#fields;
    if (!fields) throw new Error('The card fields are not on the page.');
    return { paymentMethod: { ...(await fields.tokenize()) } };
  }

  spent(): void {
    this.#fields?.clear();
  }

  refuse(error: CheckoutError): boolean {
    return this.#fields?.refuse(error) ?? false;
  }

  reset(): void {
    this.#fields?.reset();
  }

  /** Also where the checkout is off the page: what was typed is emptied there, too. A server has no tree to look in. */
  get #fields(): CardFields | null {
    return isServer ? null : this.#parts.root().querySelector<CardFields>(this.#tag);
  }
}

/** SPEC.md section 4.4, CARD. */
export const card: FormMethod = {
  type: 'CARD',
  title: { es: 'Tarjeta', en: 'Card', pt: 'Cartão' },
  hint: { es: 'Crédito o débito', en: 'Credit or debit', pt: 'Crédito ou débito' },
  icon: 'M3 6h18v12H3zm0 4h18M7 15h3',
  createForm: (parts) => new CardForm(parts),
};
