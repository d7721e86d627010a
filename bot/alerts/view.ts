import type { KnownBlock } from '@slack/types';
import { type Catalog, type Language, languageFor } from '../language/language.ts';
import { context, type Message, section, withoutMarks } from '../slack/message.ts';
import { type AlertVerb, alertButtons, besideMenu } from './buttons.ts';
import type { FiredAlerts } from './judgePlace.ts';
import type { ItemState } from './line.ts';
import type { Alert } from './queries.ts';
import { alertWords } from './words/words.ts';

/** Lines of an alert in a posted message; 20 alerts of a place fit in one. */
const MOST_LINES = 10;
const MOST_NAMED = 5;
const NOTIFICATION_CHARACTERS = 150;

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
    return [besideMenu([`_${said.rule}_`, ...lines].join('\n'), controls, t)];
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

export function listedBlock(
  { alert, states, maySee, mayChange, where }: ListedAlert,
  now: number,
  language: Language,
  timeZone: string,
): KnownBlock {
  const { t, format } = language;
  const words = alertWords(t);
  const said = alert.rule.words(t);
  const { line } = alert.rule;
  const isMuted = alert.mutedUntil !== undefined && alert.mutedUntil > now;
  const byDistance = states.toSorted(
    (one, other) => Math.abs(one.figure - line) - Math.abs(other.figure - line),
  );
  const [nearest] = byDistance;
  // The farthest first.
  const beyond = byDistance.filter(({ figure }) => alert.rule.isBeyond(figure)).toReversed();
  const waiting = byDistance.filter(({ state, figure }) => state === 'fired' && !alert.rule.isBeyond(figure));
  const items = (beyond.length > 0 ? beyond : byDistance.slice(0, 1)).map(({ item }) => item);
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
    ...(nearest !== undefined && beyond.length + waiting.length === 0
      ? [words.nearest(said.item(nearest.item), said.figure(nearest.figure), said.distance(nearest.figure))]
      : []),
  ];
  const text = [
    `*${said.rule}*`,
    words.listed(alert.owner, where, alert.firedDay),
    ...(maySee ? figures : []),
    ...(isMuted ? [words.muted(format.instant(alert.mutedUntil, timeZone))] : []),
    ...(alert.isPaused ? [words.paused(alert.owner)] : []),
  ].join('\n');
  const verbs: readonly AlertVerb[] = [
    ...(maySee ? (['why'] as const) : []),
    ...(mayChange
      ? ([alert.isPaused ? 'resume' : isMuted ? 'unmute' : 'mute', 'change', 'remove'] as const)
      : []),
  ];
  return besideMenu(text, { id: alert.id, verbs, items }, t);
}

/** Items that are beyond the line already. */
export function namedItems(items: readonly string[], { format }: Language): string {
  return format.list(items.slice(0, MOST_NAMED), Math.max(0, items.length - MOST_NAMED));
}
