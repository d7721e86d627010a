import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { MeasureWords } from '../../standing/line.ts';
import { quoted } from '../../text/normalize.ts';
import { roundedDays } from '../daysOfCover.ts';

/** Texts about alerts on stock. Product names are escaped. */
export const english = ({ counted, units, tenths, day }: Formatter) => {
  const unitsOf = (figure: number) => counted(figure, 'unit');
  const cover = (figure: number) => tenths(roundedDays(figure, 1));
  const side = (by: number) => (by < 0 ? 'below' : 'above');
  const back = (name: string, figure: number) => `*${name}* is back in stock: ${unitsOf(figure)}`;
  const wrong = (typed: string, of: string, most: number) =>
    `${quoted(typed)} isn't a number of ${of}. Type a number from 1 to ${units(most)}.`;
  const measure = (words: MeasureWords) => words;
  return {
    allMine: 'Your products',
    total: ' in total',
    without: (names: string) => ` without ${names}`,
    units: measure({
      form: { below: 'has fewer units than', above: 'has more units than' },
      rule: (subject, { is, line }) => `${subject} ${is} ${unitsOf(line)}`,
      figure: unitsOf,
      distance: (by) => `${units(Math.abs(by))} ${side(by)} the threshold`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}* has ${unitsOf(figure)}, ${is === 'below' ? 'fewer' : 'more'} than ${units(line)} (before: ${units(before)})`,
      wrong: (typed, most) => wrong(typed, 'units', most.below),
    }),
    cover: measure({
      form: { below: 'has fewer days of cover than', above: 'has more days of cover than' },
      rule: (subject, { is, line }) =>
        `${subject} ${is === 'below' ? 'under' : 'over'} ${counted(line, 'day')} of cover`,
      figure: (figure) => `${cover(figure)} days of cover`,
      distance: (by) => `${tenths(Math.abs(by))} days ${side(by)} the threshold`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}* has ${cover(figure)} days of cover, ${is === 'below' ? 'less' : 'more'} than ${line} (before: ${cover(before)})`,
      wrong: (typed, most) => wrong(typed, 'days', most.below),
    }),
    out: measure({
      form: { below: 'sells out or comes back' },
      rule: (subject) => `${subject} out of stock or back in stock`,
      figure: unitsOf,
      distance: (by) => (by > 0 ? 'in stock' : 'out of stock'),
      crossed: (name, { crossing, figure, before }) =>
        crossing === 'back' ? back(name, figure) : `*${name}* is out of stock (before: ${unitsOf(before)})`,
      wrong: String,
    }),
    back: measure({
      form: { above: 'comes back in stock' },
      rule: (subject) => `${subject} back in stock`,
      figure: unitsOf,
      distance: (by) => (by > 0 ? 'in stock' : 'out of stock'),
      crossed: (name, { figure }) => back(name, figure),
      wrong: String,
    }),
    heading: (date: string) => `Stock alerts for ${day(date)}`,
    formTitle: 'Stock alert',
    homeButton: 'Set a stock alert',
    form: {
      when: 'Post when a product',
      line: 'Number',
      lineHint: 'Units or days. Leave it empty where a product sells out or comes back.',
      product: { label: 'Only these products', hint: 'Leave it empty for all your products.' },
    },
    /** What is wrong with a command; words are as typed. */
    mistakes: {
      noLine: 'Add a threshold, for example "below 100", "under 7 days" or "out".',
      elsewhere:
        'A stock alert needs a number of units or days. For a change in per cent, use "/sales when down 30%".',
      otherDays: (typed: string) => `An alert is about the latest stock. Leave out ${quoted(typed)}.`,
    },
  };
};

export type StockAlertWords = ReturnType<typeof english>;
