import type { Reader } from '../ask/reader.ts';
import type { SalesDigest } from '../sales/digest.ts';
import { escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { withoutMarks } from '../slack/phrases.ts';
import { roundedDays } from '../stock/daysOfCover.ts';
import type { StockDigest } from '../stock/digest.ts';
import { LOW_DAYS } from '../stock/question.ts';
import type { Digest } from './readDigest.ts';

/** How the numbers of a digest came about, with the figures put in; items sold only for somebody who sees sales. */
export function whyMessage(digest: Digest, reader: Reader, seesSales: boolean): Message {
  const lines =
    digest.kind === 'stock' ? stockLines(digest.stock, reader, seesSales) : salesLines(digest.sales, reader);
  return { text: withoutMarks(lines.join(' ')), blocks: [section(lines.join('\n'))] };
}

function stockLines(digest: StockDigest, reader: Reader, seesSales: boolean): string[] {
  const words = reader.language.t.digest.why;
  const { totals, before, weekAgo, takenAt, shorterList } = digest;
  return [
    words.units(
      totals,
      [before, weekAgo].filter((each) => each !== undefined),
    ),
    ...(shorterList === undefined ? [] : [words.shorterList(shorterList)]),
    words.stores(totals),
    words.out(digest.withoutSales),
    ...(digest.withoutSales ? [] : [coverLine(digest, reader)]),
    ...(seesSales ? exampleLines(digest, reader) : []),
    words.read(takenAt, reader.timeZone),
  ];
}

function coverLine({ window }: StockDigest, { language: { t, format } }: Reader): string {
  const words = t.digest.why;
  if (window === undefined) return words.noCover;
  const { daysKnown: days, missing } = window;
  return words.cover({ days, period: format.range(window), missing: format.days(missing) }, LOW_DAYS);
}

/** One product's sum as it was done, with the divisor that it has. */
function exampleLines({ low, window }: StockDigest, { language, products }: Reader): string[] {
  for (const { productId, stock, cover, sold } of low.top) {
    if (window === undefined || cover?.kind !== 'days' || sold === undefined) continue;
    const name = escapeMrkdwn(products.label(productId), 80);
    const { restsOn } = cover;
    const sum = { stock, sold, restsOn, days: roundedDays(cover.days, 1) };
    return [language.t.digest.why.example(name, sum, restsOn < window.daysKnown)];
  }
  return [];
}

function salesLines(
  { days, daysBefore, totals, before, asOf }: SalesDigest,
  { language, timeZone }: Reader,
): string[] {
  const words = language.t.digest.why;
  return [
    words.sales(days, totals, totals.returnedQuantity),
    before === undefined ? words.notCompared(daysBefore) : words.compared(daysBefore, before.millilitres),
    asOf === undefined ? words.uncorrected : words.corrected(asOf, timeZone),
  ];
}
