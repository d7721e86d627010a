import type { EnglishFormatter as Formatter } from './englishFormatter.ts';
import { slackSays } from './slackSays.ts';

type Kind = 'stock' | 'sales';

/** The settings of a digest, when it comes, how the last ones went, and what is wrong with one. */
export const digestSettings = (format: Formatter) => ({
  labels: {
    when: 'When',
    products: 'Products',
    cover: 'Days of cover',
    stale: 'If there are no new figures',
    language: 'Language',
  },
  /** `days` in words. */
  when: (days: string, time: string, timeZone: string) => `${days} at ${time} (${timeZone})`,
  everyDay: 'every day',
  weekdays: 'Monday to Friday',
  /** Monday first. */
  dayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ownSales: 'all your sales',
  mine: 'yours (sold in the last 90 days or in your product list)',
  all: 'all of the chain',
  group: (name: string) => `the group ${name}`,
  cover: (isShown: boolean): string =>
    isShown ? 'shown' : 'not shown until somebody with access to sales changes this digest',
  /** Without new figures the digest …; `deadline` is undefined for one that does not wait. */
  stale: (deadline: string | undefined) =>
    `${deadline === undefined ? 'does not wait, but' : `waits until ${deadline}, then`} posts the older ones and says so`,
  languages: { nb: 'Norwegian', en: 'English' },

  subscribed: (kind: Kind, where: string) => `${where} gets the ${kind} digest:`,
  /** `obstacle` is what keeps it from coming and what to do about it, in whole sentences. */
  doesNotCome: (kind: Kind, where: string, obstacle: string) =>
    `:warning: The ${kind} digest in ${where} is saved, but does not come yet. ${obstacle}`,
  notChanged: (kind: Kind, where: string) =>
    `${where} already gets the ${kind} digest, and nothing has changed:`,
  changed: (kind: Kind, where: string) => `The ${kind} digest in ${where} has changed:`,
  moved: (kind: Kind, place: string, where: string) =>
    `The ${kind} digest has moved from ${place} to ${where}:`,
  /** To the channels; `who` is the person who moved it. */
  movedAway: (kind: Kind, who: string, where: string) =>
    `${who} moved the ${kind} digest from this channel to ${where}.`,
  movedHere: (kind: Kind, who: string, place: string) =>
    `${who} moved the ${kind} digest here from ${place}.`,
  setting: (label: string, value: string) => `• ${label}: ${value}`,
  changedSetting: (label: string, old: string, now: string) => `• ${label}: ~${old}~ → *${now}*`,
  today: {
    comes: 'That is today.',
    underWay: "Today's was already due, and is still to come.",
    passed: "Today's time has passed; the button posts a digest now.",
    notAnyMore: 'None will come today; the button posts one now.',
  },

  /** `reason` is Slack's code. */
  paused: (reason: string) =>
    `Paused: Slack does not let the app post there (${slackSays(reason)}). It resumes by itself once that changes.`,
  notSoon: 'None is due in the next two weeks.',
  next: {
    stock: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, once the stock of the day is there.`,
    sales: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, once the sales of the day before are there.`,
  },
  /** Where the hour is before that of the day's own figures, which come at `ownFrom`. */
  nextEarly: {
    stock: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with the stock of ${format.day(day)}. The day's own stock comes at about ${ownFrom}: a digest at ${ownFrom} or later shows it.`,
    sales: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with the sales of ${format.day(day)}. The sales of the day before come at about ${ownFrom}: a digest at ${ownFrom} or later shows them.`,
  },

  /** How a digest went; `state` and `reason` in words. */
  run: (day: string, subject: string, isManual: boolean, state: string, reason: string | undefined) =>
    `${format.day(day)}, ${subject}, ${isManual ? 'by hand' : 'daily'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'waiting for its figures',
    sending: 'on its way',
    sent: 'posted',
    unclear: 'not known yet whether it arrived; the app is looking for it in the channel',
    failed: 'refused by Slack',
    unknown: 'not known whether it arrived; look in the channel',
    missed: 'not sent',
    closed: 'not due: no store was open',
  },
  /** The same with its instant. */
  sent: (at: number, timeZone: string) => `posted ${format.instant(at, timeZone)}`,
});
