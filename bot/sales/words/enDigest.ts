import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange as Days } from '../../text/dayRange.ts';
import type { PeriodUnit } from '../periods.ts';
import type { SalesTotals } from '../reader.ts';

/** What frames the overview in a digest of days, a week or a month. */
export const digest = (format: Formatter) => {
  const { counted, litres, range } = format;
  return {
    /** Above a digest that is late, or shows older or fewer days. */
    banner: {
      late: (dueAt: number, timeZone: string, date: string) =>
        `This digest is late: sales for ${format.day(date)} hadn't arrived at ${format.time(dueAt, timeZone)}.`,
      lateDays: (dueAt: number, timeZone: string) =>
        `This digest is late: not all sales for these days had arrived at ${format.time(dueAt, timeZone)}.`,
      old: (date: string, wanted: string) =>
        `Showing sales for ${format.day(date)}. Sales for ${format.day(wanted)} aren't available yet.`,
      incomplete: 'Not all sales for these days have arrived. Only the days that have arrived are shown.',
    },
    /** The lines of "Why these numbers?". */
    why: {
      sales: (days: Days, sum: SalesTotals) =>
        `*Litres and units*: ${counted(sum.rows, 'sales line')} for ${range(days)} added up without rounding: ${litres(sum.millilitres)} l. Returns are negative sales, so they are subtracted: ${counted(sum.returnedQuantity, 'unit')}.`,
      compared: (earlier: Days, millilitres: number) =>
        `*Compared with* ${range(earlier)}: ${litres(millilitres)} l. A product or store without sales counts as 0.`,
      notCompared: (earlier: Days) => `*No comparison*: The app has no complete sales for ${range(earlier)}.`,
      tooShort: (unit: PeriodUnit) =>
        `New and stopped products are shown once the four ${unit}s before are stored.`,
      corrected: (asOf: string | undefined) =>
        `The data service can correct sales later. ${asOf === undefined ? 'Corrections are included as they arrive.' : `Corrections up to ${asOf} are included.`}`,
    },
  };
};
