import type { SalesFreshness, StockFreshness } from '../home/homeFacts.ts';
import type { Formatter } from '../language/formatter.ts';

type Instant = (at: number) => string;

/** How new the stock is and when newer comes. */
export function stockLines(stock: StockFreshness, figures: Formatter, instant: Instant): string[] {
  const { held, unchangedOn, late, nextAt } = stock;
  if (held === undefined) {
    return [':hourglass_flowing_sand: Stock: none has been read yet; it is tried every few minutes.'];
  }
  const mark = late ? ':warning:' : ':white_check_mark:';
  return [
    `${mark} Stock of *${figures.day(held.day)}*, ${figures.counted(held.products, 'product')}, read ${instant(held.takenAt)}`,
    ...(unchangedOn === undefined ? [] : [`No product changed on ${figures.day(unchangedOn)}.`]),
    late
      ? `Newer stock was expected ${instant(nextAt)} and is not there yet; it is asked for again and again.`
      : `Next: ${instant(nextAt)}`,
  ];
}

/** How new the sales are, when newer come, and how much of the past has been read. */
export function salesLines(sales: SalesFreshness, figures: Formatter, instant: Instant): string[] {
  const { newestDay, latest, asOf, nextAt, nextTryAt } = sales;
  const isThere = latest.state !== 'missing';
  const mark = isThere
    ? ':white_check_mark:'
    : newestDay === undefined
      ? ':hourglass_flowing_sand:'
      : ':warning:';
  return [
    newestDay === undefined
      ? `${mark} Sales: none have been read yet.`
      : `${mark} Sales up to *${figures.day(newestDay)}*${asOf === undefined ? '' : `, as of ${instant(asOf)}`}`,
    ...(latest.state === 'empty' ? [`${figures.day(latest.day)} was read and had no sales.`] : []),
    isThere
      ? `Next: ${instant(nextAt)}`
      : `Those of ${figures.day(latest.day)} were expected ${instant(nextAt)} and are not there yet.`,
    ...progressLines(sales, figures),
    ...(nextTryAt === undefined
      ? []
      : [`:warning: The last reading failed; next try ${instant(nextTryAt)}.`]),
  ];
}

const BAR_CHARACTERS = 10;

function progressLines({ progress }: SalesFreshness, figures: Formatter): string[] {
  const { daysDone, daysTotal, rows } = progress;
  if (daysDone >= daysTotal)
    return [`${figures.units(daysTotal)} days held, ${figures.counted(rows, 'row')}`];
  const share = daysTotal === 0 ? 0 : daysDone / daysTotal;
  const full = Math.floor(share * BAR_CHARACTERS);
  const bar = '▓'.repeat(full) + '░'.repeat(BAR_CHARACTERS - full);
  return [
    `Reading the past: ${bar} ${figures.units(daysDone)} of ${figures.units(daysTotal)} days, ${figures.counted(rows, 'row')}. Other days are asked from the service when you need them.`,
  ];
}
