import type { Clock, RateLimit, RateLimiter } from 'retail-data-client/core';
import type { Database } from './connection.ts';
import { dialectOf } from './dialect.ts';
import { createPostgresBudget } from './postgresRateLimiter.ts';
import { createSqliteBudget } from './storedRateLimiter.ts';
import type { RateLimitTables } from './tables/rateLimit.ts';

export interface BudgetOfKey {
  readonly subscriptionKey: string;
  /** The service's own when not set. */
  readonly limits?: readonly RateLimit[];
}

/** The budget of the key, which all processes and threads on the database share. */
export function openBudget(
  database: Database,
  { subscriptionKey, limits }: BudgetOfKey,
  clock: Clock,
): RateLimiter {
  const options = { subscriptionKey, clock, ...(limits === undefined ? {} : { limits }) };
  return dialectOf(database) === 'postgres'
    ? createPostgresBudget(database.$pickTables<keyof RateLimitTables>(), options)
    : createSqliteBudget(database, options);
}
