/** What is pasted, on purpose or not: phone numbers of other countries, characters nobody can see, megabytes. */
import { expect } from '@open-wc/testing';
import { paymentMethods } from '../../src/methods/registry.ts';
import { leave, paste, type as typeText } from '../ui/typing.ts';
import { methodStand, type MethodStand } from './method-stand.ts';
import { timeOf, timesAsLong } from '../times-as-long.ts';

const collected = async (stand: MethodStand) => stand.forms.form?.collect(stand.context);
const isRefused = async (stand: MethodStand, name: string): Promise<boolean> => {
  leave(stand.control(name));
  await stand.settled();
  return stand.control(name).getAttribute('aria-invalid') === 'true';
};

describe('the phone number', () => {
  for (const [typed, sent] of [
    ['+1 305 555 0123', '+13055550123'],
    ['0034 612 345 678', '+34612345678'],
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['(601) 123 4567', '+576011234567'],
    ['300 123 4567', '+573001234567'],
    ['\u202A+57 300 123 4567\u202C', '+573001234567'],
    ['３００　１２３　４５６７', '+573001234567'],
  ] as const)
    it(`B5: of a bank debit is international: ${typed}`, async () => {
      const stand = await methodStand();
      await stand.choose('BANKDEBIT');
      typeText(stand.control('phone_number'), typed);
      expect(stand.control('phone_number').value, 'stays as it was typed').to.equal(typed);
      expect(await isRefused(stand, 'phone_number')).to.equal(false);
      expect((await collected(stand))?.customer?.phoneNumber).to.equal(sent);
    });

  it('B5: of a bank debit is refused where nobody could be reached at it', async () => {
    const stand = await methodStand();
    await stand.choose('BANKDEBIT');
    for (const typed of [
      '300 123',
      '1 305 555 0123',
      'ana@example.com',
      '+57 300 123 456',
      '+1 305 555 0123 ext. 45',
      '+1 305 555 0123, 305',
      '+34 612 345 678 / 9',
    ]) {
      await stand.put('phone_number', typed);
      expect(await isRefused(stand, 'phone_number'), typed).to.equal(true);
      expect(stand.note('phone_number')).to.match(/^Escríbelo así: \+57.300.123.4567$/);
    }
  });

  for (const [code, typed, sent] of [
    ['+57', '300 123 4567', ['+57', '3001234567']],
    ['+57', '(604) 123 4567', ['+57', '6041234567']],
    ['+57', '+57 300 123 4567', ['+57', '3001234567']],
    ['57', '57 300 123 4567', ['+57', '3001234567']],
    ['1', '(305) 555-0123', ['+1', '3055550123']],
    ['+1', '+1 305 555 0123', ['+1', '3055550123']],
    ['0034', '612 345 678', ['+34', '612345678']],
    ['＋５９３', '９９ 123 4567', ['+593', '991234567']],
    ['+44', '(0)20 7946 0958', ['+44', '2079460958']],
    ['+44', '+44 (0)20 7946 0958', ['+44', '2079460958']],
  ] as const)
    it(`B5: of paying later has the code of any country: ${code}, ${typed}`, async () => {
      const stand = await methodStand();
      await stand.choose('BNPL');
      await stand.put('phone_code', code);
      await stand.put('phone_number', typed);
      expect(await isRefused(stand, 'phone_code')).to.equal(false);
      expect(await isRefused(stand, 'phone_number')).to.equal(false);
      const { phone_code, phone_number } = (await collected(stand))?.paymentMethod ?? {};
      expect([phone_code, phone_number]).to.deep.equal(sent);
    });

  it('B5: of paying later is none of another country than its code says', async () => {
    const stand = await methodStand();
    await stand.choose('BNPL');
    for (const [code, typed] of [
      ['+57', '+1 305 555 0123'],
      ['+57', '305 555 012'],
      ['+34', '12'],
      ['+34', '612 345 678 / 9'],
      ['+1', '+1 305 555 0123 x45'],
    ] as const) {
      await stand.put('phone_code', code);
      await stand.put('phone_number', typed);
      expect(await isRefused(stand, 'phone_number'), typed).to.equal(true);
      expect(stand.note('phone_number')).to.equal('Revisa el indicativo y el número');
    }
  });

  for (const type of ['WALLET_A', 'WALLET_B'])
    it(`B5: of ${type} is a Colombian mobile number, and no part of another country’s`, async () => {
      const stand = await methodStand();
      await stand.choose(type);
      for (const [typed, sent] of [
        ['300 123 4567', '3001234567'],
        ['+57 300 123 4567', '3001234567'],
        ['３００ 123 4567\u200E', '3001234567'],
        ['+31 23 456 7890', undefined],
        ['+1 305 555 0123', undefined],
        ['601 123 4567', undefined],
        ['300 123 456 / 7', undefined],
        ['300 123 45 ext 67', undefined],
      ] as const) {
        await stand.put('phone_number', typed);
        expect(await isRefused(stand, 'phone_number'), typed).to.equal(sent === undefined);
        if (sent) expect((await collected(stand))?.paymentMethod['phone_number']).to.equal(sent);
      }
      stand.control('phone_number').value = '';
      typeText(stand.control('phone_number'), '+3123456789');
      expect(await isRefused(stand, 'phone_number'), 'key by key').to.equal(true);
    });
});

