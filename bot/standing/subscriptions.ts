import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import { changed, lockTable } from '../database/dialect.ts';
import type { DigestSubscriptionTable } from '../database/tables/digest.ts';
import type { Language } from '../language/language.ts';
import { type CalledDigest, fullness, type NotSubscribed, placeNamed, rowsIn } from './further.ts';
import { type Cadence, presetOf, USUAL } from './presets.ts';
import type { DigestChange } from './question.ts';
import {
  type ChannelDigest,
  EVERY_DAY,
  readSubscription,
  type SubscriptionDefaults,
  type SubscriptionPlace,
} from './subscription.ts';

export interface SubscriptionChange {
  readonly change: Omit<DigestChange, 'narrows'>;
  /** The question in the place of the one there is, or of the preset's; that itself where undefined. */
  readonly questionAfter?: (before: string) => string;
  /** The person who gets a notice when the digest fails. */
  readonly owner: string;
  /** Whether the person may see sales in the channel. */
  readonly seesSales: boolean;
  /** The language of a new subscription where `change` has none. */
  readonly language: Language;
  readonly now: number;
}

export interface Subscribed {
  /** Undefined when the channel had no such subscription. */
  readonly before: ChannelDigest | undefined;
  readonly after: ChannelDigest;
}

/**
 * Stores which channels get which digests. An ended one keeps its row, so that DIGEST_CHANNELS does not add it again.
 */
export interface Subscriptions {
  readonly defaults: SubscriptionDefaults;
  /** All that have not ended, in every workspace; paused ones included. */
  active(): Promise<readonly ChannelDigest[]>;
  /** As `active`, in one workspace or channel. */
  of(place: {
    readonly teamId: string;
    readonly channelId?: string | undefined;
  }): Promise<readonly ChannelDigest[]>;
  /** Undefined when there is none, or it has ended. */
  find(place: SubscriptionPlace): Promise<ChannelDigest | undefined>;
  /**
   * A subscription, even an ended one, so that manual digests look the same; where there never was one, what it would be
   * as a new one. The owner is undefined for one from DIGEST_CHANNELS.
   */
  known(place: SubscriptionPlace): Promise<ChannelDigest>;
  /** The digests with names in one place, ended ones included. */
  called(place: Omit<SubscriptionPlace, 'kind'>): Promise<readonly CalledDigest[]>;
  /**
   * Subscribes a channel, or applies `change` to its subscription and leaves the rest. An ended subscription returns
   * with its settings. Clears a refusal by Slack, because a person has dealt with it.
   *
   * A new digest is in the language of the person who subscribes: Slack has a locale for people, not for channels, and
   * a digest has one language for all its readers.
   *
   * A person who may see sales adds what is derived from them. A change by another person keeps it in an active
   * subscription, but does not add it to a new or ended one.
   *
   * A name with the first kind means a further digest. One that ended with that name returns and keeps its kind, so that
   * what was posted that day is not posted again. An active one keeps its name and settings.
   */
  subscribe(place: SubscriptionPlace, change: SubscriptionChange): Promise<Subscribed | NotSubscribed>;
  /**
   * Subscribes the channels of DIGEST_CHANNELS, each only once, so that a restart undoes no change. Before the deadline
   * they still get today's digest, so that the person who sets up the bot sees one.
   */
  subscribeConfigured(teamId: string, channelIds: readonly string[], now: number): Promise<void>;
  /** False when there is no active subscription, as for the methods below. */
  unsubscribe(place: SubscriptionPlace): Promise<boolean>;
  /** The first digest after the pause is that of `until`. */
  pause(place: SubscriptionPlace, until: string): Promise<boolean>;
  /** Ends any pause. Digests that were due during it are not sent. */
  resume(place: SubscriptionPlace, now: number): Promise<boolean>;
  /** Makes the first occurrence after `instant` the next digest. */
  countFrom(place: SubscriptionPlace, instant: number): Promise<boolean>;
  /** Corrects subscriptions that were changed while the clock was ahead: they count from `now` at the latest. */
  countFromNow(now: number): Promise<void>;
  /** Notes that Slack refuses the app's posts. False when that was noted before. */
  markRefused(place: SubscriptionPlace, reason: string): Promise<boolean>;
  /** Notes that Slack accepts posts again. False when no refusal was noted. */
  clearRefusal(place: SubscriptionPlace): Promise<boolean>;
}

