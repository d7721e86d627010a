import type { DigestKindWords } from '../../digest/kind.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { DayRange as Days } from '../../text/dayRange.ts';
import type { PeriodUnit } from '../periods.ts';
import type { SalesTotals } from '../reader.ts';

/** What frames the overview in a digest of days, a week or a month. */
export const digest = (format: Formatter) => {
  const { counted, litres, range } = format;
  const shared = { data: 'sales', fresh: "yesterday's sales", mine: 'all your sales', all: 'all your sales' };
  const gone = (date: string) => `Sales for ${format.day(date)} are no longer stored.`;
  const ofDays: DigestKindWords = {
    ...shared,
    gone,
    typed: 'sales',
    name: 'sales',
    gets: 'the sales since the last digest, by product and store',
    option: "Yesterday's sales",
    nothingRead:
      'No sales data has arrived yet, so there is no sales digest to post. The app checks every few minutes; see `/digest status`.',
    title: (where, when) => `*Sales digest* in ${where}: ${when}`,
    next: (at, timeZone) =>
      `Next: ${format.instant(at, timeZone)}, as soon as the previous day's sales have arrived.`,
    nextEarly: (at, timeZone, day, ownFrom) =>
      `Next: ${format.instant(at, timeZone)}, with sales for ${format.day(day)}. The previous day's sales arrive at about ${ownFrom}; schedule the digest for ${ownFrom} or later to include them.`,
  };
  const ofUnit = (unit: PeriodUnit, every: string): DigestKindWords => ({
    ...shared,
    gone,
    typed: every,
    name: `${every} sales`,
    gets: `last ${unit}'s sales, by product and store, compared with the ${unit} and the year before`,
    option: `Last ${unit}'s sales`,
    nothingRead: `Last ${unit}'s sales haven't arrived, so there is no ${every} sales digest to post. The app checks every few minutes; see \`/digest status\`.`,
    title: (where, when) => `*${unit === 'week' ? 'Weekly' : 'Monthly'} sales digest* in ${where}: ${when}`,
    next: (at, timeZone) =>
      `Next: ${format.instant(at, timeZone)}, as soon as the sales for the ${unit}'s last open day have arrived.`,
    nextEarly: (at, timeZone, day) =>
      `Next: ${format.instant(at, timeZone)}, with sales up to ${format.day(day)}.`,
  });
  return {
    kinds: { day: ofDays, week: ofUnit('week', 'weekly'), month: ofUnit('month', 'monthly') },
    /** `period`: "Thu 19 Nov 2026", "Week 47 (16–22 Nov 2026)" */
    title: (period: string) => `Sales digest · ${period}`,
    /** Above a digest that is late, or shows older or fewer days. `unit` is undefined for one of days. */
    banner: {
      late: (unit: PeriodUnit | undefined, dueAt: number, timeZone: string, date: string) =>
        unit === undefined
          ? `This digest is late: sales for ${format.day(date)} hadn't arrived at ${format.time(dueAt, timeZone)}.`
          : `This digest is late: not all sales for the ${unit} had arrived at ${format.time(dueAt, timeZone)}.`,
      old: (date: string, wanted: string) =>
        `Showing sales for ${format.day(date)}. Sales for ${format.day(wanted)} aren't available yet.`,
      incomplete: (unit: PeriodUnit) =>
        `Not all sales for the ${unit} have arrived. Only the days that have arrived are shown.`,
    },
    /** Closed days, for which no digest was posted. */
    closedBefore: (closed: readonly string[]) => `stores were closed ${format.days(closed)}`,
    ownFrom: (time: string) =>
      `yesterday's sales arrive at about ${time}; schedule the digest for ${time} or later to include them`,
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
