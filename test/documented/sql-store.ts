// sql-store.ts
import type { OrderStore, StoredRecord } from 'pay-checkout/server';

export const ordersTable =
  'create table pay_orders (key text primary key, version integer not null, record text not null, ' +
  'changed date not null default current_date)';

/** Takes out what has not changed since a day such as '2025-10-01'. */
export const pruneOrders = 'delete from pay_orders where changed < $1';

/** Runs one statement of its own, outside of any transaction: the rows that it gives, and how many it has changed. */
export type Query = (
  sql: string,
  values: (string | number)[],
) => Promise<{ rows: { record?: string }[]; changed: number }>;

export function sqlStore(query: Query): OrderStore {
  const insert = 'insert into pay_orders (key, version, record) values ($1, $2, $3) on conflict do nothing';
  const update =
    'update pay_orders set version = $1, record = $2, changed = current_date where key = $3 and version = $4';
  return {
    async get(key) {
      const { rows } = await query('select record from pay_orders where key = $1', [key]);
      return rows[0]?.record === undefined ? undefined : (JSON.parse(rows[0].record) as StoredRecord);
    },
    async compareAndSet(key, expected, next) {
      const record = JSON.stringify(next);
      const { changed } = expected
        ? await query(update, [next.version, record, key, expected.version])
        : await query(insert, [key, next.version, record]);
      return changed === 1;
    },
  };
}
