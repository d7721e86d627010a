import type { Digest } from '../../digest/readDigest.ts';
import type { SalesDigest } from '../../digest/salesDigest.ts';
import { LOW_DAYS, type StockDigest } from '../../digest/stockDigest.ts';
import { type Formatter, formatterFor } from '../../language/formatter.ts';
import { escapeMrkdwn, type Message, section } from '../../slack/message.ts';
import { daysInWords, rangeInWords, wholeTenths, withoutMarks } from '../phrases.ts';
import type { Reader } from '../reader.ts';

/** How the numbers of a digest came about, with the figures put in; items sold only for somebody who sees sales. */
export function whyMessage(digest: Digest, reader: Reader, seesSales: boolean): Message {
  const figures = formatterFor(reader.locale);
  const lines =
    digest.kind === 'stock' ? stockLines(digest.stock, reader, seesSales) : salesLines(digest.sales, figures);
  return { text: withoutMarks(lines.join(' ')), blocks: [section(lines.join('\n'))] };
}

function stockLines(digest: StockDigest, reader: Reader, seesSales: boolean): string[] {
  const figures = formatterFor(reader.locale);
  const { totals, before, weekAgo, window, takenAt } = digest;
  const { units, counted } = figures;
  const earlier = [before, weekAgo].flatMap((each) =>
    each === undefined ? [] : [`${units(each.units)} on ${figures.day(each.businessDate)}`],
  );
  return [
    `*Units*: the stock that the service gives for each product, over all stores, added up: ${units(totals.units)} of ${counted(totals.products, 'product')}.${earlier.length === 0 ? '' : ` Before it was ${earlier.join(' and ')}; the changes are the differences.`}`,
    `*Stores*: the service counts for each product the stores that have it. ${counted(totals.mostStores, 'store')} have the product that most of them have, so at least that many are covered; which they are it does not say. All products together stand in ${units(totals.placements)} places.`,
    '*Out of stock*: products whose stock is 0 or less. New are those that had some in the stock before; back are those that had none then and have some now. In the table a product stands once: as out, else as low, else as fallen, else as back.',
    window === undefined
      ? '*Days of cover*: no sales are held yet to tell them from.'
      : `*Days of cover*: stock ÷ items sold a day, returns taken off, over the ${counted(window.daysKnown, 'day')} of sales that are held of ${rangeInWords(window, figures)}${window.missing.length === 0 ? '' : ` (not read yet: ${daysInWords(window.missing, figures)})`}. Only your own sales are known, so only your own products have a figure; a new one is divided by the days since its first sale. Low is less than ${LOW_DAYS} days.`,
    ...(seesSales ? exampleLines(digest, reader, figures) : []),
    `Read from the service ${figures.instant(takenAt, reader.timeZone)} (${reader.timeZone}).`,
  ];
}

/** One product's sum as it was done, with the divisor that it has. */
function exampleLines({ low, window }: StockDigest, reader: Reader, figures: Formatter): string[] {
  for (const { productId, stock, days, restsOn, sold } of low.top) {
    if (window === undefined || days === undefined || restsOn === undefined || sold === undefined) continue;
    const since = restsOn < window.daysKnown ? ' since its first sale' : '';
    const label = escapeMrkdwn(reader.products.label(productId), 80);
    return [
      `For example ${label}: ${figures.units(stock)} ÷ (${figures.quantity(sold)} items ÷ ${figures.counted(restsOn, 'day')}${since}) = ${figures.tenths(wholeTenths(days))} days.`,
    ];
  }
  return [];
}

function salesLines({ day, dayBefore, totals, before, asOf }: SalesDigest, figures: Formatter): string[] {
  return [
    `*Litres and items*: all sales rows of ${figures.day(day)} added up, ${figures.counted(totals.rows, 'row')}: ${figures.litres(totals.millilitres)} litres, exact to the millilitre. Returns are negative sales and taken off; ${figures.quantity(totals.returnedQuantity)} items came back.`,
    before === undefined
      ? `*Compared*: the sales of ${figures.day(dayBefore)}, the same weekday a week before, are not read yet.`
      : `*Compared* with ${figures.day(dayBefore)}, the same weekday a week before: ${figures.litres(before.millilitres)} litres. A product or store without a row on a day counts as 0 there.`,
    asOf === undefined
      ? 'The service still changes sales later; corrections are taken in as they come.'
      : `The service still changes sales later; corrections up to ${new Date(asOf).toISOString().slice(0, 16).replace('T', ' ')} UTC are in.`,
  ];
}
