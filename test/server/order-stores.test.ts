import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import initSqlJs, { type Database } from 'sql.js';
import { fileStore, memoryStore, OrderBook, type OrderStore } from '../../src/server/index.ts';
import { ordersTable, pruneOrders, sqlStore } from '../documented/sql-store.ts';
import { storeContract } from './store-contract.ts';

const folder = mkdtempSync(join(tmpdir(), 'order-store-'));
after(() => rmSync(folder, { recursive: true }));
let folders = 0;
const newFolder = () => join(folder, String((folders += 1)), 'orders');

/** The store of the documents, on SQLite. */
const openSqlite = async (): Promise<OrderStore> => sqlStoreOn(await newDatabase());

async function newDatabase(): Promise<Database> {
  const sql = await initSqlJs();
  const database = new sql.Database();
  database.run(ordersTable);
  return database;
}

function sqlStoreOn(database: Database): OrderStore {
  return sqlStore(async (sql, values) => {
    const statement = database.prepare(sql);
    statement.bind(values);
    const rows: { record?: string }[] = [];
    while (statement.step()) rows.push(statement.getAsObject());
    statement.free();
    return { rows, changed: database.getRowsModified() };
  });
}

storeContract('in memory', memoryStore);
storeContract('in files', () => fileStore(newFolder()));
storeContract('in SQL, as the documents have it, on SQLite', openSqlite);

describe('an order store in SQL', () => {
  it('is pruned of what has not changed since a day, and of nothing else', async () => {
    const database = await newDatabase();
    const store = sqlStoreOn(database);
    const record = { format: 1, version: 1, cart: 'cart-1' } as const;
    for (const key of ['old', 'old and changed', 'new']) await store.compareAndSet(key, undefined, record);
    database.run(`update pay_orders set changed = '2025-09-30' where key <> 'new'`);
    await store.compareAndSet('old and changed', record, { ...record, version: 2 });
    database.run(pruneOrders, ['2025-10-01']);
    const left = await Promise.all(
      ['old', 'old and changed', 'new'].map(async (key) => (await store.get(key))?.version),
    );
    assert.deepEqual(left, [undefined, 2, 1]);
  });
});

describe('an order store in files', () => {
  const price = { id: 'cart-1', amountInCents: 11_900_000, currency: 'COP' };
  const bookIn = (path: string) => new OrderBook({ store: fileStore(path), secret: 'a-secret' });

  it('knows after a restart what it knew', async () => {
    const path = newFolder();
    const { reference } = await bookIn(path).order(price);
    assert.equal((await bookIn(path).order(price)).reference, reference);
  });

  it('keeps two stores of one folder, in one process, from overwriting each other', async () => {
    const path = newFolder();
    const [one, other] = [bookIn(path), bookIn(path)];
    const orders = await Promise.all(Array.from({ length: 20 }, (_, at) => (at % 2 ? one : other).order(price)));
    assert.equal(new Set(orders.map(({ reference }) => reference)).size, 1);
  });

  it('reads past what a crash in the middle of writing has left, and leaves nothing of it', async () => {
    const path = newFolder();
    const { reference } = await bookIn(path).order(price);
    for (const name of readdirSync(path)) writeFileSync(join(path, `${name}.new`), '{"format":1,"ver');
    assert.equal((await bookIn(path).order(price)).reference, reference);
    await bookIn(path).order({ ...price, id: 'cart-2' });
    assert.equal((await bookIn(path).order(price)).reference, reference);
  });

  it('says so when it cannot be read, rather than to begin anew', async () => {
    const path = newFolder();
    await bookIn(path).order(price);
    for (const name of readdirSync(path)) writeFileSync(join(path, name), '');
    await assert.rejects(bookIn(path).order(price), SyntaxError);
  });

  it('flushes the folder after a file was put in its place, where a folder can be flushed', async (t) => {
    const path = newFolder();
    const done: string[] = [];
    const { open, rename } = fs;
    t.after(() => syncBuiltinESMExports());
    t.mock.method(fs, 'rename', async (...given: Parameters<typeof rename>) => {
      await rename(...given);
      done.push('renamed');
    });
    t.mock.method(fs, 'open', async (...given: Parameters<typeof open>) => {
      const opened = await open(...given);
      t.mock.method(opened, 'sync', async () => {
        done.push(`flushed ${String(given[0])}`);
        throw Object.assign(new Error('not here'), { code: 'EPERM' });
      });
      return opened;
    });
    syncBuiltinESMExports();
    await bookIn(path).order(price);
    t.mock.restoreAll();
    assert.deepEqual(done, [`flushed ${path}/..`, 'renamed', `flushed ${path}`, 'renamed', `flushed ${path}`]);
  });

  it('says so when a folder could not be flushed', async (t) => {
    t.after(() => syncBuiltinESMExports());
    t.mock.method(fs, 'open', () => Promise.reject(Object.assign(new Error('broken disk'), { code: 'EIO' })));
    syncBuiltinESMExports();
    await assert.rejects(bookIn(newFolder()).order(price), /broken disk/);
    t.mock.restoreAll();
  });

  it('goes on after a write that failed', async () => {
    const path = newFolder();
    writeFileSync(join(folder, 'in-the-way'), '');
    await assert.rejects(bookIn(join(folder, 'in-the-way')).order(price));
    assert.match((await bookIn(path).order(price)).reference, /^ORDER-/);
  });
});
