import type { Selectable } from 'kysely';
import type { Database } from '../database/connection.ts';
import { changed, dialectOf, lockRows } from '../database/dialect.ts';
import type { AlertTable } from '../database/tables/alerts.ts';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import type { Side } from '../parse/narrowing.ts';
import type { AlertState } from './judge.ts';
import { type AlertKind, type AlertRule, STOCK_ALERTS } from './rule.ts';

/** Where alerts are posted: a channel, or a person for direct messages. */
export interface AlertPlace {
  readonly teamId: string;
  readonly target: string;
}

/** A stored alert. Days are yyyy-MM-dd, instants milliseconds since 1970. */
export interface Alert extends AlertPlace {
  readonly id: number;
  readonly owner: string;
  readonly language: LanguageCode;
  readonly rule: AlertRule;
  readonly judgedDay: string | undefined;
  readonly firedDay: string | undefined;
  /** Undefined when it isn't muted. */
  readonly mutedUntil: number | undefined;
  readonly isPaused: boolean;
}

/** A product of an alert, as it was last judged. */
export interface ProductState {
  /** Without leading zeros. */
  readonly productId: string;
  readonly state: AlertState;
  readonly figure: number;
}

/** The most alerts of a channel or person, of an owner, and in all. */
export const MOST_ALERTS = { place: 20, owner: 50, all: 500 } as const;

export type AlertLimit = keyof typeof MOST_ALERTS;

/** Rows per statement, which stays far below what SQLite and PostgreSQL take. */
const ROWS_AT_ONCE = 500;

function known(database: Database) {
  return database
    .selectFrom('alert')
    .selectAll()
    .where('kind', 'in', [...STOCK_ALERTS])
    .orderBy('id');
}

/** Alerts of a place. */
export async function alertsOf(database: Database, { teamId, target }: AlertPlace): Promise<Alert[]> {
  const rows = await known(database).where('team_id', '=', teamId).where('target', '=', target).execute();
  return rows.map(readAlert);
}

export async function findAlert(database: Database, teamId: string, id: number): Promise<Alert | undefined> {
  const row = await known(database).where('team_id', '=', teamId).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : readAlert(row);
}

/** Alerts to judge by the data of `day`. One that a wrong clock judged by a day after `today` counts as not judged. */
export async function alertsToJudge(
  database: Database,
  day: string,
  today: string,
  place?: AlertPlace,
): Promise<Alert[]> {
  const query = known(database)
    .where('paused_reason', 'is', null)
    .where((row) =>
      row.or([row('judged_day', 'is', null), row('judged_day', '<', day), row('judged_day', '>', today)]),
    )
    .$if(place !== undefined, (each) =>
      each.where('team_id', '=', place?.teamId ?? '').where('target', '=', place?.target ?? ''),
    );
  const rows = await (place === undefined ? query : lockRows(dialectOf(database), query)).execute();
  return rows.map(readAlert);
}

export async function statesOf(
  database: Database,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ProductState[]>> {
  const states = new Map<number, ProductState[]>(alertIds.map((id) => [id, []]));
  if (alertIds.length === 0) return states;
  const rows = await database
    .selectFrom('alert_state')
    .selectAll()
    .where('alert_id', 'in', [...alertIds])
    .execute();
  for (const { alert_id: id, product_id: productId, state, figure } of rows) {
    states.get(id)?.push({ productId, state: state === 'fired' ? 'fired' : 'armed', figure });
  }
  return states;
}

/** Stores what was judged by the data of `day`. Products that aren't in `states` stay as they are. */
export async function storeJudgement(
  transaction: Database,
  alertId: number,
  {
    day,
    states,
    hasFired,
  }: {
    readonly day: string;
    readonly states: readonly ProductState[];
    readonly hasFired: boolean;
  },
): Promise<void> {
  await storeStates(transaction, alertId, states);
  await transaction
    .updateTable('alert')
    .set({ judged_day: day, ...(hasFired ? { fired_day: day } : {}) })
    .where('id', '=', alertId)
    .execute();
}

async function storeStates(
  transaction: Database,
  alertId: number,
  states: readonly ProductState[],
): Promise<void> {
  for (let at = 0; at < states.length; at += ROWS_AT_ONCE) {
    const rows = states.slice(at, at + ROWS_AT_ONCE).map(({ productId, state, figure }) => ({
      alert_id: alertId,
      product_id: productId,
      state,
      figure,
    }));
    await transaction
      .insertInto('alert_state')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['alert_id', 'product_id']).doUpdateSet((set) => ({
          state: set.ref('excluded.state'),
          figure: set.ref('excluded.figure'),
        })),
      )
      .execute();
  }
}

