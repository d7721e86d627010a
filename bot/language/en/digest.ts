import type { EnglishFormatter as Formatter } from '../formatter.ts';
import { digestCommands } from './digestCommands.ts';
import { digestSettings } from './digestSettings.ts';

/** What digests say, below them and about them. */
export const digest = (format: Formatter) => ({
  banner: banner(format),
  why: why(format),
  commands: digestCommands(format),
  settings: digestSettings(format),
  buttons: {
    list: 'Full list',
    why: 'Why these numbers?',
    settings: 'Settings',
    postNow: 'Post one now',
  },
  /** With the file of every row, in the thread of a digest. */
  fileComment: (rows: number, days: Days) =>
    `${rows === 1 ? '1 row' : `All ${format.units(rows)} rows`} for ${format.range(days)}`,
});

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Above a digest that is late, or whose data is not that of its time. */
const banner = ({ day, time }: Formatter) => ({
  lateBot: (dueAt: number, timeZone: string) =>
    `This digest is late: the app couldn't post it at ${time(dueAt, timeZone)}.`,
  quiet: (date: string) => `Stock hasn't changed since ${day(date)}.`,
});

/** How the numbers of a digest came about. */
const why = ({ day }: Formatter) => ({
  gone: (date: string) => `Stock for ${day(date)} is no longer stored.`,
});
