import { slackSays } from './slackSays.ts';

/** The words of a command in a language, by the English ones; keys end with a colon. None for English itself. */
export type TypedWords = Readonly<Record<string, string>>;

/** Sentences of answers of every kind. */
export const common = () => ({
  /** `corrected` is the suggested command, `others` are further suggestions; all are ready for mrkdwn. */
  mistake: (sentence: string, corrected: string, others: readonly string[]) =>
    `${sentence} Try: ${corrected}${others.map((other) => ` or ${other}`).join('')}`,
  /** Translates a command into words of this language that the parser reads. `own` are those of the command alone. */
  command: (command: string, _own: TypedWords): string => command,
  /** What an error code of Slack means, to be put into a sentence. */
  slackSays,
  openForm: 'Open form',
  /** Ends a list of which `count` aren't shown. */
  more: (count: string) => `and ${count} more`,
  /** Parts of a chart's caption; values are formatted, names escaped. */
  chart: {
    /** Which bar of each two is which series. */
    pair: (left: string, right: string) => `left bar: ${left}, right bar: ${right}`,
    latest: (shown: number, all: number) => `latest ${shown} of ${all}`,
    /** Points that lack data of a series. */
    leftOut: (labels: string) => `left out: ${labels}`,
    axisFrom: (start: string) => `the axis begins at ${start}, not 0`,
    gap: (mark: string) => `${mark} means no data`,
  },
  /** The title of a chart's axis. */
  day: 'Day',
  /** When newer data arrives. */
  next: (at: string) => `Next: ${at}`,
  broken:
    'Something went wrong. Try again in a minute. If it happens again, contact the person who manages the app.',
});

/** Words of every modal. */
export const modals = () => ({
  title: 'Retail Data',
  close: 'Close',
  cancel: 'Cancel',
  /** Shown until the answer is ready. */
  waiting: 'One moment …',
});
