import type { KnownBlock } from '@slack/types';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import { button } from '../ask/buttons.ts';
import { sentenceMessage } from '../ask/errorMessage.ts';
import type { AnswerReader, Reader } from '../ask/reader.ts';
import type { Catalog } from '../language/language.ts';
import { escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { isPerson } from '../slack/messages.ts';
import type { DigestAnswers } from './answers.ts';
import { DIGEST_DO, writeClick } from './buttons.ts';
import { type CalledDigest, nameText } from './further.ts';
import { isManual } from './key.ts';
import { ARRIVES_AT, earlyDay, presetOf } from './presets.ts';
import { NO_ACCESS, reasonText } from './reasons.ts';
import type { DigestRun } from './runs.ts';
import { type ChannelDigest, EVERY_DAY, type Subscription, WEEKDAYS } from './subscription.ts';
import type { DigestWords } from './words/en.ts';
import { digestWords, presetWords } from './words/words.ts';

/** A link, whose name Slack shows to people who can see the channel; words for a person's direct messages. */
export function channelText(channelId: string, t: Catalog): string {
  if (isPerson(channelId)) return digestWords(t).settings.withApp;
  return `<#${escapeMrkdwn(channelId, 40)}>`;
}

type Settings = Pick<
  ChannelDigest,
  'kind' | 'cadence' | 'question' | 'digestTime' | 'weekdays' | 'deadline' | 'language' | 'showsSales'
>;

type SettingName = keyof DigestWords['settings']['labels'];

const SETTINGS: readonly SettingName[] = ['when', 'question', 'cover', 'stale', 'language'];

export function settingsText(
  settings: Settings,
  answers: Pick<DigestAnswers, 'label'>,
  reader: Reader,
): Record<SettingName, string> {
  const words = digestWords(reader.language.t).settings;
  const { digestTime, deadline, language } = settings;
  return {
    when: words.when(daysText(settings, reader.language.t), digestTime, reader.timeZone),
    question: answers.label(settings.question, reader.language.t),
    cover: words.cover(settings.showsSales),
    stale: words.stale(deadline > digestTime ? deadline : undefined),
    language: words.languages[language],
  };
}

/** The days on which a digest is due. */
export function daysText(
  { cadence, weekdays }: Pick<Subscription, 'cadence' | 'weekdays'>,
  t: Catalog,
): string {
  const words = digestWords(t).settings;
  if (cadence === 'weekly') return words.everyWeek(Number(weekdays.charAt(0)));
  const isAny = weekdays === EVERY_DAY || (cadence === 'monthly' && weekdays === WEEKDAYS);
  const days = [...weekdays].map((day) => words.dayNames[Number(day) - 1] ?? '').join(', ');
  if (cadence === 'monthly') return words.everyMonth(isAny ? '' : days);
  if (isAny) return words.every.daily;
  return weekdays === WEEKDAYS ? words.weekdays : days;
}

export interface SubscribedWords {
  readonly before: ChannelDigest | undefined;
  readonly after: ChannelDigest;
  readonly nextAt: number | undefined;
  /** Why digests cannot be posted, such as that the app is not in the channel; undefined when no reason is known. */
  readonly obstacle: string | undefined;
  /** The channel that it was moved from; undefined when it was not moved. */
  readonly movedFrom?: string | undefined;
  /** A command to get a new selection as a further digest; undefined unless that may have been meant. */
  readonly further?: string | undefined;
}

/** The answer to `subscribe`: the settings, with the previous ones where they have changed. */
export function subscribedMessage(
  { before, after, nextAt, obstacle, movedFrom, further }: SubscribedWords,
  answers: Pick<DigestAnswers, 'label'>,
  calendar: Calendar,
  reader: AnswerReader,
): Message {
  const { t } = reader.language;
  const words = digestWords(t).settings;
  const name = nameText(after, t);
  const now = settingsText(after, answers, reader);
  const then = before === undefined ? undefined : settingsText(before, answers, reader);
  const isChanged = (setting: SettingName) => then !== undefined && then[setting] !== now[setting];
  const renamed = (_: string, where: string) =>
    words.renamed(nameText({ ...after, name: before?.name }, t), where, escapeMrkdwn(after.name ?? '', 80));
  const moved = (what: string, where: string) => words.moved(what, channelText(movedFrom ?? '', t), where);
  const head =
    movedFrom !== undefined
      ? moved
      : then === undefined
        ? words.subscribed
        : before?.name !== after.name
          ? renamed
          : SETTINGS.some(isChanged)
            ? words.changed
            : words.notChanged;
  // Most digests show what is derived from sales, so mention it only for one that does not, or when it changes.
  const isSaid = (setting: SettingName) => setting !== 'cover' || !after.showsSales || isChanged(setting);
  const lines = SETTINGS.filter(isSaid).map((setting) =>
    then !== undefined && isChanged(setting)
      ? words.changedSetting(words.labels[setting], then[setting], now[setting])
      : words.setting(words.labels[setting], now[setting]),
  );
  const where = channelText(after.channelId, t);
  const text = [
    obstacle === undefined ? head(name, where) : words.doesNotCome(name, where, obstacle),
    ...lines,
    ...(obstacle === undefined ? [nextText(after, nextAt, calendar, reader)] : []),
    ...(further === undefined ? [] : [words.further(further)]),
  ].join('\n');
  const offer = button(`${DIGEST_DO}:now`, digestWords(t).buttons.postOne, writeClick('now', after));
  const isToday = nextAt !== undefined && calendar.dayOf(nextAt) === reader.today;
  const isOffered = head !== words.notChanged && !isToday && obstacle === undefined;
  const offers: KnownBlock[] = isOffered ? [{ type: 'actions', elements: [offer] }] : [];
  return { text, blocks: [section(text), ...offers] };
}

type Pause = Pick<ChannelDigest, 'pausedReason' | 'pausedUntil'>;

/** Why a digest doesn't come for now; undefined where it does. */
export function pauseText(
  { pausedReason, pausedUntil }: Pause,
  today: string,
  t: Catalog,
): string | undefined {
  const words = digestWords(t).settings;
  if (pausedReason === NO_ACCESS) return words.pausedWithoutAccess;
  if (pausedReason !== undefined) return words.paused(escapeMrkdwn(pausedReason));
  return pausedUntil !== undefined && pausedUntil > today ? words.pausedUntil(pausedUntil) : undefined;
}

/** When the next digest is due, and which day it shows. */
export function nextText(
  digest: Pause & Pick<ChannelDigest, 'kind'>,
  nextAt: number | undefined,
  calendar: Calendar,
  reader: AnswerReader,
): string {
  const { t } = reader.language;
  const words = digestWords(t).settings;
  const { timeZone, today } = reader;
  const pause = pauseText(digest, today, t);
  if (nextAt === undefined || digest.pausedReason !== undefined) return pause ?? words.notSoon;
  const preset = presetOf(digest.kind);
  const early = preset && earlyDay(preset, nextAt, calendar);
  const coming =
    preset === undefined || early === undefined
      ? words.next(nextAt, timeZone)
      : words.nextEarly(
          nextAt,
          timeZone,
          digestWords(t).of[preset.command].of(early),
          digestWords(t).of[preset.command].early(ARRIVES_AT[preset.command]),
        );
  return pause === undefined ? coming : `${pause} ${coming}`;
}

/** Instead of a digest while no data is stored. */
export function nothingRead(kind: string, t: Catalog): Message {
  return sentenceMessage(digestWords(t).nothingRead(presetWords(kind, t).data));
}

/** The result of a digest, in one line; `digests` are those that may have a name. */
export function runText(
  run: DigestRun,
  digests: readonly CalledDigest[],
  t: Catalog,
  timeZone: string,
): string {
  const words = digestWords(t).settings;
  const { subscribedKind, businessDate, kind, state, reason, updatedAt } = run;
  const name = digests.find((each) => each.kind === subscribedKind)?.name;
  return words.run(
    businessDate,
    nameText({ kind: subscribedKind, name }, t),
    isManual(kind),
    state === 'sent' ? words.sent(updatedAt, timeZone) : words.states[state],
    reason === null || state === 'sent' ? undefined : escapeMrkdwn(reasonText(reason, t), 200),
  );
}
