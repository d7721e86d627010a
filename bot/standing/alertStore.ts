import type { Selectable } from 'kysely';
import type { Database } from '../database/connection.ts';
import { changed, lockTable } from '../database/dialect.ts';
import type { AlertTable } from '../database/tables/alerts.ts';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import type { ItemState } from './line.ts';
import { type AlertRule, type AlertSubject, readStored } from './subject.ts';

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

/** The most alerts of a channel or person, of an owner, and in all. */
export const MOST_ALERTS = { place: 20, owner: 50, all: 500 } as const;

export type AlertLimit = keyof typeof MOST_ALERTS;

export interface NewAlert extends AlertPlace {
  readonly owner: string;
  readonly language: LanguageCode;
  readonly rule: AlertRule;
  readonly now: number;
  /** The day of the data that `states` are from; undefined while no whole data is stored. */
  readonly day: string | undefined;
  readonly states: readonly ItemState[];
  /** The alert whose rule or place is changed; undefined for a new one. */
  readonly replaced?: number | undefined;
}

export interface SetAlert {
  readonly alert: Alert;
  readonly wasPaused: boolean;
  readonly wasMuted: boolean;
  /** Whether the same alert was set already, and nothing about it has changed. */
  readonly isUnchanged: boolean;
}

/** Rows per statement, which stays far below what SQLite and PostgreSQL take. */
const ROWS_AT_ONCE = 500;

export type AlertStore = ReturnType<typeof createAlertStore>;

/** Alerts of these subjects; others are left to a newer process. */
export function createAlertStore(database: Database, subjects: readonly AlertSubject[]) {
  const known = (within: Database) =>
    within
      .selectFrom('alert')
      .selectAll()
      .where('subject', 'in', ['', ...subjects.map(({ command }) => command)])
      .orderBy('id');

  const readAlert = (row: Selectable<AlertTable>): Alert[] => {
    const subject = subjects.find(({ command }) => command === row.subject);
    const rule = subject && readStored(subject, row.rule);
    if (rule === undefined || !isLanguageCode(row.language)) return [];
    return [
      {
        id: row.id,
        teamId: row.team_id,
        target: row.target,
        owner: row.owner,
        language: row.language,
        rule,
        judgedDay: row.judged_day ?? undefined,
        firedDay: row.fired_day ?? undefined,
        mutedUntil: row.muted_until ?? undefined,
        isPaused: row.paused_reason !== null,
      },
    ];
  };

  const read = async (query: ReturnType<typeof known>) => (await query.execute()).flatMap(readAlert);

  return {
    /** Alerts that are posted in these places. */
    of: (teamId: string, targets: readonly string[]): Promise<Alert[]> =>
      read(known(database).where('team_id', '=', teamId).where('target', 'in', targets)),

    /** Alerts that a person owns, and those that are posted to the person. */
    ofPerson: (teamId: string, userId: string): Promise<Alert[]> =>
      read(
        known(database)
          .where('team_id', '=', teamId)
          .where((row) => row.or([row('owner', '=', userId), row('target', '=', userId)])),
      ),

    async find(teamId: string, id: number): Promise<Alert | undefined> {
      const [found] = await read(known(database).where('team_id', '=', teamId).where('id', '=', id));
      return found;
    },

    /**
     * Alerts of a subject to judge by the data of `day`. One that a wrong clock judged by a day after `today` counts as not
     * judged. With `place` only its own.
     */
    toJudge: (
      within: Database,
      { command }: Pick<AlertSubject, 'command'>,
      day: string,
      today: string,
      place?: AlertPlace,
    ): Promise<Alert[]> =>
      read(
        known(within)
          .where('subject', '=', command)
          .where('paused_reason', 'is', null)
          .where((row) =>
            row.or([
              row('judged_day', 'is', null),
              row('judged_day', '<', day),
              row('judged_day', '>', today),
            ]),
          )
          .$if(place !== undefined, (each) =>
            each.where('team_id', '=', place?.teamId ?? '').where('target', '=', place?.target ?? ''),
          ),
      ),

    /**
     * Stores an alert, or changes `replaced`. The same alert of a place is set again: neither paused nor muted, and judged
     * by the data of today. It keeps its owner and language, unless it was paused because the owner lost access. Gives the
     * limit that is reached instead, if one is.
     */
    set(alert: NewAlert): Promise<SetAlert | AlertLimit> {
      const { teamId, target, rule, now } = alert;
      return database.transaction().execute(async (transaction) => {
        await lockTable(transaction, 'alert');
        const all = await transaction.selectFrom('alert').selectAll().execute();
        const replaced = all.find(({ id }) => id === alert.replaced);
        const same = all.find(
          (row) =>
            row.team_id === teamId &&
            row.target === target &&
            row.subject === rule.subject.command &&
            row.rule === rule.json,
        );
        const limit = limitReached(
          all.filter((row) => row !== replaced),
          alert,
        );
        if (same === undefined && limit !== undefined) return limit;
        const before = same ?? replaced;
        if (replaced !== undefined && replaced !== before) await removeIn(transaction, replaced.id);
        const isActive = same?.paused_reason === null;
        // Another process may have judged newer data since `states` were read.
        const isOlder = isActive && (same.judged_day ?? '') > (alert.day ?? '');
        const isOthers = isActive && same.owner !== alert.owner;
        const { owner, language } = isOthers ? same : alert;
        const fields = {
          owner,
          language,
          target,
          rule: rule.json,
          ...(isOlder ? {} : { judged_day: alert.day ?? null }),
          muted_until: null,
          paused_reason: null,
        };
        const created = { team_id: teamId, subject: rule.subject.command, created_at: now, fired_day: null };
        const stored = await (before === undefined
          ? transaction
              .insertInto('alert')
              .values({ ...fields, ...created })
              .returningAll()
              .executeTakeFirstOrThrow()
          : transaction
              .updateTable('alert')
              .set(fields)
              .where('id', '=', before.id)
              .returningAll()
              .executeTakeFirstOrThrow());
        if (!isOlder) {
          await transaction.deleteFrom('alert_state').where('alert_id', '=', stored.id).execute();
          await storeStates(transaction, stored.id, alert.states);
        }
        const [set] = readAlert(stored);
        if (set === undefined) throw new TypeError(`the alert ${stored.id} can't be read as it was stored`);
        const wasPaused = (before?.paused_reason ?? null) !== null;
        const wasMuted = (before?.muted_until ?? 0) > now;
        const isKept = same?.owner === owner && same.language === language;
        const isUnchanged =
          isKept && (replaced === undefined || replaced === same) && !wasPaused && !wasMuted;
        return { alert: set, wasPaused, wasMuted, isUnchanged };
      });
    },

    /** False when it was gone. */
    remove: (id: number): Promise<boolean> =>
      database.transaction().execute((transaction) => removeIn(transaction, id)),

    /** `until` is undefined to post again. False when it was gone. */
    mute: (id: number, until: number | undefined): Promise<boolean> =>
      changed(
        database
          .updateTable('alert')
          .set({ muted_until: until ?? null })
          .where('id', '=', id)
          .executeTakeFirst(),
      ),

    /** False when it was paused, or has another owner, since it was read. */
    pause: (transaction: Database, { id, owner }: Alert, reason: string): Promise<boolean> =>
      changed(
        transaction
          .updateTable('alert')
          .set({ paused_reason: reason })
          .where('id', '=', id)
          .where('owner', '=', owner)
          .where('paused_reason', 'is', null)
          .executeTakeFirst(),
      ),
  };
}

