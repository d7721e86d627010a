import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Database } from '../database/connection.ts';
import { changed, dialectOf, lockRows } from '../database/dialect.ts';
import type { DigestSubscriptionTable } from '../database/tables/digest.ts';
import { type Language, languageFor } from '../language/language.ts';
import { isKnown } from '../outbox/key.ts';
import type { Subscribers } from '../outbox/notices.ts';
import { choiceColumn, columnsOf, type DigestFormat, defaultFormat, formatOf } from './format.ts';
import type { DigestKinds } from './kind.ts';
import type { SettingsChange } from './question.ts';
import {
  type ChannelDigest,
  EVERY_DAY,
  readSubscription,
  type SubscriptionDefaults,
  type SubscriptionPlace,
} from './subscription.ts';

export interface SubscriptionChange {
  readonly change: SettingsChange;
  /** Who is told when it fails. */
  readonly owner: string;
  /** Whether the person may see sales in the channel. */
  readonly seesSales: boolean;
  /** How a new one is written where nothing is said about it. */
  readonly language: Language;
  readonly now: number;
}

export interface Subscribed {
  /** Undefined when the channel had no such digest. */
  readonly before: ChannelDigest | undefined;
  readonly after: ChannelDigest;
}

/** Which channels get which digests. A subscription that ends keeps its row, so that DIGEST_CHANNELS does not bring it back. */
export interface Subscriptions extends Subscribers {
  readonly defaults: SubscriptionDefaults;
  /** Active ones of every workspace, paused ones among them. */
  active(): Promise<readonly ChannelDigest[]>;
  /** Active ones of a workspace, or of one channel. */
  of(place: {
    readonly teamId: string;
    readonly channelId?: string | undefined;
  }): Promise<readonly ChannelDigest[]>;
  /** Undefined when there is none, or it was ended. */
  find(place: SubscriptionPlace): Promise<ChannelDigest | undefined>;
  /** What a channel's digest shows, also of one that was ended: a digest by hand there looks the same. */
  format(place: SubscriptionPlace): Promise<DigestFormat>;
  /**
   * Subscribes a channel, or changes its subscription by what is said and leaves the rest. One that was ended comes back
   * as it was. A pause by Slack ends: somebody has looked at it.
   *
   * It is written as the person who subscribes reads: Slack gives a locale to people, not to workspaces or channels, and a
   * digest has to look the same every day, whoever reads it.
   *
   * Somebody who may see sales brings what is derived from them. A change by somebody else leaves that to a channel that
   * has it; a new or ended subscription does not get it.
   */
  subscribe(place: SubscriptionPlace, change: SubscriptionChange): Promise<Subscribed>;
  /**
   * Subscribes the channels of DIGEST_CHANNELS, each once: what was changed or ended there stays so over a restart. Until
   * the deadline they still get today's digest, so that whoever sets up the bot sees one.
   */
  subscribeConfigured(teamId: string, channelIds: readonly string[], now: number): Promise<void>;
  /** False when there is no such subscription, as with the two below. */
  unsubscribe(place: SubscriptionPlace): Promise<boolean>;
  /** Until that day, on which it comes again. */
  pause(place: SubscriptionPlace, until: string): Promise<boolean>;
  /** Ends any pause; what came due meanwhile is not made up for. */
  resume(place: SubscriptionPlace, now: number): Promise<boolean>;
  /** The first occurrence after that instant is the next one. */
  countFrom(place: SubscriptionPlace, instant: number): Promise<boolean>;
  /** What was changed while the clock was ahead counts from now on, and not only from the time that it showed. */
  countFromNow(now: number): Promise<void>;
}

export function createSubscriptions(
  database: Database,
  kinds: DigestKinds,
  defaults: SubscriptionDefaults,
): Subscriptions {
  const isOfOurs = isKnown('kind', kinds.contents);
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
      .where(isOfOurs)
      .orderBy('created_at')
      .orderBy('channel_id')
      .orderBy('kind', 'desc');
  const read = (row: DigestSubscriptionTable) => readSubscription(row, kinds.of(row.kind).cadence, defaults);

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

    nameOf: (kind, t) => kinds.of(kind).words(t).name,

    async format(place) {
      const row = await rowOf(place).executeTakeFirst();
      return row === undefined ? defaultFormat(defaults.language) : formatOf(row, defaults.language);
    },

    async ownerAndLanguage(place) {
      const row = await rowOf(place).executeTakeFirst();
      const format =
        row === undefined
          ? defaultFormat(defaults.language)
          : formatOf({ language: row.language }, defaults.language);
      return { owner: row?.owner ?? undefined, language: languageFor(format.language) };
    },

    subscribe(place, { change, owner, seesSales, language, now }) {
      return database.transaction().execute(async (transaction) => {
        const locked = lockRows(dialectOf(database), rowOf(place, transaction));
        const known = await locked.executeTakeFirst();
        const row = known ?? { ...newRow(place, now, 0), ...columnsOf(defaultFormat(language.code)) };
        const showsSales = seesSales || (known?.active === 1 && known.shows_sales === 1);
        const wanted = { ...changedRow(row, change), owner, shows_sales: Number(showsSales) };
        const timeOf = ({ digest_time: time }: DigestSubscriptionTable) => time ?? defaults.digestTime;
        const isMoved =
          known?.active !== 1 ||
          row.paused_reason !== null ||
          timeOf(wanted) !== timeOf(row) ||
          wanted.weekdays !== row.weekdays;
        const kept = { ...wanted, counts_from: isMoved ? now : row.counts_from };
        await transaction
          .insertInto('digest_subscription')
          .values(kept)
          .onConflict((conflict) => conflict.columns(['team_id', 'channel_id', 'kind']).doUpdateSet(kept))
          .execute();
        return {
          before: known?.active === 1 ? read(known) : undefined,
          after: read(kept),
        };
      });
    },

    async subscribeConfigured(teamId, channelIds, now) {
      const { dayOf, instantOf } = createCalendar(defaults.timeZone);
      const today = dayOf(now);
      const isInTime = now < instantOf(today, defaults.deadline);
      const countsFrom = isInTime ? instantOf(today, '00:00') - 1 : now;
      for (const channelId of channelIds) {
        const row = newRow({ teamId, channelId, kind: kinds.contents[0] }, now, 1);
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
        .where(isOfOurs)
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

/** What is not said stays as it is in the row. */
function changedRow(row: DigestSubscriptionTable, change: SettingsChange): DigestSubscriptionTable {
  const { products, language } = change;
  return {
    ...row,
    ...(products === undefined ? {} : { products: choiceColumn(products) }),
    ...(language === undefined ? {} : { language }),
    digest_time: change.digestTime ?? row.digest_time,
    weekdays: change.weekdays ?? row.weekdays,
    active: 1,
    paused_reason: null,
  };
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
    weekdays: EVERY_DAY,
    owner: null,
    paused_until: null,
    paused_reason: null,
    shows_sales: 1,
  };
}
