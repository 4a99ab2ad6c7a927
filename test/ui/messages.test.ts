import { expect } from '@open-wc/testing';
import type { CheckoutState } from '../../src/checkout/state.ts';
import { CheckoutError, type CheckoutErrorCode } from '../../src/domain/checkout-error.ts';
import { formatMoney } from '../../src/domain/money.ts';
import { transactionStatuses, type Transaction, type TransactionStatus } from '../../src/domain/transaction.ts';
import { statusLine } from '../../src/element/late-screens.ts';
import {
  fill,
  languageOf,
  spokenLocale,
  withOwn,
  type AllWords,
  type CatalogueKey,
  type Language,
} from '../../src/messages/catalogue.ts';
import { es as first } from '../../src/messages/es.ts';
import { allWords as all } from '../../src/messages/method-words.ts';
import { errorWords } from '../../src/ui/status/status-view.ts';
import { allWords } from './all-words.ts';

const languages: readonly Language[] = ['es', 'en', 'pt'];
const catalogues = await Promise.all(languages.map(allWords));
const [es] = catalogues as [AllWords, AllWords, AllWords];
const keys = Object.keys(es) as CatalogueKey[];

/** Names to fill in; the consents' braces hold the name of the document instead, which differ by language. */
const gapsOf = (text: string): string[] =>
  [...text.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => (name.includes(' ') ? '…' : name)).toSorted();

describe('the words', () => {
  it('are complete in each language, with the same gaps', () => {
    for (const [place, words] of catalogues.entries()) {
      expect(Object.keys(words)).to.deep.equal(keys);
      for (const key of keys) {
        expect(words[key], `${languages[place]} ${key}`).to.match(/^\S.*\S$/);
        expect(gapsOf(words[key]), `${languages[place]} ${key}`).to.deep.equal(gapsOf(es[key]));
      }
    }
  });

  it('take one line at 360 px where they stand below a field', () => {
    const drawing = document.createElement('canvas').getContext('2d')!;
    drawing.font = '13px system-ui';
    const card: CatalogueKey[] = ['numberAgain', 'numberMissing', 'numberShort', 'numberInvalid', 'numberRefused'];
    const row: CatalogueKey[] = ['expiryInvalid', 'expiryPast', 'cvcHintFront', 'cvcInvalid', 'installmentsNote'];
    const texts: CatalogueKey[] = ['holderInvalid', 'emailInvalid', 'fullNameInvalid', 'idInvalid', 'bankMissing'];
    const phones: CatalogueKey[] = ['phoneInvalid', 'contactPhoneInvalid', 'nationalPhoneInvalid', 'tooLong'];
    const consents: CatalogueKey[] = ['policyMissing', 'personalDataMissing'];
    for (const [room, below] of [
      [292, [...card, ...row, ...texts, ...phones]],
      [258, consents],
    ] as const)
      for (const words of catalogues)
        for (const key of below) {
          const text = fill(words[key], { count: '4–10' });
          expect(drawing.measureText(text).width, text).to.be.at.most(room);
        }
  });

  it('are translated', () => {
    const [, en, pt] = catalogues as [AllWords, AllWords, AllWords];
    const same = keys.filter((key) => en[key] === es[key]);
    expect(same, 'the same in English').to.deep.equal(['total', 'cvc']);
    expect(keys.filter((key) => pt[key] === es[key]).length, 'the same in Portuguese').to.be.below(keys.length / 4);
  });

  it('follow the locale, and are Spanish for languages that the catalogue lacks', () => {
    for (const [locale, language] of [
      ['es', 'es'],
      ['es-CO', 'es'],
      ['EN-us', 'en'],
      ['pt-BR', 'pt'],
      ['fr', 'es'],
      ['', 'es'],
      ['english', 'es'],
    ] as const)
      expect(languageOf(locale), locale).to.equal(language);
  });

  it('come with a locale that Intl accepts, whatever the page gives', () => {
    for (const [given, locale] of [
      ['es-CO', 'es-CO'],
      ['en_US', 'en-US'],
      ['es-419', 'es-419'],
      ['pt-Latn-BR', 'pt'],
      ['fr', 'es'],
      ['x', 'es'],
      ['', 'es'],
      [null, 'es'],
    ] as const)
      expect(spokenLocale(given), String(given)).to.equal(locale);
  });

  it('keep a gap visible that nothing fills', () => {
    expect(fill('{a} y {b}', { a: '1' })).to.equal('1 y {b}');
  });
});

