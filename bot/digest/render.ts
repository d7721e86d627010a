import { digestMessage } from '../views/digest.ts';
import { dayInWords } from '../views/figures.ts';
import type { Message, Rendering } from '../views/message.ts';
import { section } from '../views/message.ts';
import type { Database } from '../warehouse/database.ts';
import { readFigures } from './figures.ts';
import type { DigestRun } from './ledger.ts';
import type { Subscription } from './subscriptionRow.ts';
import type { Timeliness } from './timeliness.ts';

/** What a digest is to say. */
export interface DigestOccasion {
  readonly run: DigestRun;
  /** Undefined for a digest by hand in a channel without one. */
  readonly subscription: Subscription | undefined;
  /** The day the figures are of; undefined when nothing was ever read. */
  readonly dataDay: string | undefined;
  readonly timeliness: Timeliness;
}

/** The message of a digest in each rendering, read from the snapshot once. */
export type RenderDigest = (occasion: DigestOccasion) => Promise<(rendering: Rendering) => Message>;

/** The stock digest with a word about its figures when they are not those of its time. */
export function createRenderStock(database: Database, timeOf: (instant: number) => string): RenderDigest {
  return async ({ dataDay, timeliness }) => {
    const figures = dataDay === undefined ? undefined : await readFigures(database, dataDay);
    if (figures === undefined) return () => ({ text: NOTHING_READ, blocks: [section(NOTHING_READ)] });
    const word = wordOf(timeliness, figures.businessDate, timeOf);
    return (rendering) => {
      const message = digestMessage(figures, rendering, '');
      if (word === undefined) return message;
      const [head, ...rest] = message.blocks;
      const blocks = head === undefined ? [section(word)] : [head, section(`_${word}_`), ...rest];
      return { text: `${word} ${message.text}`, blocks };
    };
  };
}

const NOTHING_READ =
  'The stock digest cannot be made: the service has not given any stock yet. It is asked again; `/digest status` says how it stands.';

/** Undefined when there is nothing to say. */
export function wordOf(
  timeliness: Timeliness,
  dataDay: string,
  timeOf: (instant: number) => string,
): string | undefined {
  switch (timeliness.kind) {
    case 'onTime':
      return undefined;
    case 'late':
      return timeliness.because === 'service'
        ? `This digest is late: at ${timeOf(timeliness.dueAt)} the service did not have the stock of the day yet.`
        : `This digest is late: the bot could not post it at ${timeOf(timeliness.dueAt)}.`;
    case 'unrefreshed':
      return `Stock as of ${dayInWords(dataDay)}: the service has not been updated since.`;
    case 'quiet':
      return `No product has changed since ${dayInWords(dataDay)}.`;
  }
}
