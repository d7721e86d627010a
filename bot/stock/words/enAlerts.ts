import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import { quoted } from '../../text/normalize.ts';

/** Texts about alerts on stock. Product names are escaped. */
export const english = ({ counted, units, tenths, day }: Formatter) => ({
  allMine: 'Your products',
  without: (names: string) => ` without ${names}`,
  rule: {
    units: (products: string, line: number) => `${products} below ${counted(line, 'unit')}`,
    cover: (products: string, line: number) => `${products} under ${counted(line, 'day')} of cover`,
    out: (products: string, _line: number) => `${products} out of stock or back in stock`,
  },
  figure: {
    units: (figure: number) => counted(figure, 'unit'),
    cover: (figure: number) => `${tenths(figure)} days of cover`,
    out: (figure: number) => counted(figure, 'unit'),
  },
  /** `by` is negative below the line. */
  distance: {
    units: (by: number) => (by < 0 ? `${units(-by)} below the line` : `${units(by)} above the line`),
    cover: (by: number) =>
      by < 0 ? `${tenths(-by)} days below the line` : `${tenths(by)} days above the line`,
    out: (by: number): string => (by > 0 ? 'in stock' : 'out of stock'),
  },
  fired: {
    units: (name: string, figure: number, line: number, before: number) =>
      `*${name}* has ${counted(figure, 'unit')}, fewer than ${units(line)} (before: ${units(before)})`,
    cover: (name: string, figure: number, line: number, before: number) =>
      `*${name}* has ${tenths(figure)} days of cover, less than ${line} (before: ${tenths(before)})`,
    out: (name: string, _figure: number, _line: number, before: number) =>
      `*${name}* is out of stock (before: ${counted(before, 'unit')})`,
    back: (name: string, figure: number) => `*${name}* is back in stock: ${counted(figure, 'unit')}`,
  },
  heading: (date: string) => `Stock alerts for ${day(date)}`,
  formTitle: 'Stock alert',
  homeButton: 'Set a stock alert',
  help: [
    '`/stock alert 1101 below 100` – post here once when a product has fewer units',
    '`/stock alert gin under 7 days` – days of cover; without products, all of yours',
    '`/stock alert out` – when a product sells out or comes back',
    '`/stock alert me 1101 out` – post to you instead of the channel; in a direct message always',
    '`/stock alert` – open a form',
    '`/stock alerts` – list, mute, change and remove alerts',
    'An alert posts once. It posts again after the product was back over the line: by 10% of the units, or one day of cover',
  ].join('\n'),
  form: {
    when: 'Post when a product',
    kinds: {
      units: 'has fewer units than',
      cover: 'has fewer days of cover than',
      out: 'sells out or comes back',
    },
    line: 'Number',
    lineHint: 'Units or days. Leave it empty for "sells out or comes back".',
    products: 'Only these products',
    productsHint: 'Leave it empty for all your products.',
    noNumber: 'Clear the number for "sells out or comes back", or choose another condition.',
  },
  /** What is wrong with a command; words are as typed. */
  mistakes: {
    noLine: 'Add a line, for example "below 100", "under 7 days" or "out".',
    noNumber: (word: string) => `Add a number after ${quoted(word)}, for example 100 or "7 days".`,
    twoLines: 'An alert has one line. Set one alert for each.',
    onlyBelow: 'A stock alert posts when stock is below a line, or out.',
    percent:
      'A stock alert needs a number of units or days. For a change in per cent, use "/sales alert -30%".',
    wrongUnits: (typed: string, most: string) =>
      `${quoted(typed)} isn't a number of units. Type a number from 1 to ${most}.`,
    wrongDays: (typed: string, most: number) =>
      `${quoted(typed)} isn't a number of days. Type a number from 1 to ${most}.`,
  },
});

export type StockAlertWords = ReturnType<typeof english>;
