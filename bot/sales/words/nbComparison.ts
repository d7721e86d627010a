import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { SalesWords } from './en.ts';

const BEFORE = {
  month: 'måneden før',
  quarter: 'kvartalet før',
  'half-year': 'halvåret før',
  year: 'året før',
} as const;

export const comparison = (format: Formatter): SalesWords['comparison'] => {
  const { litres, units } = format;
  const words = countedWords(format);
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  return {
    none: (subject, now, before) => `${subject} i noen av periodene, ${now} eller ${before}`,
    before: (period, { millilitres, quantity }, why, { percent, quantityPercent, perOpenDay }) => {
      const changed = (of: number | undefined) =>
        of === undefined
          ? ''
          : ` (${format.percentChange(of)}${perOpenDay === undefined ? '' : ' per åpningsdag'})`;
      const days =
        perOpenDay && `; ${perOpenDay.openDays} åpningsdager, tidligere ${perOpenDay.openDaysBefore}`;
      return `Sammenlignet med ${period}${why === undefined ? '' : ` (${why})`}: ${litres(millilitres)} l${changed(percent)}, ${words.units(quantity)}${changed(quantityPercent)}${days ?? ''}`;
    },
    change: ({ millilitres, quantity, percent, quantityPercent, perOpenDay }) => {
      const of = (part: number | undefined) => share(perOpenDay === undefined ? part : undefined);
      return `Endring: *${format.litresChange(millilitres)} l*${of(percent)}, ${format.change(quantity)} ${Math.abs(quantity) === 1 ? 'enhet' : 'enheter'}${of(quantityPercent)}`;
    },
    notComparable: (period, day) =>
      `Endringen vises ikke. Det finnes ingen salgstall ${day === undefined ? `for ${period}` : `før ${format.day(day)}`}.`,
    notFetched: (missing) => `Endringen vises ikke. Salget for ${format.days(missing)} er ikke hentet ennå.`,
    closed: (days) => `Endringen vises ikke. Butikkene var stengt ${format.range(days)}.`,
    why: {
      before: (of) => BEFORE[of],
      monthsBefore: (months) => (months === 1 ? BEFORE.month : `de ${units(months)} månedene før`),
      sameMonths: (months) => (months === 1 ? 'samme måned året før' : 'de samme månedene året før'),
      sameDates: (of) => `de samme dagene ${BEFORE[of]}`,
      sameWeekdays: (weeks) =>
        weeks === 1 ? 'de samme ukedagene uken før' : `de samme ukedagene ${units(weeks)} uker før`,
      sameWeekday: (weeks) =>
        weeks === 1 ? 'samme ukedag uken før' : `samme ukedag ${units(weeks)} uker før`,
    },
    perOpenDay: ({ openDays, openDaysBefore, value, before }, percent) =>
      `Per åpningsdag (${units(openDays)}, tidligere ${units(openDaysBefore)}): *${litres(value)} l*, sammenlignet med ${litres(before)} l${share(percent)}`,
    caption: (by, period) => `Salg per ${by} i liter, sammenlignet med ${period}`,
    columns: { change: 'Endring', changePerOpenDay: 'Per åpningsdag' },
    chart: (by) => `Liter per ${by} i begge periodene`,
    spans: (now, before) => {
      const [one, other] = [format.shortRange(now), format.shortRange(before)];
      return one === other
        ? [`${one} ${now.to.slice(0, 4)}`, `${other} ${before.to.slice(0, 4)}`]
        : [one, other];
    },
  };
};
