import type { Reader } from '../../ask/reader.ts';
import { withoutMarks } from '../../slack/message.ts';
import { lackingIn } from '../query.ts';
import { salesWords } from '../words/words.ts';
import type { SalesOverview } from './read.ts';

/** The lines of "Why these numbers?". */
export function whyLines(overview: SalesOverview, { language, timeZone }: Reader): readonly string[] {
  const { now, before, change, year, novelty } = overview;
  const lacking = lackingIn(now);
  const words = salesWords(language.t);
  const { why } = words.digest;
  const { asOf } = now.source;
  return [
    lacking.length === 0 ? why.sales(now.days, now.totals) : withoutMarks(words.overview.lacking(lacking)),
    ...[{ before, change }, { ...year }].flatMap(({ before: earlier, change: changed }) => {
      if (earlier === undefined) return [];
      const { days, totals } = earlier;
      return changed === undefined ? [why.notCompared(days)] : [why.compared(days, totals.millilitres)];
    }),
    ...(novelty !== undefined && novelty.fresh === undefined ? [why.tooShort(novelty.unit)] : []),
    why.corrected(asOf === undefined ? undefined : language.format.instant(asOf, timeZone)),
  ];
}
