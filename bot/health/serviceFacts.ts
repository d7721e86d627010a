import type { OperationName, RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Database } from '../database/connection.ts';
import type { CallOutcome, ServiceCallTable } from '../database/tables/service.ts';

/** What an operator wants to know of the service, out of the database that all threads and replicas write to. */
export interface ServiceFacts {
  readonly calls: readonly ServiceCallTable[];
  /** The newest business days with figures, yyyy-MM-dd; undefined while none is held. */
  readonly newestStockDay: string | undefined;
  readonly newestSalesDay: string | undefined;
}

export async function readServiceFacts(database: Database): Promise<ServiceFacts> {
  const { day: stock } = await database
    .selectFrom('stock_snapshot')
    .select(({ fn }) => fn.max<string | null>('business_date').as('day'))
    .executeTakeFirstOrThrow();
  const { day: sales } = await database
    .selectFrom('sales_day')
    .select(({ fn }) => fn.max<string | null>('sales_date').as('day'))
    .where('rows', '>', 0)
    .executeTakeFirstOrThrow();
  return {
    calls: await database.selectFrom('service_call').selectAll().execute(),
    newestStockDay: stock ?? undefined,
    newestSalesDay: sales ?? undefined,
  };
}

/** What the bot reads, as /readyz calls it. */
const NEEDED = {
  accumulatedStock: 'accumulated stock',
  dailySales: 'daily sales',
  stores: 'stores',
} as const satisfies Partial<Record<OperationName, string>>;

/** The service did answer: what it was asked was wrong. */
const ANSWERS: ReadonlySet<CallOutcome> = new Set(['ok', 'badRequest', 'unprocessable']);

/** Operations whose latest call since then has failed, by what came of it. Earlier ones may have had another key. */
export function failuresOf(
  { calls }: ServiceFacts,
  since: number,
): ReadonlyMap<CallOutcome, readonly string[]> {
  const failures = new Map<CallOutcome, string[]>();
  for (const [operation, title] of Object.entries(NEEDED)) {
    const outcome = failureOf(
      calls.filter((call) => call.operation === operation),
      since,
    );
    if (outcome !== undefined) failures.set(outcome, [...(failures.get(outcome) ?? []), title]);
  }
  return failures;
}

/** What came of the latest of these calls, if it failed. */
function failureOf(calls: readonly ServiceCallTable[], since: number): RetailDataErrorKind | undefined {
  const latest = calls.filter((call) => call.last_at >= since);
  const answeredAt = Math.max(
    ...latest.filter(({ outcome }) => ANSWERS.has(outcome)).map((call) => call.last_at),
  );
  const [failed] = latest
    .filter(({ outcome, last_at }) => !ANSWERS.has(outcome) && last_at > answeredAt)
    .toSorted((one, other) => other.last_at - one.last_at);
  return failed === undefined || failed.outcome === 'ok' ? undefined : failed.outcome;
}

/** The kind of error that the latest call for stock since then ended with; undefined when the service answered it. */
export async function stockFailure(
  database: Database,
  since: number,
): Promise<RetailDataErrorKind | undefined> {
  const calls = await database
    .selectFrom('service_call')
    .selectAll()
    .where('operation', '=', 'accumulatedStock')
    .execute();
  return failureOf(calls, since);
}

/** What a line of /readyz begins with that makes it 503. */
export const NOT_READY = 'not ready';

/** The failures in one line; undefined when there is none. */
export function serviceFailure(facts: ServiceFacts, since: number): string | undefined {
  const failures = [...failuresOf(facts, since)];
  if (failures.length === 0) return undefined;
  return failures.map(([outcome, titles]) => problemOf(outcome, titles.join(', '))).join('; ');
}

export function holdsFigures({ newestStockDay, newestSalesDay }: ServiceFacts): boolean {
  return newestStockDay !== undefined || newestSalesDay !== undefined;
}

/** The same for /readyz. Without any figures nothing can be answered. */
export function serviceProblem(facts: ServiceFacts, since: number): string | undefined {
  const problem = serviceFailure(facts, since);
  if (problem === undefined) return undefined;
  return holdsFigures(facts) ? `${problem}; answers come from what is held` : `${NOT_READY}: ${problem}`;
}

function problemOf(outcome: CallOutcome, operations: string): string {
  return outcome === 'authentication'
    ? `the service rejects RETAIL_DATA_SUBSCRIPTION_KEY for ${operations}`
    : `the last call failed for ${operations} (${outcome})`;
}
