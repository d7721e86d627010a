import type { Formatter } from '../formatter.ts';

type Kind = 'stock' | 'sales';

/** The settings of a digest, when it comes, how the last ones went, and what is wrong with one. */
export const digestSettings = (format: Formatter) => ({
  labels: {
    when: 'When',
    products: 'Products',
    stale: 'Without new figures',
    numbers: 'Numbers and days',
  },
  /** `days` in words. */
  when: (days: string, time: string, timeZone: string) => `${days} at ${time} (${timeZone})`,
  everyDay: 'every day',
  weekdays: 'Monday to Friday',
  /** Monday first. */
  dayNames: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  ownSales: 'all of your own sales',
  mine: 'yours: those in your sales of the last 90 days and in your product list',
  all: 'all of the chain',
  group: (name: string) => `the group ${name}`,
  /** Without new figures the digest …; `until` is undefined for one that does not wait. */
  stale: (until: string | undefined, isPosted: boolean) =>
    `${until === undefined ? 'does not wait but' : `waits until ${until}, then`} ${isPosted ? 'posts the older ones and says so' : 'leaves the digest out and tells its owner'}`,
  numbers: { nb: 'written the Norwegian way', en: 'written the English way' },

  subscribed: (kind: Kind, where: string) => `The ${kind} digest comes in ${where}:`,
  notChanged: (kind: Kind, where: string) =>
    `The ${kind} digest comes in ${where} already, and nothing has changed:`,
  changed: (kind: Kind, where: string) => `The ${kind} digest in ${where} has changed:`,
  setting: (label: string, value: string) => `• ${label}: ${value}`,
  changedSetting: (label: string, before: string, now: string) => `• ${label}: ~${before}~ → *${now}*`,
  today: {
    comes: 'That is today.',
    underWay: "Today's was due already, and still comes.",
    ahead: (day: string) => `The digest of ${format.day(day)} has come already, by the zone before.`,
    passed: "Today's hour has passed; the button posts a digest now.",
    notAnyMore: 'None comes today any more; the button posts one now.',
  },

  /** `reason` is Slack's code. */
  paused: (reason: string) =>
    `Paused, because Slack does not let the app post there (${reason}); it comes again by itself once that has changed.`,
  notSoon: 'It does not come in the next two weeks.',
  next: {
    stock: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, once the stock of the day is there.`,
    sales: (at: number, timeZone: string) =>
      `Next: ${format.instant(at, timeZone)}, once the sales of the day before are there.`,
  },
  /** Where the hour is before that of the day's own figures, which come at `ownFrom`. */
  nextEarly: {
    stock: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with the stock of ${format.day(day)}: the stock of the day itself comes about ${ownFrom}, and a digest at ${ownFrom} or later has it.`,
    sales: (at: number, timeZone: string, day: string, ownFrom: string) =>
      `Next: ${format.instant(at, timeZone)}, with the sales of ${format.day(day)}: the sales of the day before come about ${ownFrom}, and a digest at ${ownFrom} or later has them.`,
  },

  /** How a digest went; `state` and `reason` in words. */
  run: (day: string, subject: string, isManual: boolean, state: string, reason: string | undefined) =>
    `${format.day(day)}, ${subject}, ${isManual ? 'by hand' : 'daily'}: ${state}${reason === undefined ? '' : ` (${reason})`}`,
  states: {
    due: 'waits for its figures',
    sending: 'is being sent',
    unclear: 'is looked for in the channel: Slack did not say whether it arrived',
    failed: 'Slack refused it',
    unknown: 'nobody knows whether it arrived',
    missed: 'left out',
  },
  sent: (at: number, timeZone: string) => `posted ${format.instant(at, timeZone)}`,

  /** A subscription of a kind that only a newer version knows. */
  unknownKind: (kind: string, where: string) =>
    `In ${where} there is a digest of the kind “${kind}”, which this version of the app does not know; a newer one made it, and sends and changes it.`,
  /** `fix` are the words after `/digest` that set it right. */
  invalid: (kind: string, where: string, field: keyof typeof INVALID, value: string, fix: string) => {
    const { name, expected } = INVALID[field];
    return `The ${kind} digest in ${where} does not come: its ${name} is “${value}”, which is not ${expected}. Type \`/digest ${fix}\` in the channel, with what you want there, and it comes again.`;
  },
});

/** What can be wrong in a subscription. */
const INVALID = {
  timeZone: { name: 'time zone', expected: 'a zone of the IANA database' },
  digestTime: { name: 'time', expected: 'a time of day' },
  deadline: { name: 'deadline', expected: 'a time of day' },
  weekdays: { name: 'days', expected: 'days of the week' },
  pausedUntil: { name: 'end of its pause', expected: 'a day' },
  products: { name: 'choice of products', expected: 'one that this version of the app knows' },
} as const;
