import type { Reader } from '../../ask/reader.ts';
import { withoutMarks } from '../../slack/message.ts';
import { salesWords } from '../words/words.ts';
import type { SalesOverview } from './read.ts';

/** The lines of "Why these numbers?". */
export function whyLines(overview: SalesOverview, { language, timeZone }: Reader): readonly string[] {
  const { now, lacking, earlier, year, novelty } = overview;
  const words = salesWords(language.t);
  const { why } = words.digest;
  const { asOf } = now.source;
  const others = [earlier, year].flatMap((each) => each ?? []);
  return [
    lacking.length === 0 ? why.sales(now.days, now.totals) : withoutMarks(words.overview.lacking(lacking)),
    ...others.map(({ before, change }) =>
      change === undefined
        ? why.notCompared(before.days)
        : why.compared(before.days, before.totals.millilitres),
    ),
    ...(novelty !== undefined && novelty.fresh === undefined ? [why.tooShort(novelty.unit)] : []),
    why.corrected(asOf === undefined ? undefined : language.format.instant(asOf, timeZone)),
  ];
}
