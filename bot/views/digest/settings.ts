import type { KnownBlock } from '@slack/types';
import { createCalendar } from 'retail-data-client/core';
import type { DigestKind, DigestState } from '../../database/tables/digest.ts';
import { isManual, subjectOf } from '../../digest/digestKey.ts';
import type { DigestRun } from '../../digest/ledger.ts';
import { figuresAt, type Today } from '../../digest/schedule.ts';
import {
  type ChannelDigest,
  EVERY_DAY,
  type InvalidSubscription,
  WEEKDAYS,
} from '../../digest/subscription.ts';
import { type Formatter, formatterFor } from '../../language/formatter.ts';
import type { ProductChoice } from '../../products/choice.ts';
import { escapeMrkdwn, type Message, section } from '../../slack/message.ts';
import { button } from '../buttons.ts';
import { listInWords } from '../phrases.ts';
import type { Reader } from '../reader.ts';
import { ownFromInWords } from './banner.ts';
import { DIGEST_NOW } from './buttons.ts';

/** Slack shows the channel by its name to whoever may see it; ids are checked where they come in. */
export function channelInWords(channelId: string): string {
  return `<#${escapeMrkdwn(channelId, 40)}>`;
}

type Settings = Pick<
  ChannelDigest,
  'digestTime' | 'timeZone' | 'weekdays' | 'deadline' | 'stalePolicy' | 'products' | 'locale' | 'kind'
>;

const LABELS = {
  when: 'When',
  products: 'Products',
  stale: 'Without new figures',
  numbers: 'Numbers and days',
} as const;

/** The settings of a digest, each in a few words. */
export function settingsInWords(settings: Settings, reader: Reader): Record<keyof typeof LABELS, string> {
  const { digestTime, timeZone, deadline, stalePolicy, locale, kind } = settings;
  return {
    when: `${daysInWords(settings.weekdays)} at ${digestTime} (${timeZone})`,
    products: choiceInWords(settings.products, kind, reader),
    stale: `${deadline > digestTime ? `waits until ${deadline}, then` : 'does not wait but'} ${stalePolicy === 'post' ? 'posts the older ones and says so' : 'leaves the digest out and tells its owner'}`,
    numbers: locale === 'nb' ? 'written the Norwegian way' : 'written the English way',
  };
}

const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

function daysInWords(weekdays: string): string {
  if (weekdays === EVERY_DAY) return 'every day';
  if (weekdays === WEEKDAYS) return 'Monday to Friday';
  return [...weekdays].map((day) => NAMES[Number(day) - 1] ?? '').join(', ');
}

function choiceInWords(choice: ProductChoice, kind: DigestKind, reader: Reader): string {
  switch (choice.kind) {
    case 'mine':
      return kind === 'sales'
        ? 'all of your own sales'
        : 'yours: those in your sales of the last 90 days and in your product list';
    case 'all':
      return kind === 'sales' ? 'all of your own sales' : 'all of the chain';
    case 'group':
      return `the group ${escapeMrkdwn(choice.group, 80)}`;
    case 'products':
      return listInWords(
        choice.productIds.map((id) => reader.products.label(id, 40)),
        5,
      );
  }
}

export interface SubscribedWords {
  readonly before: ChannelDigest | undefined;
  readonly after: ChannelDigest;
  readonly nextAt: number | undefined;
  readonly today: Today | undefined;
  /** What stands in the way, such as that the app is not in the channel; undefined when nothing is known to. */
  readonly warning: string | undefined;
}

