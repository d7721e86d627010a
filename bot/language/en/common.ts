import { slackSays } from './slackSays.ts';

/** What stands at answers of every kind. */
export const common = () => ({
  /** The sentence of a mistake, the command to copy, and others that may have been meant; all are ready for mrkdwn. */
  mistake: (sentence: string, corrected: string, others: readonly string[]) =>
    `${sentence} Try: ${corrected}${others.map((other) => ` or ${other}`).join('')}`,
  /** A command with the words of this language, as the parser reads them. */
  command: (command: string): string => command,
  /** A code of Slack's, within a sentence. */
  slackSays,
  openForm: 'Open form',
  /** Values over a span of days, drawn as steps; values are written already. */
  sparkline: {
    always: (title: string, steps: string, span: string, value: string) =>
      `${title}: \`${steps}\`\n${span}, always ${value}`,
    between: (title: string, steps: string, span: string, lowest: string, highest: string) =>
      `${title}: \`${steps}\`\n${span}, between ${lowest} and ${highest}`,
  },
  /** Along the bottom of a chart. */
  day: 'Day',
  /** When newer data arrives. */
  next: (at: string) => `Next: ${at}`,
  broken:
    'Something went wrong. Try again in a minute. If it happens again, contact the person who manages the app.',
});

/** What every modal shows. */
export const modals = () => ({
  title: 'Retail Data',
  close: 'Close',
  cancel: 'Cancel',
  /** While an answer is worked out. */
  waiting: 'One moment …',
});
