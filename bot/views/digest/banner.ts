import type { KnownBlock } from '@slack/types';
import type { DigestKind } from '../../database/tables/digest.ts';
import type { Timeliness } from '../../digest/readiness.ts';
import type { Formatter } from '../../language/formatter.ts';
import { section } from '../../slack/message.ts';

/** What stands above figures that are not those of their time; undefined when there is nothing to say. */
export function wordOf(
  timeliness: Timeliness,
  dataDay: string,
  kind: DigestKind,
  figures: Formatter,
  timeZone: string,
): string | undefined {
  const what = kind === 'stock' ? 'the stock of the day' : `the sales of ${figures.day(dataDay)}`;
  switch (timeliness.kind) {
    case 'onTime':
      return undefined;
    case 'late': {
      const due = figures.time(timeliness.dueAt, timeZone);
      return timeliness.because === 'service'
        ? `This digest is late: at ${due} the service did not have ${what} yet.`
        : `This digest is late: the bot could not post it at ${due}.`;
    }
    case 'unrefreshed':
      return kind === 'stock'
        ? `Stock as of ${figures.day(dataDay)}: the service ${timeliness.isUpdating === true ? `is still bringing in that of ${figures.day(timeliness.wanted)}` : 'has not been updated since'}.`
        : `Sales of ${figures.day(dataDay)}: the service has not delivered those of ${figures.day(timeliness.wanted)} yet.`;
    case 'quiet':
      return `No product has changed since ${figures.day(dataDay)}.`;
  }
}

/** What is said of a digest whose hour is before that of its figures. */
export function ownFromInWords(kind: DigestKind, ownFrom: string): string {
  return kind === 'stock'
    ? `the stock of the day itself comes about ${ownFrom}, and a digest at ${ownFrom} or later has it`
    : `the sales of the day before come about ${ownFrom}, and a digest at ${ownFrom} or later has them`;
}

/** The word in its place below the title. */
export function wordBlocks(word: string | undefined, { kind }: Timeliness): KnownBlock[] {
  if (word === undefined) return [];
  return [section(`${kind === 'unrefreshed' ? ':warning:' : ':information_source:'} *${word}*`)];
}

/** What is said when there is nothing to make a digest from. */
export const NOTHING_READ: Readonly<Record<DigestKind, string>> = {
  stock:
    'The stock digest cannot be made: the service has not given any stock yet. It is asked again; `/digest status` says how it stands.',
  sales:
    'The sales digest cannot be made: the service has not given any sales yet. It is asked again; `/digest status` says how it stands.',
};