/** The settings after `subscribe`; where there were some before, the old ones beside the new. */
export function subscribedMessage(
  { before, after, nextAt, today, warning }: SubscribedWords,
  reader: Reader,
): Message {
  const now = settingsInWords(after, reader);
  const then = before === undefined ? undefined : settingsInWords(before, reader);
  const names = Object.keys(LABELS) as (keyof typeof LABELS)[];
  const changed = names.filter((name) => then !== undefined && then[name] !== now[name]);
  const where = channelInWords(after.channelId);
  const head =
    then === undefined
      ? `The ${after.kind} digest comes in ${where}:`
      : changed.length === 0
        ? `The ${after.kind} digest comes in ${where} already, and nothing has changed:`
        : `The ${after.kind} digest in ${where} has changed:`;
  const lines = names.map((name) =>
    changed.includes(name) && then !== undefined
      ? `• ${LABELS[name]}: ~${then[name]}~ → *${now[name]}*`
      : `• ${LABELS[name]}: ${now[name]}`,
  );
  const text = [
    head,
    ...lines,
    nextInWords(after, nextAt, reader),
    ...(today === undefined ? [] : [todayInWords(today, before === undefined, formatterFor(reader.locale))]),
    ...(warning === undefined ? [] : [`:warning: ${warning}`]),
  ].join('\n');
  const offer = button(DIGEST_NOW, 'Post one now', `${after.channelId} ${after.kind}`);
  const offers: KnownBlock[] = today?.kind === 'none' ? [{ type: 'actions', elements: [offer] }] : [];
  return { text, blocks: [section(text), ...offers] };
}

function todayInWords(today: Today, isNew: boolean, figures: Formatter): string {
  switch (today.kind) {
    case 'comes':
      return 'That is today.';
    case 'underWay':
      return "Today's was due already, and still comes.";
    case 'ahead':
      return `The digest of ${figures.day(today.day)} has come already, by the zone before.`;
    case 'none':
      return isNew
        ? "Today's hour has passed; the button posts a digest now."
        : 'None comes today any more; the button posts one now.';
  }
}

/** When it comes next, and with which figures. */
export function nextInWords(
  digest: Pick<ChannelDigest, 'timeZone' | 'pausedReason' | 'pausedUntil' | 'kind'>,
  nextAt: number | undefined,
  reader: Reader,
): string {
  if (digest.pausedReason !== undefined) {
    return `Paused, because Slack does not let the app post there (${escapeMrkdwn(digest.pausedReason)}); it comes again by itself once that has changed.`;
  }
  if (nextAt === undefined) return 'It does not come in the next two weeks.';
  const figures = formatterFor(reader.locale);
  const next = `Next: ${figures.instant(nextAt, digest.timeZone)}`;
  const hour = figuresAt(createCalendar(reader.timeZone), digest, nextAt);
  const isStock = digest.kind === 'stock';
  return hour.isOwn
    ? `${next}, once the ${isStock ? 'stock of the day is' : 'sales of the day before are'} there.`
    : `${next}, with the ${isStock ? 'stock' : 'sales'} of ${figures.day(hour.day)}: ${ownFromInWords(digest.kind, hour.ownFrom)}.`;
}

const STATES: Readonly<Record<DigestState, string>> = {
  due: 'waits for its figures',
  sending: 'is being sent',
  unclear: 'is looked for in the channel: Slack did not say whether it arrived',
  sent: 'posted',
  failed: 'Slack refused it',
  unknown: 'nobody knows whether it arrived',
  missed: 'left out',
};

/** How a digest went, in one line. */
export function runInWords(run: DigestRun, figures: Formatter, timeZone: string): string {
  const reason = run.reason === null || run.state === 'sent' ? '' : ` (${escapeMrkdwn(run.reason, 200)})`;
  const at = run.state === 'sent' ? ` ${figures.instant(run.updatedAt, timeZone)}` : '';
  const how = isManual(run.kind) ? 'by hand' : 'daily';
  return `${figures.day(run.businessDate)}, ${escapeMrkdwn(subjectOf(run.kind), 40)}, ${how}: ${STATES[run.state]}${at}${reason}`;
}

const LONGEST_VALUE = 80;

/** Why a digest does not come whose subscription cannot be read, and the command that sets it right. */
export function unreadableInWords({ channelId, kind, problem }: InvalidSubscription): string {
  const where = channelInWords(channelId);
  const { field, value, expected, fix } = problem;
  if (fix === undefined) {
    return `In ${where} there is a digest of the kind “${escapeMrkdwn(kind, LONGEST_VALUE)}”, which this version of the app does not know; a newer one made it, and sends and changes it.`;
  }
  return `The ${kind} digest in ${where} does not come: its ${field} is “${escapeMrkdwn(value, LONGEST_VALUE)}”, which is not ${expected}. Type \`/digest ${fix}\` in the channel, with what you want there, and it comes again.`;
}
