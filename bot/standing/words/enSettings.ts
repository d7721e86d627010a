import { slackSays } from '../../language/en/slackSays.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { capitalized } from '../../text/label.ts';
import { quoted } from '../../text/normalize.ts';
import type { Cadence } from '../presets.ts';

export const EVERY: Readonly<Record<Cadence, string>> = {
  daily: 'every day',
  weekly: 'every week',
  monthly: 'every month',
};

/** "stock or sales" */
export function anyOf(words: readonly string[]): string {
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(words);
}

/** The settings of a digest, its due times and results. */
export const digestSettings = (format: Formatter) => ({
  labels: {
    when: 'When',
    question: 'Question',
    cover: 'Days of cover',
    stale: 'Without new data',
    language: 'Language',
  },
  /** `days` is a text, from the following. */
  when: (days: string, time: string, timeZone: string) => `${days} at ${time} (${timeZone})`,
  every: EVERY,
  /** `weekday` is 1 for Monday. */
  everyWeek: (weekday: number) => `every ${format.weekday(weekday)}`,
  /** `days` are the weekdays to choose from; empty for all. */
  everyMonth: (days: string) => `on the first working day of the month${days === '' ? '' : ` (${days})`}`,
  weekdays: 'Monday to Friday',
  /** Monday first. */
  dayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  /** In the place of a channel, for a person's direct messages. */
  withApp: 'your chat with the app',
  /** A further digest by its name. */
  called: (name: string) => quoted(name),
  cover: (isShown: boolean): string =>
    isShown ? 'shown' : 'hidden until a person with access to sales changes this digest',
  /** Completes "Without new data …"; `deadline` is undefined for a digest that does not wait. */
  stale: (deadline: string | undefined) =>
    deadline === undefined
      ? 'posts the previous data with a note, without waiting'
      : `waits until ${deadline}, then posts the previous data with a note`,
  languages: { nb: 'Norwegian', en: 'English' },

  subscribed: (name: string, where: string) => `${capitalized(where)} gets the ${name} digest:`,
  /** `obstacle` is the reason and the fix, in whole sentences. */
  doesNotCome: (name: string, where: string, obstacle: string) =>
    `:warning: The ${name} digest in ${where} is saved but isn't posted yet. ${obstacle}`,
  notChanged: (name: string, where: string) =>
    `${capitalized(where)} already gets the ${name} digest. Nothing has changed:`,
  changed: (name: string, where: string) => `The ${name} digest in ${where} has changed:`,
  /** `now` is the new name. */
  renamed: (name: string, where: string, now: string) =>
    `The ${name} digest in ${where} is now called ${quoted(now)}:`,
  moved: (name: string, place: string, where: string) =>
    `The ${name} digest has moved from ${place} to ${where}:`,
  /** Posted in the channels; `who` is the person who moved it. */
  movedAway: (name: string, who: string, where: string) =>
    `${who} moved the ${name} digest from this channel to ${where}.`,
  movedHere: (name: string, who: string, place: string) =>
    `${who} moved the ${name} digest here from ${place}.`,
  setting: (label: string, value: string) => `• ${label}: ${value}`,
  changedSetting: (label: string, old: string, now: string) => `• ${label}: ~${old}~ → *${now}*`,
  /** `command` subscribes to the new selection by a name. */
  further: (command: string) =>
    `To keep the earlier selection and get this one as a digest of its own, add a name: ${command}`,

  /** `reason` is Slack's code. */
  paused: (reason: string) =>
    `Paused: Slack doesn't let the app post there (${slackSays(reason)}). The digest resumes automatically when that changes.`,
  pausedUntil: (day: string) => `Paused until ${format.day(day)}.`,
  pausedWithoutAccess:
    'Paused: you no longer have access to this data. The digest resumes automatically when you do.',
  /** When the next digest is due. */
  next: (at: number, timeZone: string) =>
    `Next: ${format.instant(at, timeZone)}, as soon as its data has arrived.`,
  /** `data` and `early`: what it shows instead of its own day's data, and when that arrives. */
  nextEarly: (at: number, timeZone: string, data: string, early: string) =>
    `Next: ${format.instant(at, timeZone)}, with ${data}. ${capitalized(early)}.`,
  notSoon: 'No digest is due in the next two weeks.',

  /** The result of a digest; `state` and `reason` are texts. */
  run: (day: string, name: string, isManual: boolean, state: string, reason: string | undefined) =>
    `${format.day(day)}, ${name}, ${isManual ? 'manual' : 'scheduled'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'waiting for data',
    sending: 'on its way',
    sent: 'posted',
    unclear: 'not confirmed by Slack; the app is looking for it in the channel',
    failed: 'refused by Slack',
    unknown: 'not confirmed by Slack; check the channel',
    missed: 'not posted',
    closed: 'nothing to post: no store was open, or no figure had changed',
  },
  /** The state `sent` with its instant. */
  sent: (at: number, timeZone: string) => `posted ${format.instant(at, timeZone)}`,
});