/** The limit that is reached by these, if one is. There are at most MOST_ALERTS.all. */
function limitReached(
  all: readonly Selectable<AlertTable>[],
  { teamId, target, owner }: NewAlert,
): AlertLimit | undefined {
  const ofTeam = all.filter((row) => row.team_id === teamId);
  if (ofTeam.filter((row) => row.target === target).length >= MOST_ALERTS.place) return 'place';
  if (ofTeam.filter((row) => row.owner === owner).length >= MOST_ALERTS.owner) return 'owner';
  return all.length >= MOST_ALERTS.all ? 'all' : undefined;
}

async function removeIn(transaction: Database, id: number): Promise<boolean> {
  // The alert first: who judges locks this table before the states.
  const { numDeletedRows } = await transaction.deleteFrom('alert').where('id', '=', id).executeTakeFirst();
  await transaction.deleteFrom('alert_state').where('alert_id', '=', id).execute();
  return numDeletedRows > 0n;
}

export async function statesOf(
  database: Database,
  alertIds: readonly number[],
): Promise<ReadonlyMap<number, readonly ItemState[]>> {
  const states = new Map<number, ItemState[]>(alertIds.map((id) => [id, []]));
  if (alertIds.length === 0) return states;
  const rows = await database
    .selectFrom('alert_state')
    .selectAll()
    .where('alert_id', 'in', [...alertIds])
    .orderBy('item')
    .execute();
  for (const { alert_id: id, item, state, figure } of rows) {
    states.get(id)?.push({ item, state: state === 'fired' ? 'fired' : 'armed', figure });
  }
  return states;
}

/** Stores what was judged by the data of `day`. Items that aren't in `states` stay as they are. */
export async function storeJudgement(
  transaction: Database,
  alertId: number,
  {
    day,
    states,
    hasFired,
  }: { readonly day: string; readonly states: readonly ItemState[]; readonly hasFired: boolean },
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
  states: readonly ItemState[],
): Promise<void> {
  for (let at = 0; at < states.length; at += ROWS_AT_ONCE) {
    const rows = states
      .slice(at, at + ROWS_AT_ONCE)
      .map(({ item, state, figure }) => ({ alert_id: alertId, item, state, figure }));
    await transaction
      .insertInto('alert_state')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['alert_id', 'item']).doUpdateSet((set) => ({
          state: set.ref('excluded.state'),
          figure: set.ref('excluded.figure'),
        })),
      )
      .execute();
  }
}