export function createSubscriptions(database: Database, defaults: SubscriptionDefaults): Subscriptions {
  const rowOf = ({ teamId, channelId, kind }: SubscriptionPlace, connection: Database = database) =>
    connection
      .selectFrom('digest_subscription')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channelId)
      .where('kind', '=', kind);
  const update = ({ teamId, channelId, kind }: SubscriptionPlace, fields: Partial<DigestSubscriptionTable>) =>
    database
      .updateTable('digest_subscription')
      .set(fields)
      .where('team_id', '=', teamId)
      .where('channel_id', '=', channelId)
      .where('kind', '=', kind);
  const updateActive = (place: SubscriptionPlace, fields: Partial<DigestSubscriptionTable>) =>
    changed(update(place, fields).where('active', '=', 1).executeTakeFirst());
  const activeRows = () =>
    database
      .selectFrom('digest_subscription')
      .selectAll()
      .where('active', '=', 1)
      .orderBy('created_at')
      .orderBy('channel_id')
      .orderBy('kind', 'desc');
  const read = (row: DigestSubscriptionTable) => readSubscription(row, defaults);

  return {
    defaults,

    active: async () => (await activeRows().execute()).map(read),

    async of({ teamId, channelId }) {
      const rows = await activeRows()
        .where('team_id', '=', teamId)
        .$if(channelId !== undefined, (query) => query.where('channel_id', '=', channelId ?? ''))
        .execute();
      return rows.map(read);
    },

    async find(place) {
      const row = await rowOf(place).where('active', '=', 1).executeTakeFirst();
      return row === undefined ? undefined : read(row);
    },

    async known(place) {
      const row = await rowOf(place).executeTakeFirst();
      return read(row ?? { ...newRow(place, 0, 0), shows_sales: 0 });
    },

    async called({ teamId, channelId }) {
      const rows = await rowsIn(database, { teamId, channelId })
        .select(['kind', 'name', 'question', 'active'])
        .execute();
      return rows.flatMap(({ kind, name, question, active }) =>
        typeof name === 'string' ? [{ kind, name, question, hasEnded: active === 0 }] : [],
      );
    },

    subscribe(asked, { change, questionAfter, owner, seesSales, language, now }) {
      return database.transaction().execute(async (transaction) => {
        // Limits and names are of several rows.
        await lockTable(transaction, 'digest_subscription');
        const placed = await placeNamed(transaction, asked, change.name);
        if ('taken' in placed) return placed;
        const place = placed;
        const known = await rowOf(place, transaction).executeTakeFirst();
        const full = known?.active === 1 ? undefined : await fullness(transaction, place, owner);
        if (full !== undefined) return full;
        const row = known ?? { ...newRow(place, now, 0), language: language.code };
        const showsSales = seesSales || (known?.active === 1 && known.shows_sales === 1);
        const { question = questionAfter?.(row.question) ?? row.question } = change;
        const wanted = { ...changedRow(row, change), question, owner, shows_sales: Number(showsSales) };
        const { ownTime = defaults.digestTime } = presetOf(place.kind) ?? {};
        const timeOf = ({ digest_time: time }: DigestSubscriptionTable) => time ?? ownTime;
        const isMoved =
          known?.active !== 1 ||
          row.paused_reason !== null ||
          timeOf(wanted) !== timeOf(row) ||
          wanted.weekdays !== row.weekdays ||
          wanted.cadence !== row.cadence;
        const stored = { ...wanted, counts_from: isMoved ? now : row.counts_from };
        await transaction
          .insertInto('digest_subscription')
          .values(stored)
          .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'kind']).doUpdateSet(stored))
          .execute();
        return {
          before: known?.active === 1 ? read(known) : undefined,
          after: read(stored),
        };
      });
    },

    async subscribeConfigured(teamId, channelIds, now) {
      const { dayOf, instantOf } = createCalendar(defaults.timeZone);
      const today = dayOf(now);
      const isInTime = now < instantOf(today, defaults.deadline);
      const countsFrom = isInTime ? instantOf(today, '00:00') - 1 : now;
      for (const channelId of channelIds) {
        const row = newRow({ teamId, channelId, kind: USUAL.content }, now, 1);
        await database
          .insertInto('digest_subscription')
          .values({ ...row, counts_from: countsFrom })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }
    },

    unsubscribe: (place) => updateActive(place, { active: 0, paused_until: null, paused_reason: null }),
    pause: (place, until) => updateActive(place, { paused_until: until }),
    resume: (place, now) =>
      updateActive(place, { paused_until: null, paused_reason: null, counts_from: now }),
    countFrom: (place, instant) => updateActive(place, { counts_from: instant }),
    async countFromNow(now) {
      await database
        .updateTable('digest_subscription')
        .set({ counts_from: now })
        .where('counts_from', '>', now)
        .execute();
    },

    markRefused: (place, reason) =>
      changed(
        update(place, { paused_reason: reason })
          .where((row) => row.or([row('paused_reason', 'is', null), row('paused_reason', '!=', reason)]))
          .executeTakeFirst(),
      ),
    clearRefusal: (place) =>
      changed(
        update(place, { paused_reason: null }).where('paused_reason', 'is not', null).executeTakeFirst(),
      ),
  };
}

/** The row with `change` applied, active and without a refusal. */
function changedRow(row: DigestSubscriptionTable, change: DigestChange): DigestSubscriptionTable {
  const { digestTime = row.digest_time, language, name } = change;
  const { weekdays = row.weekdays } = change;
  const cadence = change.cadence ?? (change.weekdays === undefined ? row.cadence : cadenceOn(weekdays, row));
  const called = { name: name ?? row.name, language: language ?? row.language };
  return { ...row, ...called, cadence, digest_time: digestTime, weekdays, active: 1, paused_reason: null };
}

/** A question on one weekday is one of weeks, on several one of days. */
function cadenceOn(weekdays: string, { kind, cadence }: DigestSubscriptionTable): Cadence {
  const preset = presetOf(kind);
  if (cadence === 'monthly' || (weekdays.length === 1 && preset !== undefined)) return cadence;
  return preset?.cadence ?? (weekdays.length === 1 ? 'weekly' : 'daily');
}

function newRow(
  { teamId, channelId, kind }: SubscriptionPlace,
  now: number,
  active: 0 | 1,
): DigestSubscriptionTable {
  return {
    team_id: teamId,
    channel_id: channelId,
    kind,
    digest_time: null,
    active,
    created_at: now,
    counts_from: now,
    question: (presetOf(kind) ?? USUAL).question,
    cadence: presetOf(kind)?.cadence ?? 'daily',
    weekdays: EVERY_DAY,
    owner: null,
    paused_until: null,
    paused_reason: null,
    shows_sales: 1,
  };
}
