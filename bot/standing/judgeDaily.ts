import type { Calendar } from 'retail-data-client/calendar/calendar';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError, UNSEEN } from '../access/lookups.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { lockTable } from '../database/dialect.ts';
import { languageFor } from '../language/language.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Message } from '../slack/message.ts';
import { ALERT_KEY } from './alertMetrics.ts';
import { type Alert, type AlertPlace, type AlertStore, statesOf, storeJudgement } from './alertStore.ts';
import { ruleText } from './alerts.ts';
import { type Fired, firedMessage } from './alertView.ts';
import { judge } from './judge.ts';
import type { AlertFigures } from './line.ts';
import type { AlertSubject } from './subject.ts';
import type { FailedAlert, UnjudgedAlerts } from './unjudged.ts';
import { alertWords } from './words/alerts.ts';

/** A message that couldn't be posted by then is no longer news. */
const EXPIRES_MS = 2 * 24 * 60 * 60_000;

/** Slack's codes for a person who is gone, and for a channel that they no longer see. */
const GONE: ReadonlySet<string> = new Set([...UNSEEN, 'user_not_found', 'users_not_found']);

/** Slack's code for a person whom it doesn't show the app, perhaps for a while. */
const NOT_VISIBLE = 'user_not_visible';

/** Why an alert is paused. */
type Loss = 'ownerLost' | 'channelLost' | 'ownerUnseen';

/** An alert may get another rule after its figures were read. */
function figuresKey({ id, rule }: Pick<Alert, 'id' | 'rule'>): string {
  return `${id} ${rule.json}`;
}

/**
 * Judges alerts of a place by figures of `day`, and stores their states. The one message about what fired is to be stored
 * in the same transaction.
 */
async function judgeWithin(
  transaction: Database,
  subject: AlertSubject,
  alerts: readonly Alert[],
  figures: ReadonlyMap<string, AlertFigures>,
  day: string,
  now: number,
): Promise<{ readonly key: string; readonly content: Message } | undefined> {
  const before = await statesOf(
    transaction,
    alerts.map(({ id }) => id),
  );
  const fired: Fired[] = [];
  for (const alert of alerts) {
    const known = figures.get(figuresKey(alert));
    if (known === undefined) continue;
    const { states, crossed } = judge(alert.rule, known, before.get(alert.id) ?? []);
    // A mute ends without ringing: nothing that was crossed during it is posted.
    const isMuted = alert.mutedUntil !== undefined && alert.mutedUntil > now;
    const hasFired = !isMuted && crossed.length > 0;
    if (hasFired) fired.push({ alert, crossed });
    await storeJudgement(transaction, alert.id, { day, states, hasFired });
  }
  const [first, ...others] = fired;
  if (first === undefined) return undefined;
  const { target, id } = first.alert;
  const content = firedMessage([first, ...others], day);
  return { key: `${subject.command} ${target} ${day} ${id}`, content };
}

