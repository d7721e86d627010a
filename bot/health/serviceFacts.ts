import { dateOf, dayOf, openDayAtOrBefore } from 'retail-data-client/calendar/openDays';
import type { OperationName, RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Database } from '../database/connection.ts';
import type { CallOutcome, ServiceCallTable } from '../database/tables/service.ts';

/** What a feature imports from the data service. */
export interface ServiceImport {
  /** Its name in metrics. */
  readonly kind: string;
  /** The operation of the data service that it calls. */
  readonly operation: OperationName;
  /** Its name in /readyz: "accumulated stock". */
  readonly title: string;
  /** Undefined if not stored by day. */
  readonly days: ImportedDays | undefined;
}

export interface ImportedDays {
  /** The two latest stored days that have data, latest first. */
  newest(): Promise<readonly StoredDay[]>;
  /** The latest business day that the service has refreshed at `now`, yyyy-MM-dd. */
  refreshed(now: number): string;
}

export interface StoredDay {
  /** yyyy-MM-dd */
  readonly day: string;
  readonly rows: number;
  /** When it was stored, in milliseconds since 1970. */
  readonly at: number;
}

/** The state of the data service and of the imports, read from the database that all threads and replicas share. */
export interface ServiceFacts {
  readonly calls: readonly ServiceCallTable[];
  readonly imports: readonly ImportFacts[];
}

export interface ImportFacts extends ServiceImport {
  /** The result of `ImportedDays.newest`; empty if not stored by day. */
  readonly newest: readonly StoredDay[];
}

export async function readServiceFacts(
  database: Database,
  imports: readonly ServiceImport[],
): Promise<ServiceFacts> {
  const newest = imports.map(async (each) => ({ ...each, newest: (await each.days?.newest()) ?? [] }));
  return {
    imports: await Promise.all(newest),
    calls: await database.selectFrom('service_call').selectAll().execute(),
  };
}

/** The latest day up to `day` on which stores were open. There is no data for Sundays and public holidays. */
export function expectedDay(day: string): string {
  return dateOf(openDayAtOrBefore(dayOf(day)));
}

/** The service answered: only the request was wrong. */
const ANSWERS: ReadonlySet<CallOutcome> = new Set(['ok', 'badRequest', 'unprocessable']);

/**
 * The titles of operations whose latest call since `since` failed, by outcome. Earlier calls may have used another key.
 */
export function failuresOf(
  { calls, imports }: ServiceFacts,
  since: number,
): ReadonlyMap<CallOutcome, readonly string[]> {
  const failures = new Map<CallOutcome, string[]>();
  for (const { operation, title } of imports) {
    const outcome = failureOf(
      calls.filter((call) => call.operation === operation),
      since,
    );
    if (outcome !== undefined) failures.set(outcome, [...(failures.get(outcome) ?? []), title]);
  }
  return failures;
}

/** The outcome of the latest of these calls since `since`, if it failed. */
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

/** The kind of error of the latest call since `since`; undefined if the service answered it. */
export async function latestFailure(
  database: Database,
  operation: OperationName,
  since: number,
): Promise<RetailDataErrorKind | undefined> {
  const calls = await database
    .selectFrom('service_call')
    .selectAll()
    .where('operation', '=', operation)
    .execute();
  return failureOf(calls, since);
}

/** A line of /readyz that begins with this makes the status 503. */
export const NOT_READY = 'not ready';

/** The failures in one line; undefined if there are none. */
export function serviceFailure(facts: ServiceFacts, since: number): string | undefined {
  const failures = [...failuresOf(facts, since)];
  if (failures.length === 0) return undefined;
  return failures.map(([outcome, titles]) => problemOf(outcome, titles.join(', '))).join('; ');
}

export function holdsFigures({ imports }: ServiceFacts): boolean {
  return imports.some(({ newest }) => newest.length > 0);
}

/** The failures for /readyz. Without any stored data, the bot can't answer and isn't ready. */
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
