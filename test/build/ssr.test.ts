import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { html, type TemplateResult } from 'lit';
import { defineCheckout } from '../../src/define.ts';
import { atHand } from '../../src/messages/catalogue.ts';
import { until } from '../e2e/until.ts';

/** What a page would be sent, and what of it can be read. */
function rendered(template: TemplateResult): { page: string; text: string } {
  const page = collectResultSync(render(template));
  const text = page.replaceAll(/<style>[^]*?<\/style>|<!--[^]*?-->|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return { page, text };
}

/** The start tag of a control. */
function controlIn(page: string, name: string): string {
  const tag = page.match(/<(?:input|select)\b[^>]*>/g)?.find((one) => one.includes(`name="${name}"`));
  assert(tag, `there is no ${name}`);
  return tag;
}

const usual = (locale: string) => html`
  <pay-checkout public-key="pub_test_1" base-url="https://api.example" amount-in-cents="11900000" locale=${locale}>
    <p slot="header">Tienda</p>
  </pay-checkout>
`;

describe('the checkout, rendered by a server', () => {
  before(async () => {
    defineCheckout();
    await until(async () => Boolean(atHand.en && atHand.pt), 'all languages');
  });

  it('is the frame of the form, with its amount, its methods and its card fields', () => {
    const { page, text } = rendered(usual('es'));
    assert.match(page, /<template[^>]* shadowrootmode="open"/);
    assert.match(page, /<pay-card-fields[^>]*><template[^>]* shadowrootmode="open"/);
    for (const name of ['number', 'expiry', 'cvc', 'card_holder', 'installments', 'customer_email']) {
      assert.doesNotMatch(controlIn(page, name), / value=/, name);
    }
    assert.match(
      text,
      /\$\s?119\.000.*Modo de prueba.*¿Cómo quieres pagar\?.*Número de la tarjeta.*Pagar \$\s?119\.000/u,
    );
  });

  it('speaks the language of the page', () => {
    assert.match(rendered(usual('en')).text, /Test mode.*Card number/);
    assert.match(rendered(usual('pt-BR')).text, /Número do cartão/);
  });

  it('ticks no consent, and the chosen method alone', () => {
    const { page } = rendered(usual('es'));
    for (const name of ['acceptance_token', 'accept_personal_auth'])
      assert.doesNotMatch(controlIn(page, name), /checked/);
    const chosen = page.match(/<input[^>]*payment_method_type[^>]*>/g)?.filter((tag) => /checked/.test(tag)) ?? [];
    assert.equal(chosen.length, 1);
    assert.match(chosen[0] ?? '', /value="CARD"/);
  });

  it('S12: holds no card field where no method is chosen, or another one: no script guards it yet', () => {
    for (const preselect of ['none', 'BANKA_QR']) {
      const { page } = rendered(html`
        <pay-checkout public-key="pub_test_1" amount-in-cents="11900000" preselect=${preselect}></pay-checkout>
      `);
      assert.match(controlIn(page, 'payment_method_type'), /type="radio"/);
      assert.doesNotMatch(page, /<pay-card-fields|name="(?:number|cvc|expiry|card_holder)"/, preselect);
    }
  });

  it('needs no document, no window and no network, also where servers connect what they render', () => {
    const page = globalThis as { litSsrCallConnectedCallback?: boolean };
    page.litSsrCallConnectedCallback = true;
    try {
      assert.match(rendered(usual('es')).page, /name="number"/);
    } finally {
      delete page.litSsrCallConnectedCallback;
    }
  });

  it('says nothing of the order but its amount', () => {
    const { page } = rendered(html`
      <pay-checkout
        amount-in-cents="4200000"
        .createOrder=${() => Promise.reject(new Error('a server has no payer'))}
        .profile=${{ authorization: () => 'Bearer secret' }}
      ></pay-checkout>
    `);
    assert.doesNotMatch(page, /createOrder|secret|object Object/);
    assert.match(page, /42\.000/);
  });
});
