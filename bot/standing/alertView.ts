import type { KnownBlock } from '@slack/types';
import { type Catalog, type Language, languageFor } from '../language/language.ts';
import { context, type Message, section, withoutMarks } from '../slack/message.ts';
import { ALERT_ACTION, alertButtons, alertOptions, type ListedVerb } from './alertButtons.ts';
import type { Alert } from './alertStore.ts';
import { besideMenu } from './buttons.ts';
import type { Crossed, ItemState } from './line.ts';
import type { LookBack } from './lookBack.ts';
import type { AlertRule } from './subject.ts';
import { alertWords } from './words/alerts.ts';

/** Lines of an alert in a posted message; 20 alerts of a place fit in one. */
const MOST_LINES = 10;
const MOST_NAMED = 5;
const MOST_SAID = 2;
const NOTIFICATION_CHARACTERS = 150;

/** An alert that fired, with the items that crossed its line. */
export interface Fired {
  readonly alert: Alert;
  readonly crossed: readonly Crossed[];
}

/** All that fired for a place, the oldest first. */
type FiredAlerts = readonly [Fired, ...Fired[]];

/** The message about all alerts of a place that fired, in the language of the first: one channel reads it. */
export function firedMessage(fired: FiredAlerts, day: string): Message {
  const { language: code, rule } = fired[0].alert;
  const { t } = languageFor(code);
  const words = alertWords(t);
  const { heading } = rule.subject.words(t);
  const isOnly = fired.length === 1;
  const blocks = fired.flatMap(({ alert, crossed }): KnownBlock[] => {
    const said = alert.rule.words(t);
    const left = crossed.length - MOST_LINES;
    const lines = [
      ...crossed.slice(0, MOST_LINES).map((each) => `• ${said.crossed(each)}`),
      ...(left > 0 ? [words.more(left)] : []),
    ];
    const items = crossed.map(({ item }) => item);
    const controls = { id: alert.id, verbs: ['why', 'mute', 'change', 'remove'] as const, items };
    if (isOnly) return [section(lines.join('\n')), alertButtons(controls, t)];
    return [
      besideMenu(
        [`_${said.rule}_`, ...lines].join('\n'),
        `${ALERT_ACTION}:${alert.id}`,
        alertOptions(controls, t),
      ),
    ];
  });
  return {
    text: notification(heading(day), fired, t),
    blocks: [section(`:bell: *${heading(day)}*`), ...blocks, context(words.foot(rule.subject.command))],
  };
}

/** What a phone shows: the heading and as many whole crossings as fit, one at least. */
function notification(heading: string, fired: FiredAlerts, t: Catalog): string {
  const all = fired.flatMap(({ alert, crossed }) => {
    const said = alert.rule.words(t);
    return crossed.map((each) => withoutMarks(said.crossed(each)));
  });
  let text = heading;
  for (const [at, each] of all.entries()) {
    const longer = `${text}${at === 0 ? ':' : ';'} ${each}`;
    if (at > 0 && longer.length > NOTIFICATION_CHARACTERS) return `${text}; …`;
    text = longer;
  }
  return text;
}

/** What an alert would have posted: the latest days, and what was crossed on the last. */
export function lookBackText(
  { from, posts, isOften }: LookBack,
  rule: AlertRule,
  language: Language,
): string {
  const { t, format } = language;
  const words = alertWords(t).lookBack;
  const last = posts.at(-1);
  if (last === undefined) return words.none(from);
  const days = posts.slice(-MOST_NAMED).map(({ day }) => format.shortDay(day));
  const said = rule.words(t);
  const crossed = last.crossed.slice(0, MOST_SAID).map((each) => said.crossed(each));
  const more = last.crossed.length - crossed.length;
  const lastSaid = [...crossed, ...(more > 0 ? [alertWords(t).more(more)] : [])].join('; ');
  return [
    words.posts(
      posts.length,
      from,
      format.list(days.toReversed(), Math.max(0, posts.length - days.length)),
      lastSaid,
    ),
    ...(isOften ? [words.often] : []),
  ].join(' ');
}

