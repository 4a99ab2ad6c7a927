import { expect, waitUntil } from '@open-wc/testing';
import { formatExpiry, isPast, parseExpiry } from '../../src/ui/card-expiry.ts';
import { enter } from './card-room.ts';
import { paste, pressBackspace, pressDelete, putCaret, type } from './typing.ts';

describe('the card number', () => {
  it('is grouped as its network prints it', async () => {
    const room = await enter();
    const number = room.control('number');
    for (const [typed, shown] of [
      ['4242424242424242', '4242 4242 4242 4242'],
      ['378282246310005', '3782 822463 10005'],
      ['30569309025904', '3056 930902 5904'],
      ['5555555555554444', '5555 5555 5555 4444'],
      ['999999999', '9999 9999 9'],
    ] as const) {
      number.value = '';
      type(number, typed);
      expect(number.value).to.equal(shown);
      expect(number.selectionStart, 'the caret stays at the end').to.equal(shown.length);
    }
  });

  it('takes a paste with blanks, hyphens and words, and ends where the network ends', async () => {
    const room = await enter();
    const number = room.control('number');
    paste(number, ' 5555-5555 5555\u00a04444 ');
    expect(number.value).to.equal('5555 5555 5555 4444');
    paste(number, 'Tarjeta: 378282246310005123');
    expect(number.value).to.equal('3782 822463 10005');
    for (const expiry of [' 12/29 123', ' 1 / 29', '/12/29', ' / 12 / 2029', ', 12-29', '\t02/29']) {
      for (const [digits, shown] of [
        ['5555 5555-55554444', '5555 5555 5555 4444'],
        ['378282246310005', '3782 822463 10005'],
        ['4242424242424242', '4242 4242 4242 4242'],
        ['4242-4242-4242-4242', '4242 4242 4242 4242'],
      ] as const) {
        paste(number, digits + expiry);
        expect(number.value, digits + expiry).to.equal(shown);
      }
    }
    paste(number, '42/42');
    expect(number.value).to.equal('4242');
  });

  it('keeps the caret between the same digits', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '42424242');
    putCaret(number, 2);
    type(number, '99');
    expect(number.value).to.equal('4299 4242 42');
    expect(number.selectionStart).to.equal(4);
    type(number, '1');
    expect(number.value).to.equal('4299 1424 242');
    expect(number.selectionStart).to.equal(6);
  });

  it('is deleted across its blanks, backwards and forwards', async () => {
    const room = await enter();
    const number = room.control('number');
    type(number, '42345678');
    putCaret(number, 5);
    pressBackspace();
    expect(number.value).to.equal('4235 678');
    expect(number.selectionStart).to.equal(3);
    putCaret(number, 4);
    pressDelete();
    expect(number.value).to.equal('4235 78');
    putCaret(number, number.value.length);
    for (let presses = 0; presses < 6; presses++) pressBackspace();
    expect(number.value).to.equal('');
  });

  it('says its network, with a mark', async () => {
    const room = await enter();
    const mark = (): string | undefined => room.fields.renderRoot.querySelector('.mark')?.innerHTML;
    const plain = mark();
    room.control('number').focus();
    type(room.control('number'), '37');
    await room.settled();
    const said = room.fields.renderRoot.querySelector('[role=status]');
    expect(said?.textContent).to.equal('American Express');
    await waitUntil(() => mark() !== plain, 'the network’s mark');
    paste(room.control('number'), '99');
    await room.settled();
    expect(said?.textContent).to.equal('');
  });
});

describe('the expiry', () => {
  it('is one field that takes what people type and paste', () => {
    for (const [given, shown] of [
      ['1', '1'],
      ['12', '12/'],
      ['122', '12/2'],
      ['1227', '12/27'],
      ['5', '05/'],
      ['1/27', '01/27'],
      ['1 / 27', '01/27'],
      ['12/2027', '12/27'],
      ['122027', '12/27'],
      ['12/20', '12/20'],
      ['12/202', '12/202'],
      ['12-27', '12/27'],
      ['2027-12', '12/27'],
      ['202712', '12/27'],
      ['12/279', '12/27'],
      ['27/12', '12/27'],
      ['39 - 5', '05/39'],
      ['2027/1', '27/1'],
      ['05/279', '05/27'],
      ['27/13', '13/27'],
    ] as const)
      expect(formatExpiry(given, false), given).to.equal(shown);
    expect(formatExpiry('12', true), 'a deleted slash stays deleted').to.equal('12');
  });

  it('is the same for those who type the year first, key by key', async () => {
    const room = await enter();
    const expiry = room.control('expiry');
    for (const [typed, shown] of [
      ['39/12', '12/39'],
      ['39/05', '05/39'],
      ['39/5', '05/39'],
      ['39/1', '39/1'],
      ['3912', '12/39'],
      ['3005', '05/30'],
      ['2039/12', '12/39'],
      ['203901', '01/39'],
      ['2039', '39/'],
      // The month first, as before.
      ['0227', '02/27'],
      ['2/27', '02/27'],
      ['02/2027', '02/27'],
      ['2/2030', '02/30'],
      ['30/9', '09/30'],
      ['330', '03/30'],
      ['3310', '03/31'],
      ['7281', '07/28'],
    ] as const) {
      expiry.value = '';
      type(expiry, typed);
      expect(expiry.value, typed).to.equal(shown);
    }
  });

  it('is read as two digits each, or not at all', () => {
    expect(parseExpiry('12/2027')).to.deep.equal({ month: '12', year: '27' });
    for (const wrong of ['', '1', '00/27', '13/27', '12/2', '12/202', 'mm/yy'])
      expect(parseExpiry(wrong), wrong).to.equal(undefined);
  });

  it('holds to the end of its month in Colombia', () => {
    const december = { month: '12', year: '26' };
    expect(isPast(december, Date.UTC(2027, 0, 1, 4, 59))).to.equal(false);
    expect(isPast(december, Date.UTC(2027, 0, 1, 5))).to.equal(true);
  });

  it('can be corrected at any place', async () => {
    const room = await enter();
    const expiry = room.control('expiry');
    type(expiry, '1227');
    expect(expiry.value).to.equal('12/27');
    for (let presses = 0; presses < 3; presses++) pressBackspace();
    expect(expiry.value).to.equal('12');
    pressBackspace();
    type(expiry, '028');
    expect(expiry.value).to.equal('10/28');
  });
});
