import type { Calendar } from 'retail-data-client/calendar/calendar';
import { STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import type { Place } from '../access/person.ts';
import { enforce } from '../access/refusal.ts';
import { button } from '../ask/buttons.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { Labels } from '../ask/reader.ts';
import { sentence } from '../ask/replies.ts';
import type { SubCommand } from '../ask/subCommand.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import { type Language, languageFor } from '../language/language.ts';
import type { Enqueue } from '../outbox/stored.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { IdsNamed } from '../parse/narrowing.ts';
import type { AccessPolicy, RequiredCapability } from '../settings/accessPolicy.ts';
import {
  context,
  escapeMrkdwn,
  type Message,
  type MessageBlock,
  type Render,
  section,
} from '../slack/message.ts';
import { inSections } from '../slack/table.ts';
import type { StockGauge } from '../stock/gauge.ts';
import { idKey } from '../text/numbers.ts';
import { isBeyond, judge } from './judge.ts';
import { type Figures, type Fired, judgePlace } from './judgeAlerts.ts';
import { isAboutAlerts, parseAlert, type ReadProducts } from './parse.ts';
import {
  type Alert,
  alertsOf,
  alertsToJudge,
  findAlert,
  MOST_ALERTS,
  muteAlert,
  type ProductState,
  pauseAlert,
  removeAlert,
  setAlert,
  statesOf,
} from './queries.ts';
import { type AlertRule, needsOfAlert } from './rule.ts';
import { alertWords } from './words/words.ts';

/** Ids of buttons. They never change, so that buttons already in Slack keep working. The value is the alert's id. */
export const ALERT_BUTTONS = { mute: 'alert:mute', unmute: 'alert:unmute', remove: 'alert:remove' } as const;

export type AlertChange = keyof typeof ALERT_BUTTONS;

const WEEK_MS = 7 * 24 * 60 * 60_000;
/** A message that couldn't be posted by then is no longer news. */
const EXPIRES_MS = 2 * 24 * 60 * 60_000;
const MOST_LINES = 30;
const MOST_NAMED = 5;

export type Alerts = ReturnType<typeof createAlerts>;

export function createAlerts(parts: {
  readonly database: Database;
  readonly gauge: StockGauge;
  readonly readProducts: ReadProducts;
  readonly idsNamed: IdsNamed;
  readonly products: Labels;
  readonly reading: () => Reading;
  readonly people: Pick<Directory, 'person' | 'place'>;
  readonly policy: AccessPolicy;
  readonly calendar: Calendar;
  readonly time: DatabaseClock;
  readonly enqueue: Enqueue;
  /** Called after a message was enqueued in a transaction. */
  readonly wake: () => void;
}) {
  const { database, gauge, products, people, policy, calendar, time } = parts;
  const label = (id: string) => escapeMrkdwn(products.label(id), 80);

  const ruleText = ({ kind, line, of }: AlertRule, { t, format }: Language) => {
    const names = [
      ...(of?.ids ?? []).map(label),
      ...(of?.names ?? []).map((name) => escapeMrkdwn(name.words)),
    ];
    const all = alertWords(t).allMine;
    const shown =
      of === undefined
        ? all
        : format.list(names.slice(0, MOST_NAMED), Math.max(0, names.length - MOST_NAMED));
    return alertWords(t).rule[kind](shown, line);
  };

  /** The figures of a rule's products, and their day; undefined while no stock is stored. */
  const figuresOf = async ({ kind, of }: AlertRule) => {
    const ids = of && [...of.ids, ...of.names.flatMap(parts.idsNamed)];
    const read = await gauge.read(ids, kind === 'cover');
    if (read === undefined) return undefined;
    const figures = new Map<string, number>();
    for (const { productId, stock, coverDays } of read.products) {
      const key = String(idKey(productId));
      const figure = kind === 'cover' ? coverDays : stock;
      if (figure !== undefined && !figures.has(key)) figures.set(key, figure);
    }
    return { day: read.businessDate, figures: figures as Figures };
  };

  const needsIn = (rule: AlertRule, isChannel: boolean): readonly RequiredCapability[] =>
    isChannel ? [...needsOfAlert(rule), 'manage_digests'] : needsOfAlert(rule);
  const targetOf = ({ place, person }: Actor) => (place.kind === 'channel' ? place.channelId : person.userId);

  async function set(actor: Actor, rule: AlertRule, isForMe: boolean): Promise<Render> {
    const place: Place = isForMe ? { kind: 'alone' } : actor.place;
    const { person, language, teamId } = actor;
    const isChannel = place.kind === 'channel';
    for (const each of needsIn(rule, isChannel)) enforce(decide({ person, place }, each, policy));
    const wholeDay = await gauge.wholeDay();
    const found = wholeDay === undefined ? undefined : await figuresOf(rule);
    const states: ProductState[] = [...(found?.figures ?? [])].map(([productId, figure]) => ({
      productId,
      figure,
      state: judge(undefined, figure, rule).state ?? 'armed',
    }));
    const stored = await setAlert(database, {
      teamId,
      target: isChannel ? place.channelId : person.userId,
      owner: person.userId,
      language: language.code,
      rule,
      now: await time.now(),
      day: found?.day,
      states,
    });
    const words = alertWords(language.t);
    if (typeof stored === 'string') return sentence(words.limits[stored](MOST_ALERTS[stored]));
    const beyond = states
      .filter(({ figure }) => isBeyond(figure, rule))
      .map(({ productId }) => label(productId));
    const shown = language.format.list(beyond.slice(0, MOST_NAMED), Math.max(0, beyond.length - MOST_NAMED));
    return sentence(
      [
        words.set(ruleText(rule, language), !isChannel),
        ...(beyond.length > 0 ? [words.already(shown)] : []),
        ...(found !== undefined && rule.of !== undefined && states.length === 0 ? [words.unlisted] : []),
      ].join('\n'),
    );
  }

  async function list(actor: Actor): Promise<Render> {
    const { language, teamId } = actor;
    const words = alertWords(language.t);
    const alerts = await alertsOf(database, { teamId, target: targetOf(actor) });
    if (alerts.length === 0) return sentence(words.none);
    const states = await statesOf(
      database,
      alerts.map(({ id }) => id),
    );
    const now = await time.now();
    const blocks = alerts.flatMap((alert): MessageBlock[] => {
      const { id, rule, owner, firedDay } = alert;
      const isMuted = alert.mutedUntil !== undefined && alert.mutedUntil > now;
      const maySee = needsOfAlert(rule).every((each) => actor.may(each).allowed);
      const [nearest] = (states.get(id) ?? []).toSorted(
        (one, other) => Math.abs(one.figure - rule.line) - Math.abs(other.figure - rule.line),
      );
      const notes = [
        words.listed(ruleText(rule, language), owner, firedDay),
        ...(nearest === undefined || !maySee
          ? []
          : [words.nearest(label(nearest.productId), words.figure[rule.kind](nearest.figure))]),
        ...(isMuted ? [words.muted] : []),
        ...(alert.isPaused ? [words.paused] : []),
      ];
      const change = (name: AlertChange) =>
        button(`${ALERT_BUTTONS[name]}:${id}`, words.buttons[name], String(id));
      return [
        section(notes.join(' · ')),
        { type: 'actions', elements: [change(isMuted ? 'unmute' : 'mute'), change('remove')] },
      ];
    });
    return () => ({ text: words.list, blocks });
  }

  /** Changes an alert of the place of the click. Its owner may, and in a channel those who manage digests. */
  async function change(actor: Actor, name: AlertChange, value: string): Promise<Render> {
    const words = alertWords(actor.language.t);
    const alert = await findAlert(database, actor.teamId, /^\d{1,9}$/.test(value) ? Number(value) : -1);
    if (alert === undefined || alert.target !== targetOf(actor)) return sentence(words.gone);
    if (alert.owner !== actor.person.userId) actor.require('manage_digests');
    const until = name === 'mute' ? (await time.now()) + WEEK_MS : undefined;
    const isDone =
      name === 'remove' ? await removeAlert(database, alert.id) : await muteAlert(database, alert.id, until);
    return sentence(isDone ? words.done[name](ruleText(alert.rule, actor.language)) : words.gone);
  }

  /** Whether the owner may still see the figures where the alert is posted. @throws LookupError when Slack doesn't say */
  async function mayOwner({ owner, target, rule }: Alert): Promise<boolean> {
    try {
      const person = await people.person(owner);
      const isChannel = target !== owner;
      const place = await people.place(isChannel ? target : undefined, owner);
      return needsIn(rule, isChannel).every((each) => decide({ person, place }, each, policy).allowed);
    } catch (error) {
      if (error instanceof LookupError && GONE.has(error.code)) return false;
      throw error;
    }
  }

  const pause = (alert: Alert, day: string) =>
    database.transaction().execute(async (transaction) => {
      if (!(await pauseAlert(transaction, alert.id, 'ownerLost'))) return;
      const language = languageFor(alert.language);
      const text = alertWords(language.t).ownerLost(ruleText(alert.rule, language), alert.owner);
      const key = `alert paused ${alert.id} ${day}`;
      await parts.enqueue(toPost(alert, key, sentenceMessage(text), day), transaction);
    });

  const toPost = ({ teamId, target }: Alert, key: string, content: Message, day: string) => {
    const notBefore = calendar.instantOf(day, STOCK_REFRESH);
    return { teamId, key, to: target, content, notBefore, expiresAt: notBefore + EXPIRES_MS };
  };

  const firedLine = ({ alert, productId, crossing, figure, before }: Fired) => {
    const words = alertWords(languageFor(alert.language).t).fired;
    const { kind, line } = alert.rule;
    if (crossing === 'back') return words.back(label(productId), figure);
    return words[kind](label(productId), figure, line, before);
  };

  function firedMessage(fired: readonly Fired[], first: Alert, day: string): Message {
    const words = alertWords(languageFor(first.language).t);
    const lines = [...new Set(fired.map(firedLine))];
    const left = lines.length - MOST_LINES;
    const shown = [...lines.slice(0, MOST_LINES), ...(left > 0 ? [words.more(left)] : [])];
    const heading = `:bell: *${words.heading(day)}*`;
    return {
      text: words.heading(day),
      blocks: [...inSections([heading, ...shown], (text) => text), context(words.foot)],
    };
  }

  /** Judges each alert once by the latest whole day. Calls no service. */
  async function run(): Promise<void> {
    const day = await gauge.wholeDay();
    if (day === undefined) return;
    const now = await time.now();
    const today = calendar.dayOf(now);
    const places = Map.groupBy(
      await alertsToJudge(database, day, today),
      ({ teamId, target }) => `${teamId} ${target}`,
    );
    const failures: unknown[] = [];
    for (const alerts of places.values()) {
      await judgeAlerts(alerts, day, today, now).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
  }

  async function judgeAlerts(
    alerts: readonly Alert[],
    day: string,
    today: string,
    now: number,
  ): Promise<void> {
    const figures = new Map<number, Figures>();
    for (const alert of alerts) {
      if (!(await mayOwner(alert))) await pause(alert, day);
      else {
        const found = await figuresOf(alert.rule);
        if (found?.day === day) figures.set(alert.id, found.figures);
      }
    }
    const [place] = alerts;
    if (place === undefined) return;
    await judgePlace(database, place, {
      day,
      today,
      now,
      figures,
      async ring(fired, transaction) {
        const first = fired[0]?.alert ?? place;
        const message = firedMessage(fired, first, day);
        const key = `alert stock ${place.target} ${day}`;
        const isNew = await parts.enqueue(toPost(place, key, message, day), transaction);
        // Only after an alert that was set while the day was judged.
        if (!isNew) await parts.enqueue(toPost(place, `${key} ${first.id}`, message, day), transaction);
      },
    });
    parts.wake();
  }

  const stockCommand: SubCommand = {
    command: 'stock',
    name: 'alert',
    isMeant: isAboutAlerts,
    async answer(actor, text) {
      const question = parseAlert(text, parts.reading(), parts.readProducts);
      if (question.kind === 'help') return sentence(alertWords(actor.language.t).help);
      return question.kind === 'list' ? list(actor) : set(actor, question.rule, question.isForMe);
    },
  };
  return { stockCommand, change, run };
}

/** Slack's codes for a person who is gone, and for a channel that they no longer see. */
const GONE: ReadonlySet<string> = new Set([
  'user_not_found',
  'users_not_found',
  'channel_not_found',
  'not_in_channel',
]);