describe('money', () => {
  it('is written as the payer reads it', () => {
    const pesos = { amountInCents: 11_900_000, currency: 'COP' };
    const plain = (locale: string, money = pesos) => formatMoney(money, locale).replace(/\s/g, ' ');
    expect(plain('es')).to.equal('$ 119.000');
    expect(plain('es-CO')).to.equal('$ 119.000');
    expect(plain('es', { ...pesos, amountInCents: 11_900_050 })).to.equal('$ 119.000,50');
    expect(plain('en')).to.equal('COP 119,000');
    expect(plain('pt')).to.equal('COP 119.000');
    const dollars = { amountInCents: 1050, currency: 'USD' };
    expect([plain('es', dollars), plain('pt', dollars)]).to.deep.equal(['US$ 10,50', 'US$ 10,50']);
    expect(plain('en-US', dollars)).to.equal('US$ 10.50');
    expect(plain('es', { amountInCents: 123_400_000, currency: 'EUR' })).to.equal('EUR 1.234.000,00');
  });

  it('is written as Intl writes it in Colombia and Brazil', () => {
    const regions = { es: 'es-CO', en: 'en-CO', pt: 'pt-BR' };
    const amounts = [1, 99, 100, 100_050, 99_999, 100_000, 11_900_000, 123_456_789, 100_000_000_000];
    for (const [language, region] of Object.entries(regions))
      for (const amountInCents of amounts) {
        const digits = amountInCents % 100 === 0 ? 0 : 2;
        const money = { style: 'currency', currency: 'COP', minimumFractionDigits: digits } as const;
        const own = new Intl.NumberFormat(region, money).format(amountInCents / 100);
        expect(formatMoney({ amountInCents, currency: 'COP' }, language)).to.equal(own);
      }
  });
});

describe('the line that stands in for the screens', () => {
  const transaction = (status: TransactionStatus): Transaction => ({
    id: '1',
    status,
    amount_in_cents: 1,
    reference: 'R',
    currency: 'COP',
    payment_method_type: 'CARD',
    payment_method: { type: 'CARD' },
  });
  const error = new CheckoutError('network', '');
  const pending = transaction('PENDING');
  const states: [string, CheckoutState][] = [
    ['loading', { status: 'loading' }],
    ['ready', { status: 'ready' }],
    ['refused', { status: 'ready', error }],
    ['handed over', { status: 'ready', handedOver: true }],
    ['submitting', { status: 'submitting', step: 'confirm' }],
    ['elsewhere', { status: 'submitting', step: 'confirm', elsewhere: true }],
    ['push', { status: 'action', action: { kind: 'push' }, transaction: pending }],
    ['redirect', { status: 'action', action: { kind: 'redirect', url: 'https://a.example' }, transaction: pending }],
    [
      'voucher',
      {
        status: 'action',
        action: { kind: 'voucher', agreementCode: '1', paymentIntention: '2' },
        transaction: pending,
      },
    ],
    ['processing', { status: 'processing', transaction: pending }],
    ['missed', { status: 'processing', transaction: pending, error, stalled: true }],
    ['unknown', { status: 'unknown', reference: 'R', resendable: true }],
    ['failed', { status: 'failed', error }],
    ...transactionStatuses.map((status): [string, CheckoutState] => [
      status,
      { status: 'settled', transaction: transaction(status) },
    ]),
  ];
  const success = /aprobad|approved|aprovad|recib|received|recebeu/i;
  const failure =
    /rechazad|declined|recusad|no se complet|not completed|não foi conclu|anulad|cancelad|cancelled|no puedes|cannot|não pode|não é possível/i;

  for (const [place, words] of catalogues.entries())
    it(`claims no result of a payment, which is for its screen (${languages[place]})`, () => {
      for (const [name, state] of states) {
        const line = statusLine(state, words);
        expect(success.test(line), `${name}: ${line}`).to.equal(false);
        expect(failure.test(line), `${name}: ${line}`).to.equal(name === 'failed');
      }
    });

  it('says of a payment that is being confirmed what its screen is headed with', () => {
    expect(statusLine({ status: 'submitting', step: 'create' }, es)).to.equal(es.paying);
    expect(statusLine({ status: 'submitting', step: 'confirm' }, es)).to.equal(es.stepConfirm);
  });

  it('is silent while the form speaks for itself', () => {
    expect(statusLine({ status: 'ready' }, es)).to.equal('');
  });
});

