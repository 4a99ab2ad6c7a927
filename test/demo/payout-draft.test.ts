import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchOf, newDraft, newRow, problemsOf, totalInCents } from '../../demo/payouts/draft.ts';
import { parseAmount } from '../../demo/payouts/parse-amount.ts';
import { plainKey } from '../../demo/payouts/plain-key.ts';
import { parseTable } from '../../demo/payouts/parse-table.ts';
import { timesAsLong } from '../times-as-long.ts';

describe('amounts as people write them', () => {
  for (const [text, cents] of [
    ['150000', 15_000_000],
    ['$ 150.000', 15_000_000],
    ['$\u00a01.250.000', 125_000_000],
    ["1'250.000", 125_000_000],
    ['1’250.000,50', 125_000_050],
    ['1,250,000.50', 125_000_050],
    ['1250000,5', 125_000_050],
    ['1.5', 150],
    ['1.500', 150_000],
    ['COP 90.000', 9_000_000],
    ['0', 0],
  ] as const)
    it(`reads ${text}`, () => assert.equal(parseAmount(text), cents));

  for (const text of ['', 'x', '-5', '1.25.000', '1.2500', '1,25,000', '12.345.67', '1e5', '1.000.000.000.000.000.000'])
    it(`leaves ${text || 'nothing'} to be asked for`, () => assert.equal(parseAmount(text), undefined));
});

describe('keys as people write them', () => {
  for (const [text, key] of [
    ['300 123 4567', '3001234567'],
    ['+57 300 123 4567', '3001234567'],
    ['+573001234567', '3001234567'],
    ['57 300 123 4567', '3001234567'],
    ['(300) 123-4567', '3001234567'],
    ['300-123-4567', '3001234567'],
    [' 300\u00a0123\u20114567 ', '3001234567'],
    ['900.123.456', '900123456'],
    ['1.012.345.678', '1012345678'],
    ['1 012 345 678', '1012345678'],
  ] as const)
    it(`sends ${text} as ${key}`, () => {
      assert.equal(plainKey(text), key);
      const row = newRow({ key: text, name: 'Ana', email: 'ana@example.com', amount: '1' });
      const draft = { ...newDraft('acc'), rows: [row] };
      assert.equal(batchOf(draft).transactions[0]?.key, key);
      assert.deepEqual(problemsOf(draft), { batch: [], rows: new Map() });
    });

  for (const key of ['3001234567', '@tienda01', 'ana.rojas@example.com', '573001234567', '00012345', 'AB123456'])
    it(`leaves ${key}, which is one`, () => assert.equal(plainKey(key), key));

  for (const text of ['900.123.456-7', '90.01.23', '200 123 4567', '+1 300 123 4567', 'ana rojas', '@a.b', '1-2', ''])
    it(`does not guess what ${text || 'nothing'} means`, () => assert.equal(plainKey(text), text));
});

