import type { CallBudget, Clock } from 'retail-data-client';
import type { BudgetTables } from './budgetTables.ts';
import { createSqliteBudget } from './callBudget.ts';
import type { Database } from './database.ts';
import { dialectOf } from './dialect.ts';
import { createPostgresBudget } from './postgresBudget.ts';

/** The budget of the key, which all processes and threads on the database share. */
export function openBudget(
  database: Database,
  { subscriptionKey }: { readonly subscriptionKey: string },
  clock: Clock,
): CallBudget {
  return dialectOf(database) === 'postgres'
    ? createPostgresBudget(database.$pickTables<keyof BudgetTables>(), { subscriptionKey, clock })
    : createSqliteBudget(database, { subscriptionKey, clock });
}
