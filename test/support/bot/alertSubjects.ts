import { DummyDriver, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Database } from '../../../bot/database/connection.ts';
import type { Schema } from '../../../bot/database/schema.ts';
import { salesAlerts } from '../../../bot/sales/alerts.ts';
import type { AlertSubject } from '../../../bot/standing/subject.ts';
import { stockAlerts } from '../../../bot/stock/alerts.ts';
import { calendar } from './time.ts';

const NOWHERE = {
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (database: Kysely<unknown>) => new SqliteIntrospector(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
};

/** What alerts can be about, without figures: for reading and writing rules. */
export function alertSubjects({ database }: { readonly database?: Database } = {}): {
  readonly stock: AlertSubject;
  readonly sales: AlertSubject;
} {
  const fails = () => Promise.reject(new Error('there are no figures here'));
  const labels = { label: (id: string) => id, nameOf: () => undefined };
  const common = {
    database: database ?? new Kysely<Schema>({ dialect: NOWHERE }),
    calendar,
    products: labels,
    idsNamed: () => [],
  };
  const sales = { salesOf: fails, newestDay: fails, oldestDay: fails };
  return {
    stock: stockAlerts({ ...common, stock: { stockFigures: fails } }),
    sales: salesAlerts({ ...common, sales, stores: labels }),
  };
}
