import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { Line, MeasureWords } from '../../standing/line.ts';
import { quoted } from '../../text/normalize.ts';

/** Texts about alerts on sales. Names are escaped. */
export const english = (format: Formatter) => {
  const { percentChange, units } = format;
  const percent = (figure: number) => `${units(Math.abs(figure))}%`;
  const litres = (figure: number) => `${format.litres(Math.round(figure * 1000))} l`;
  const side = (by: number) => (by < 0 ? 'below' : 'above');
  const more = (is: Line['is']) => (is === 'below' ? 'fewer' : 'more');
  const measure = (words: MeasureWords) => words;
  return {
    by: { product: ' by product', store: ' by store', group: ' by group' },
    change: measure({
      form: { below: 'fall by per cent', above: 'rise by per cent' },
      rule: (subject, { is, line, days }) =>
        `${subject} ${is === 'below' ? 'down' : 'up'} ${percent(line)} ${days === undefined ? 'week on week' : `(${days})`}`,
      figure: percentChange,
      distance: (by) => `${format.tenths(Math.abs(by))} percentage points ${side(by)} the threshold`,
      crossed(name, { figure, before, openDays }, { line, days }) {
        const perDay = openDays ? `per open day (${openDays.now}, previously ${openDays.before}) ` : '';
        const than = days === undefined ? 'the week before' : 'before';
        const at = `${line < 0 ? '−' : '+'}${percent(line)}`;
        return `*${name}*: ${format.percent(Math.abs(figure))} ${more(figure < 0 ? 'below' : 'above')} units ${perDay}than ${than}. The threshold is ${at} (before: ${percentChange(before)})`;
      },
      wrong: (typed, most) =>
        `An alert can't have the change ${quoted(`${typed}%`)}. Type a whole number: up to -${most.below}% or +${units(most.above)}%.`,
    }),
    litres: measure({
      form: { below: 'are fewer litres than', above: 'are more litres than' },
      rule: (subject, { is, line, days }) =>
        `${subject} ${is} ${litres(line)} ${days === undefined ? 'in seven days' : `(${days})`}`,
      figure: litres,
      distance: (by) => `${litres(Math.abs(by))} ${side(by)} the threshold`,
      crossed: (name, { figure, before }, { is, line }) =>
        `*${name}*: ${litres(figure)}, ${is === 'below' ? 'less' : 'more'} than ${litres(line)} (before: ${litres(before)})`,
      wrong: (typed, most) =>
        `${quoted(typed)} isn't a number of litres. Type a number from 1 to ${units(most.below)}.`,
    }),
    heading: (day: string) => `Sales alerts for ${format.day(day)}`,
    formTitle: 'Sales alert',
    homeButton: 'Set a sales alert',
    form: {
      when: 'Post when sales',
      line: 'Number',
      lineHint: 'Of the last seven days. A change is in units, against the seven days before, per open day.',
      product: { label: 'Only these products' },
      store: { label: 'Only these stores' },
    },
    mistakes: {
      noLine: 'Add a change, for example "-30%" or "+50%".',
      elsewhere:
        'Sales alerts take a change in per cent or a number of litres, for example "-30%". For units in stock, use "/stock 1101 when below 100".',
      otherDays: (typed: string) => `An alert can't be told ${quoted(typed)}. Leave it out.`,
      fixedDays: (typed: string) =>
        `${quoted(typed)} never changes. Leave it out, or choose days such as "last month".`,
    },
  };
};

export type SalesAlertWords = ReturnType<typeof english>;