/** Judges each alert once by each whole day. Calls no service. */
export function createDailyJudging(parts: {
  readonly database: Database;
  readonly subjects: readonly AlertSubject[];
  readonly store: AlertStore;
  readonly people: Pick<Directory, 'person' | 'place'>;
  readonly policy: AccessPolicy;
  readonly calendar: Calendar;
  readonly time: DatabaseClock;
  readonly outbox: Pick<Outbox, 'enqueue' | 'wake'>;
  readonly unjudged: Pick<UnjudgedAlerts, 'note'>;
}): () => Promise<boolean | 'again'> {
  const { database, subjects, store, people, policy, calendar, time, outbox, unjudged } = parts;

  /** Why an alert is paused: its owner lost access, or the app the channel; undefined when it isn't. @throws LookupError */
  async function lossOf(alert: Alert, day: string): Promise<Loss | undefined> {
    const { owner, target, rule, judgedDay = day } = alert;
    try {
      const person = await people.person(owner);
      const isForOwner = target === owner;
      const place = await people.place(isForOwner ? undefined : target, owner);
      const needs = isForOwner ? rule.needs : [...rule.needs, 'manage_digests' as const];
      return needs.every((each) => decide({ person, place }, each, policy).allowed) ? undefined : 'ownerLost';
    } catch (error) {
      if (!(error instanceof LookupError)) throw error;
      // Slack's own answer is about the app. Without one, the owner isn't among the people of the channel.
      const isOfApp = error.about === 'channel' && error.cause !== undefined;
      if (GONE.has(error.code)) return isOfApp ? 'channelLost' : 'ownerLost';
      // It has been so since the day before.
      if (error.code === NOT_VISIBLE && judgedDay < calendar.addDays(day, -1)) return 'ownerUnseen';
      throw error;
    }
  }

  let hasPosted = false;
  /** Stores what is to be posted with what it is about: a crash leaves both or neither. */
  const post = (
    { teamId, target }: AlertPlace,
    key: string,
    content: Message,
    notBefore: number,
    now: number,
    within: Database,
  ) => {
    hasPosted = true;
    const expiresAt = Math.max(notBefore, now) + EXPIRES_MS;
    return outbox.enqueue(
      { teamId, key: `${ALERT_KEY}${key} ${now}`, to: target, content, notBefore, expiresAt },
      within,
    );
  };

  async function pause(transaction: Database, alert: Alert, loss: Loss, now: number) {
    if (!(await store.pause(transaction, alert, loss))) return;
    const language = languageFor(alert.language);
    const isOfChannel = loss === 'channelLost';
    const words = alertWords(language.t)[loss];
    const text = words(ruleText(alert, language), isOfChannel ? `<#${alert.target}>` : alert.owner);
    const to = { ...alert, target: isOfChannel ? alert.owner : alert.target };
    await post(to, `paused ${alert.id}`, sentenceMessage(text), now, now, transaction);
  }

  /** Judges the alerts of a place by the data of `day`, each once by each day. One without figures waits. */
  async function judgeAlerts(
    subject: AlertSubject,
    alerts: readonly Alert[],
    day: string,
    today: string,
    failed: FailedAlert[],
  ) {
    const [place] = alerts;
    if (place === undefined) return;
    const now = await time.now();
    const figures = new Map<string, AlertFigures>();
    const read = async (alert: Alert) => {
      const loss = await lossOf(alert, day);
      if (loss !== undefined)
        return database.transaction().execute((transaction) => pause(transaction, alert, loss, now));
      const found = await alert.rule.figures();
      if (found?.day === day) figures.set(figuresKey(alert), found);
    };
    // One that fails waits for the next round, and holds up no other.
    for (const alert of alerts) await read(alert).catch((error) => void failed.push({ alert, error }));
    await database.transaction().execute(async (transaction) => {
      await lockTable(transaction, 'alert');
      const left = await store.toJudge(transaction, subject, day, today, place);
      const fired = await judgeWithin(transaction, subject, left, figures, day, now);
      if (fired === undefined) return;
      await post(place, fired.key, fired.content, subject.postAt(day), now, transaction);
    });
    // An alert that fails in each round must not wake the next one.
    if (hasPosted) outbox.wake();
    hasPosted = false;
  }

  async function judgeSubject(subject: AlertSubject, failed: FailedAlert[]): Promise<void> {
    const day = await subject.wholeDay();
    if (day === undefined) return;
    const today = calendar.dayOf(await time.now());
    const alerts = await store.toJudge(database, subject, day, today);
    const places = Map.groupBy(alerts, ({ teamId, target }) => `${teamId} ${target}`);
    for (const each of places.values()) {
      await judgeAlerts(subject, each, day, today, failed).catch((error: unknown) => {
        failed.push(...each.map((alert) => ({ alert, error })));
      });
    }
  }

  return async () => {
    const failures: unknown[] = [];
    const failed: FailedAlert[] = [];
    for (const subject of subjects) {
      await judgeSubject(subject, failed).catch((error: unknown) => failures.push(error));
    }
    unjudged.note(failed);
    failures.push(...failed.map(({ error }) => error).filter((error) => !(error instanceof LookupError)));
    if (failures.length > 0) throw failures[0];
    return failed.length === 0 || 'again';
  };
}