/** An alert in a list. */
export interface ListedAlert {
  readonly alert: Alert;
  readonly states: readonly ItemState[];
  /** Whether the reader may see figures of the alert. */
  readonly maySee: boolean;
  readonly mayChange: boolean;
  /** Undefined when it is the place of the list. */
  readonly where: string | undefined;
}

/** An alert in one line, marked where it is beyond its line. */
export function listedBlock(
  { alert, states, maySee, mayChange, where }: ListedAlert,
  now: number,
  { t, format }: Language,
  timeZone: string,
): KnownBlock {
  const words = alertWords(t);
  const said = alert.rule.words(t);
  const muted = alert.mutedUntil !== undefined && alert.mutedUntil > now ? alert.mutedUntil : undefined;
  const { beyond, nearest } = inOrder(alert, states);
  const [first, ...others] = maySee ? beyond : [];
  const text = [
    `${first === undefined ? '' : ':red_circle: '}*${said.rule}*`,
    ...(where === undefined ? [] : [where]),
    ...(first === undefined
      ? []
      : [others.length === 0 ? said.figure(first.figure) : words.manyBeyond(beyond.length)]),
    ...(muted === undefined ? [] : [words.muted(format.instant(muted, timeZone))]),
    ...(alert.isPaused ? [words.paused(alert.owner)] : []),
  ].join(' · ');
  const items = (beyond.length > 0 ? beyond : nearest).map(({ item }) => item);
  const state = alert.isPaused ? 'resume' : muted === undefined ? 'mute' : 'unmute';
  const verbs: readonly ListedVerb[] = [
    ...(maySee ? (['why'] as const) : []),
    'details',
    ...(mayChange ? ([state, 'change', 'remove'] as const) : []),
  ];
  return besideMenu(text, `${ALERT_ACTION}:${alert.id}`, alertOptions({ id: alert.id, verbs, items }, t));
}

/** Who set it, when it posted last, and where its figures are. */
export function detailsText({ alert, states, maySee, where }: ListedAlert, language: Language): string {
  const { t } = language;
  const words = alertWords(t);
  const said = alert.rule.words(t);
  const { beyond, waiting, nearest } = inOrder(alert, states);
  const named = (shown: readonly ItemState[]) =>
    namedItems(
      shown.map(({ item, figure }) =>
        words.itemWith(said.item(item), `${said.figure(figure)}, ${said.distance(figure)}`),
      ),
      language,
    );
  const figures = [
    ...(beyond.length > 0 ? [words.beyond(named(beyond))] : []),
    ...(waiting.length > 0 ? [words.waiting(named(waiting), said.figure(alert.rule.backAt))] : []),
    ...(beyond.length + waiting.length === 0 && nearest.length > 0 ? [words.nearest(named(nearest))] : []),
  ];
  return [
    `*${said.rule}*`,
    words.listed(alert.owner, where, alert.firedDay),
    ...(maySee ? figures : []),
  ].join('\n');
}

/** Items beyond the line, the farthest first, those that wait to be back, and the one nearest to it. */
function inOrder({ rule }: Alert, states: readonly ItemState[]) {
  const byDistance = states.toSorted(
    (one, other) => Math.abs(one.figure - rule.line) - Math.abs(other.figure - rule.line),
  );
  return {
    beyond: byDistance.filter(({ figure }) => rule.isMarked(figure)).toReversed(),
    waiting: byDistance.filter(({ state, figure }) => state === 'fired' && !rule.isBeyond(figure)),
    nearest: byDistance.slice(0, 1),
  };
}

/** Items that are beyond the line already. */
export function namedItems(items: readonly string[], { format }: Language): string {
  return format.list(items.slice(0, MOST_NAMED), Math.max(0, items.length - MOST_NAMED));
}
