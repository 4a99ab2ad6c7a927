import { fixture, html } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import { CheckoutError } from '../../src/domain/checkout-error.ts';
import type { Institution } from '../../src/domain/wire/institution-list.ts';
import { loadMessages } from '../../src/messages/catalogue.ts';
import { es } from '../../src/messages/es.ts';
import { formMaker } from '../../src/methods/create-form.ts';
import { MethodForms } from '../../src/methods/method-forms.ts';
import { renderMethodSection } from '../../src/methods/method-section.ts';
import type { FormParts, PaymentMethod } from '../../src/methods/payment-method.ts';
import { paymentMethods } from '../../src/methods/registry.ts';
import type { FieldProblem, FormContext } from '../../src/ui/method-form.ts';
import { styles } from '../../src/ui/styles.ts';
import { allIn } from '../ui/pierced.ts';

export const banks: Institution[] = [
  { code: '1104', name: 'BANCO ANDINO' },
  { code: '1107', name: 'BANCO DEL PÁRAMO' },
  { code: '1110', name: 'COOPERATIVA EL ROBLE' },
  { code: '1113', name: 'CRÉDITO PACÍFICO' },
];

/** The methods without a checkout around them. */
export class MethodStand extends LitElement {
  static override readonly styles = styles;
  context: FormContext = {
    words: es,
    locale: 'es',
    isTest: true,
    isBusy: false,
    email: 'ana@example.com',
    merchantName: 'Café Neblina',
  };
  institutions: () => Promise<Institution[]> = () => Promise.resolve(banks);
  readonly #parts: FormParts = {
    update: () => this.requestUpdate(),
    root: () => this.renderRoot,
    tokenize: () => Promise.reject(new CheckoutError('network', '')),
    service: () => 'pub_test_1 https://payments.test',
    institutions: () => this.institutions(),
    typed: new Map(),
  };
  readonly forms = new MethodForms(this.#parts, () => Promise.resolve(formMaker(this.#parts)));

  override render(): TemplateResult {
    return html`<form class="form">${renderMethodSection(this.forms, this.context, (type) => this.forms.choose(type))}</form>`;
  }

  /** Chooses a method and waits for its form. */
  async choose(type: string): Promise<void> {
    this.forms.choose(type);
    this.requestUpdate();
    await this.settled();
  }

  /** Waits until the chosen form is there and nothing more is rendered. */
  async settled(): Promise<void> {
    // A turn of the event loop, in which fetched modules arrive; then as many as the form needs.
    do await new Promise((resolve) => setTimeout(resolve));
    while (this.forms.selected && !this.forms.form && !this.forms.isMissing);
    do await this.updateComplete;
    while (this.isUpdatePending);
  }

  async speak(locale: 'es' | 'en' | 'pt'): Promise<void> {
    this.context = { ...this.context, locale, words: await loadMessages(locale) };
    this.requestUpdate();
    await this.settled();
  }

  /** The visible controls by their names, each name once. */
  get names(): string[] {
    const controls = allIn(this.renderRoot, '[name]');
    return [...new Set(controls.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('name') ?? ''))];
  }

  control(name: string): HTMLInputElement {
    const found = allIn<HTMLInputElement>(this.renderRoot, `[name="${name}"]`).find((one) => one.checkVisibility());
    if (!found) throw new Error(`${name} is not there`);
    return found;
  }

  /** What goes under a name without having been asked for. */
  unasked(name: string): string | undefined {
    return allIn<HTMLInputElement>(this.renderRoot, `[type=hidden][name="${name}"]`)[0]?.value;
  }

  /** What is said at a field, else the hint beside its label. */
  note(name: string): string {
    const [said] = [`#${name}-note`, `#${name}-hint`].flatMap((id) => allIn(this.renderRoot, id));
    return said?.textContent?.trim() ?? '';
  }

  /** As the pay button does. */
  check(): FieldProblem[] {
    if (!this.forms.form) throw new Error('no form is there');
    return this.forms.form.check(this.context);
  }

  /** Puts a text into a control as if it was pasted. */
  async put(name: string, text: string): Promise<void> {
    const control = this.control(name);
    control.value = text;
    control.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
    control.dispatchEvent(new Event('change', { bubbles: true }));
    await this.settled();
  }
}

customElements.define('method-stand', MethodStand);

export async function methodStand(methods: readonly PaymentMethod[] = paymentMethods): Promise<MethodStand> {
  const stand = await fixture<MethodStand>(html`<method-stand></method-stand>`);
  stand.forms.offer(methods);
  stand.requestUpdate();
  await stand.settled();
  return stand;
}
