import { fixture, html } from '@open-wc/testing';
import { LitElement, type TemplateResult } from 'lit';
import type { CardToken } from '../../src/domain/wire/card-token.ts';
import { es } from '../../src/messages/es.ts';
import { CardForm } from '../../src/methods/card.ts';
import type { CardFields } from '../../src/ui/card-fields.ts';
import type { FormContext } from '../../src/ui/method-form.ts';
import { styles } from '../../src/ui/styles.ts';
import { paste } from './typing.ts';

type Tokenize = (card: Record<string, string>) => Promise<CardToken>;

export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

/** The card fields alone, in a tree of their own, with a service that answers as the test says. */
export class CardRoom extends LitElement {
  static override readonly styles = styles;
  words = es;
  isBusy = false;
  networks = '';
  /** What the form has told whoever shows it. */
  readonly told: string[] = [];
  readonly sent: Record<string, string>[] = [];
  service = 'pub_test_1 https://payments.test';
  answer: Tokenize = async () => ({ id: `tok_${this.sent.length}`, expires_at: inAnHour() });
  readonly form = new CardForm({
    update: () => this.requestUpdate(),
    edited: (name) => this.told.push(`edited ${name}`),
    entered: () => this.told.push('entered'),
    left: (name) => this.told.push(`left ${name}`),
    enter: () => this.told.push('enter'),
    root: () => this.renderRoot,
    institutions: () => Promise.resolve([]),
    typed: new Map(),
    service: () => this.service,
    tokenize: (card) => {
      this.sent.push(card);
      return this.answer(card);
    },
  });

  get context(): FormContext {
    const { words, isBusy, networks } = this;
    return { words, locale: 'es', isTest: true, isBusy, networks };
  }

  override render(): TemplateResult {
    return this.form.render(this.context);
  }

  /** The element that the form is. */
  get fields(): CardFields {
    return this.renderRoot.querySelector('pay-card-fields')!;
  }

  control(name: string): HTMLInputElement {
    const found = this.fields.renderRoot.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (!found) throw new Error(`There is no control ${name}.`);
    return found;
  }

  /** What is said below a control, as assistive technology finds it. */
  async noteOf(name: string): Promise<string> {
    await this.settled();
    const id = this.control(name).getAttribute('aria-describedby');
    return (id?.endsWith('-note') && this.fields.renderRoot.querySelector(`#${id}`)?.textContent) || '';
  }

  /** Everything is rendered. */
  async settled(): Promise<void> {
    await this.updateComplete;
    // False where a rendering has asked for another one.
    while (!(await this.fields.updateComplete)) continue;
  }

  async isMarked(name: string): Promise<boolean> {
    await this.settled();
    return this.control(name).getAttribute('aria-invalid') === 'true';
  }
}
customElements.define('card-room', CardRoom);

/** A new, empty room. */
export const enter = (): Promise<CardRoom> => fixture<CardRoom>(html`<card-room></card-room>`);

/** Two digits. */
export const nextYear = String((new Date().getFullYear() + 1) % 100);

/** Pastes a good card, or what is given. */
export const fillCard = (room: CardRoom, values: Record<string, string> = {}): void => {
  const card = {
    number: '4242424242424242',
    expiry: `12${nextYear}`,
    cvc: '123',
    card_holder: 'Ana María Núñez',
    ...values,
  };
  for (const [name, value] of Object.entries(card)) paste(room.control(name), value);
};