export interface NewAlert extends AlertPlace {
  readonly owner: string;
  readonly language: LanguageCode;
  readonly rule: AlertRule;
  readonly now: number;
  /** The day of the data that `states` are from; undefined while no whole data is stored. */
  readonly day: string | undefined;
  readonly states: readonly ProductState[];
}

/**
 * Stores an alert. The same alert of a place is set again: with its new owner and language, neither paused nor muted, and
 * judged by the data of today. Gives the limit that is reached instead, if one is.
 */
export function setAlert(database: Database, alert: NewAlert): Promise<Alert | AlertLimit> {
  const { teamId, target, owner, language, rule } = alert;
  return database.transaction().execute(async (transaction) => {
    const products = rule.of === undefined ? '' : JSON.stringify(rule.of);
    const same = () =>
      transaction
        .selectFrom('alert')
        .select('id')
        .where('team_id', '=', teamId)
        .where('target', '=', target)
        .where('kind', '=', rule.kind)
        .where('line', '=', rule.line)
        .where('products', '=', products);
    const isNew = (await same().executeTakeFirst()) === undefined;
    const limit = isNew ? await limitReached(transaction, alert) : undefined;
    if (limit !== undefined) return limit;
    const fields = {
      owner,
      language,
      judged_day: alert.day ?? null,
      muted_until: null,
      paused_reason: null,
    };
    const stored = await transaction
      .insertInto('alert')
      .values({
        team_id: teamId,
        target,
        kind: rule.kind,
        line: rule.line,
        products,
        created_at: alert.now,
        fired_day: null,
        ...fields,
      })
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'target', 'kind', 'line', 'products']).doUpdateSet(fields),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('alert_state').where('alert_id', '=', stored.id).execute();
    await storeStates(transaction, stored.id, alert.states);
    return readAlert(stored);
  });
}

async function limitReached(
  transaction: Database,
  { teamId, target, owner }: NewAlert,
): Promise<AlertLimit | undefined> {
  const count = async (column?: 'target' | 'owner', value = '') => {
    const { alerts } = await transaction
      .selectFrom('alert')
      .select(({ fn }) => fn.countAll<number | string>().as('alerts'))
      .$if(column !== undefined, (query) =>
        query.where('team_id', '=', teamId).where(column ?? 'target', '=', value),
      )
      .executeTakeFirstOrThrow();
    return Number(alerts);
  };
  if ((await count('target', target)) >= MOST_ALERTS.place) return 'place';
  if ((await count('owner', owner)) >= MOST_ALERTS.owner) return 'owner';
  return (await count()) >= MOST_ALERTS.all ? 'all' : undefined;
}

/** False when it was gone. */
export function removeAlert(database: Database, id: number): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('alert_state').where('alert_id', '=', id).execute();
    const { numDeletedRows } = await transaction.deleteFrom('alert').where('id', '=', id).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

/** `until` is undefined to post again. False when it was gone. */
export function muteAlert(database: Database, id: number, until: number | undefined): Promise<boolean> {
  return changed(
    database
      .updateTable('alert')
      .set({ muted_until: until ?? null })
      .where('id', '=', id)
      .executeTakeFirst(),
  );
}

/** False when it was paused before. */
export function pauseAlert(transaction: Database, id: number, reason: string): Promise<boolean> {
  return changed(
    transaction
      .updateTable('alert')
      .set({ paused_reason: reason })
      .where('id', '=', id)
      .where('paused_reason', 'is', null)
      .executeTakeFirst(),
  );
}

/** @throws SyntaxError, TypeError when the row was changed by hand */
function readAlert(row: Selectable<AlertTable>): Alert {
  const of: unknown = row.products === '' ? undefined : JSON.parse(row.products);
  const kind = STOCK_ALERTS.find((each) => each === row.kind);
  if (kind === undefined || !(of === undefined || isSide(of)) || !isLanguageCode(row.language)) {
    throw new TypeError(`the stored alert ${row.id} cannot be read`);
  }
  return {
    id: row.id,
    teamId: row.team_id,
    target: row.target,
    owner: row.owner,
    language: row.language,
    rule: ruleOf(kind, row.line, of),
    judgedDay: row.judged_day ?? undefined,
    firedDay: row.fired_day ?? undefined,
    mutedUntil: row.muted_until ?? undefined,
    isPaused: row.paused_reason !== null,
  };
}

function ruleOf(kind: AlertKind, line: number, of: Side | undefined): AlertRule {
  return of === undefined ? { kind, line } : { kind, line, of };
}

function isSide(value: unknown): value is Side {
  return (
    typeof value === 'object' &&
    value !== null &&
    'ids' in value &&
    Array.isArray(value.ids) &&
    'names' in value &&
    Array.isArray(value.names)
  );
}
