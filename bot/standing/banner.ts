import type { KnownBlock } from '@slack/types';
import type { Catalog } from '../language/language.ts';
import { section } from '../slack/message.ts';
import type { Timeliness } from './occasion.ts';
import { digestWords } from './words/words.ts';

/** Sentences of a kind of digest about data that is late or older than it should be. */
export interface BannerWords {
  lateService(dueAt: number, timeZone: string, dataDay: string): string;
  unrefreshed(dataDay: string, timeliness: Extract<Timeliness, { kind: 'unrefreshed' }>): string;
  /** Undefined for a kind that is never quiet. */
  quiet?(dataDay: string): string;
}

/** The sentence above data that is late or older than it should be; otherwise undefined. */
export function statusBanner(
  words: BannerWords,
  dataDay: string,
  timeliness: Timeliness,
  timeZone: string,
  t: Catalog,
): string | undefined {
  const { banner } = digestWords(t);
  switch (timeliness.kind) {
    case 'onTime':
      return undefined;
    case 'late':
      return timeliness.because === 'service'
        ? words.lateService(timeliness.dueAt, timeZone, dataDay)
        : banner.lateBot(timeliness.dueAt, timeZone);
    case 'unrefreshed':
      return words.unrefreshed(dataDay, timeliness);
    case 'quiet':
      return words.quiet?.(dataDay);
  }
}

/** The banner as blocks, with an icon. */
export function bannerBlocks(banner: string | undefined, { kind }: Timeliness): KnownBlock[] {
  if (banner === undefined) return [];
  return [section(`${kind === 'unrefreshed' ? ':warning:' : ':information_source:'} *${banner}*`)];
}