describe('a table from a spreadsheet', () => {
  const ana = { key: '3001234567', name: 'Ana Rojas', email: 'ana@example.com', amount: '$ 150.000' };

  it('is read as the form has it when nothing says which column is which', () => {
    assert.deepEqual(parseTable('3001234567\tAna Rojas\tana@example.com\t$ 150.000\r\n'), [ana]);
  });

  it('is read by its heading, in any order, with accents and further columns', () => {
    const text =
      'Ciudad\tValor a pagar\tCORREO ELECTRÓNICO\tBeneficiario\tLlave\nCali\t$ 150.000\tana@example.com\tAna Rojas\t3001234567';
    assert.deepEqual(parseTable(text), [ana]);
  });

  it('may come as CSV with semicolons or commas, quotes, and line ends inside of quotes', () => {
    const semicolons = 'llave;nombre;correo;valor\n3001234567;"Ana Rojas";ana@example.com;$ 150.000\n';
    assert.deepEqual(parseTable(semicolons), [ana]);
    const commas = 'nombre,valor,llave,correo\n"Rojas, ""Ana""\nMaría","1,250.50",@tienda01,ana@example.com';
    assert.deepEqual(parseTable(commas), [
      { key: '@tienda01', name: 'Rojas, "Ana"\nMaría', email: 'ana@example.com', amount: '1,250.50' },
    ]);
  });

  it('leaves out blank lines and blanks around cells, and keeps rows with too few cells', () => {
    assert.deepEqual(parseTable('\n \t \n 3001234567 \tAna\n\n'), [
      { key: '3001234567', name: 'Ana', email: '', amount: '' },
    ]);
    assert.deepEqual(parseTable(''), []);
  });

  it('may be long', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `300${String(at).padStart(7, '0')}\tAna\ta@b.co\t1000`);
    const started = performance.now();
    const rows = parseTable(lines.join('\n'));
    assert.equal(rows.length, 10_000);
    assert.equal(rows[9_999]?.key, '3000009999');
    assert.ok(performance.now() - started < 5000);
  });

  it('keeps all of a cell with several quoted words', () => {
    assert.deepEqual(parseTable('3001234567\t"Juan" "el Flaco" Perez\ta@b.co\t"1500" "2"'), [
      { key: '3001234567', name: 'Juan "el Flaco" Perez', email: 'a@b.co', amount: '1500 "2"' },
    ]);
  });

  it('S8: takes no longer for quotes in a cell that has not begun with one', async () => {
    const reading = (text: string) => () => void parseTable(text);
    const length = 200_000;
    assert.ok((await timesAsLong(reading(`a${'"'.repeat(length)}`), reading('a'.repeat(length)), 20)) < 20);
    assert.ok((await timesAsLong(reading('a"b '.repeat(length / 4)), reading('a'.repeat(length)), 20)) < 20);
  });

  it('S8: takes no longer for accents in disorder where a heading may stand', async () => {
    const reading = (text: string) => () => void parseTable(`${text}\tb\nc\td`);
    const accents = 'a' + '\u0301\u0316'.repeat(50_000);
    assert.ok((await timesAsLong(reading(accents), reading('a'.repeat(accents.length)), 10)) < 10);
  });

  it('S8: takes no longer for a long heading above short lines', async () => {
    for (const name of ['x', 'valor']) {
      const heading = `llave\tnombre${`\t${name}`.repeat(5000)}`;
      const lines = '\n3001234567\tAna'.repeat(5000);
      const apart = () => [parseTable(heading), parseTable(`llave\tnombre${lines}`)];
      assert.ok((await timesAsLong(() => parseTable(heading + lines), apart, 5)) < 5);
    }
  });
});

describe('a batch in the making', () => {
  const good = { key: ' 3001234567 ', name: ' Ana ', email: ' ana@example.com', amount: '$ 150.000' };

  it('becomes what the service takes, in minor units, without the empty rows', () => {
    const draft = { ...newDraft('acc_test_main'), rows: [newRow(), newRow(good), newRow()] };
    const { reference, ...rest } = batchOf(draft);
    assert.match(reference, /^LOTE-\d{4}-\d\d-\d\d-[0-9A-F]{4}$/);
    assert.deepEqual(rest, {
      accountId: 'acc_test_main',
      paymentType: 'PROVIDERS',
      transactions: [{ amount: 15_000_000, name: 'Ana', email: 'ana@example.com', key: '3001234567' }],
    });
    assert.equal(totalInCents(draft), 15_000_000);
    assert.deepEqual(batchOf({ ...draft, outcome: 'FAILED' }).transactionStatus, 'FAILED');
  });

  it('names every bad row by its id, the first field first', () => {
    const rows = [newRow(good), newRow(), newRow({ key: '@x', name: '', email: 'ana', amount: 'mucho' })];
    const { batch, rows: problems } = problemsOf({ ...newDraft('acc_test_main'), rows });
    assert.deepEqual(batch, []);
    assert.deepEqual([...problems.keys()], [rows[2]?.id]);
    assert.deepEqual(Object.keys(problems.get(rows[2]?.id ?? 0) ?? {}), ['key', 'name', 'email', 'amount']);
  });

  it('says what is wrong with the whole', () => {
    const draft = { ...newDraft(), reference: ' ', rows: [] };
    assert.deepEqual(problemsOf(draft).batch, [
      'Escribe una referencia.',
      'Elige la cuenta de la que sale el dinero.',
      'Agrega al menos un pago.',
    ]);
  });

  it('asks for the first row when there is nothing in any', () => {
    const rows = [newRow(), newRow()];
    assert.deepEqual(problemsOf({ ...newDraft('acc_test_main'), rows }), {
      batch: [],
      rows: new Map([[rows[0]?.id, { key: 'Escribe la llave' }]]),
    });
  });

  it('has a key and a reference of its own', () => {
    const keys = new Set(Array.from({ length: 100 }, () => newDraft().idempotencyKey));
    assert.equal(keys.size, 100);
    for (const key of keys) assert.match(key, /^[A-Za-z0-9-]{1,64}$/);
  });
});