describe('characters that nobody can see', () => {
  it('B4: reach no field of a request', async () => {
    const stand = await methodStand();
    stand.context = { ...stand.context, isDescribed: true };
    await stand.choose('BNPL');
    const around = (text: string): string => `\u202A${text.replace('n', 'n\u00AD')}\u00A0\uFEFF`;
    for (const [name, value] of Object.entries({
      name: 'Ana',
      last_name: 'Peña Rincón',
      user_legal_id: '１０１２345678',
      phone_number: '300 123 4567',
      payment_description: 'Un café',
    }))
      await stand.put(name, around(value));
    expect(stand.check()).to.deep.equal([]);
    const { user_legal_id_type: _, ...sent } = (await collected(stand))?.paymentMethod ?? {};
    expect(sent).to.deep.equal({
      name: 'Ana',
      last_name: 'Peña Rincón',
      user_legal_id: '1012345678',
      phone_code: '+57',
      phone_number: '3001234567',
      payment_description: 'Un café',
    });
  });

  it('B4: leave no half of a picture in a description that is cut', async () => {
    const stand = await methodStand();
    stand.context = { ...stand.context, merchantName: 'Café Neblina de Ana 👩🏽‍🍳👩🏽‍🍳' };
    await stand.choose('WALLET_B');
    expect(stand.unasked('payment_description')).to.equal('Compra en Café Neblina de Ana');
    stand.context = { ...stand.context, merchantName: 'Café Neblina 👩🏽‍🍳👩🏽‍🍳' };
    stand.requestUpdate();
    await stand.settled();
    expect(stand.unasked('payment_description')).to.equal('Compra en Café Neblina 👩🏽‍🍳');
  });
});

describe('a text of a hundred thousand characters', () => {
  const length = 100_000;
  const languages = ['es', 'en', 'pt'] as const;
  const texts = [
    'prosa y más prosa ',
    '4242424242424242',
    '4242 4242 4242 and so on ',
    '12/34-',
    '? ',
    '   ',
    '\u200B',
    '９',
    '@.',
    'é\u0301👩🏽‍🍳',
  ];

  for (const { type } of paymentMethods)
    it(`S8: takes no longer in a field of ${type} than a harmless one of its length`, async () => {
      const stand = await methodStand();
      await stand.choose(type);
      const putting = (name: string, text: string) => async () => {
        await stand.put(name, text);
        leave(stand.control(name));
        stand.check();
        await stand.settled();
      };
      for (const name of stand.names.filter((one) => stand.control(one).matches('input:not([type=radio])'))) {
        const harmless = putting(name, 'x'.repeat(length));
        await harmless();
        const usual = await timeOf(harmless);
        for (const [place, text] of texts.entries()) {
          await stand.speak(languages[place % 3] ?? 'es');
          const filled = text.repeat(length / text.length);
          for (const put of [filled, `4242 4242 4242${filled}!`]) {
            if ((await timeOf(putting(name, put))) < 50 * usual) continue;
            expect(await timesAsLong(putting(name, put), harmless, 50), `${name}: ${put.slice(0, 20)}`).to.be.below(50);
          }
        }
      }
    }).timeout(60_000);

  it('S8: is cut by each field where it is pasted', async () => {
    const stand = await methodStand();
    for (const { type } of paymentMethods) {
      await stand.choose(type);
      for (const name of stand.names.filter((one) => stand.control(one).matches('input:not([type=radio])'))) {
        paste(stand.control(name), 'x1'.repeat(2000));
        expect(stand.control(name).value.length, `${type} ${name}`).to.be.at.most(1000);
        await stand.settled();
      }
    }
  });
});
