import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { narrowedBy } from './sales.ts';
import { countedWords } from './words.ts';

const BEFORE = {
  month: 'måneden før',
  quarter: 'kvartalet før',
  'half-year': 'halvåret før',
  year: 'året før',
} as const;

export const comparison = (format: Formatter): Catalog['comparison'] => {
  const { litres, range, units } = format;
  const words = countedWords(format);
  const share = (percent: number | undefined) =>
    percent === undefined ? '' : ` (${format.percentChange(percent)})`;
  return {
    none: (narrowed, now, before) =>
      `Ikke noe salg${narrowedBy(narrowed, format)}, verken ${range(now)} eller ${range(before)}`,
    now: (narrowed, { days, millilitres, items }) =>
      `Salg${narrowedBy(narrowed, format)}, ${range(days)}: *${litres(millilitres)} liter*, *${words.units(items)}*`,
    before: ({ days, millilitres, items }, why) =>
      `Mot ${range(days)}${why === undefined ? '' : `, ${why}`}: ${litres(millilitres)} liter, ${words.units(items)}`,
    change: (volume, quantity) =>
      `Endring: *${format.litresChange(volume.millilitres)} liter*${share(volume.percent)}, *${format.change(quantity.items)} ${Math.abs(quantity.items) === 1 ? 'enhet' : 'enheter'}*${share(quantity.percent)}`,
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
    perOpenDay: ({ openDays, openDaysBefore, value, before, percent }) =>
      `Per åpningsdag (${units(openDays)} mot ${units(openDaysBefore)}): *${litres(value)} liter* mot ${litres(before)}${share(percent)}`,
    earlier: (source) => `tidligere periode: ${source}`,
    caption: (by) => `Salg per ${by} i liter, i begge periodene`,
    columns: { litres: 'Liter', before: 'Liter før', change: 'Endring', percent: 'Endring %' },
    chart: (by) => `Liter per ${by} i begge periodene`,
    spans: (now, before) => {
      const [one, other] = [format.shortRange(now), format.shortRange(before)];
      return one === other
        ? [`${one} ${now.to.slice(0, 4)}`, `${other} ${before.to.slice(0, 4)}`]
        : [one, other];
    },
  };
};