describe('a page’s own words', () => {
  it('stand in for those with as many gaps, of the first form and of what follows it', () => {
    const own = {
      pay: 'Ya: {amount}',
      total: 'Total {amount}',
      qrAlt: 'Cuadro de {amount}',
      redirectText: 'Vas a otra.',
    };
    const words = all(withOwn(first, own));
    expect(words.pay).to.equal(own.pay);
    expect(words.qrAlt).to.equal(own.qrAlt);
    expect(words.total).to.equal(es.total);
    expect(words.redirectText).to.equal(es.redirectText);
  });

  it('S8: are none where they are no texts, however much they look like some', () => {
    for (const like of [(text: string) => [text], (text: string) => ({ toString: () => text }), Symbol, Object]) {
      const own = Object.fromEntries(
        Object.entries({ ...es, CARD: 'Tarjeta' }).map(([key, text]) => [key, like(text)]),
      );
      expect(withOwn(es, own)).to.deep.equal(es);
    }
  });

  it('S2: never stand in the place of an amount', () => {
    const own = {
      pay: 'Pagar {monto}',
      amountUnseen: 'Confirma {precio}',
      amountChanged: 'De {before} a {before}',
      total: '',
      acceptPolicy: 'Acepto {todo}',
    };
    const words = withOwn(es, own);
    expect(words.pay).to.equal(es.pay);
    expect(words.amountUnseen).to.equal(es.amountUnseen);
    expect(words.amountChanged).to.equal(es.amountChanged);
    expect(words.acceptPolicy).to.equal(own.acceptPolicy);
    for (const pay of ['{ amount }', '{amount', '{{amount}}', '{AMOUNT}', '{amount} {fee}', 'Ya'])
      expect(withOwn(es, { pay }).pay, pay).to.equal(es.pay);
  });
});

describe('the words for an error', () => {
  it('never show the developer’s text, and send the payer to the shop where only the shop can help', () => {
    const say = (code: CheckoutErrorCode) => errorWords(new CheckoutError(code, 'stack trace'), es);
    expect(say('network')).to.contain('internet');
    expect(say('card_rejected')).to.equal(es.cardRefused);
    for (const code of ['signature_rejected', 'private_key_in_page', 'unauthorized', 'not_found'] as const)
      expect(say(code)).to.equal(es.errorShop);
  });

  it('do not blame the connection when the service itself could not give the contracts', () => {
    const say = (why: CheckoutErrorCode) =>
      errorWords(
        new CheckoutError('contracts_unreachable', 'no contracts', { cause: new CheckoutError(why, why) }),
        es,
      );
    expect(say('network')).to.equal(es.errorNetwork);
    expect(say('service_unavailable')).to.equal(es.errorService);
  });
});
