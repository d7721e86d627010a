import type { Claim } from '../../ask/asking.ts';
import type { EnglishFormatter as Formatter } from '../../language/formatter.ts';
import type { Change } from '../sums.ts';

/** The sentences of "Why?". Names are escaped, volumes are millilitres. */
export const reasons = (format: Formatter) => {
  const { counted } = format;
  return {
    alone: '“Why” shows the change by product and by store. Leave out the rest, or leave out “why”.',
    /** `millilitres`: of an open day where the open days differ. */
    denied: (claimed: Claim, millilitres: number, { percent, perOpenDay }: Change) => {
      const by =
        percent === undefined ? `${format.litresChange(millilitres)} l` : format.percentChange(percent);
      return `It didn't ${claimed}: ${by}${perOpenDay === undefined ? '' : ' per open day'}.`;
    },
    /** `percent` of all changes, up or down, are those of `shown` rows. */
    list: (by: 'product' | 'store', shown: number, of: number, percent: number, isPerOpenDay: boolean) =>
      `*By ${by}* (${shown === of ? `all ${counted(of, by)}` : `${format.units(shown)} of ${counted(of, by)} make up ${format.percent(percent)} of all changes${isPerOpenDay ? ' per open day' : ''}, up and down`})`,
    row: (name: string, millilitres: number, perOpenDay: number | undefined) =>
      `• ${name}: *${format.litresChange(millilitres)} l*${perOpenDay === undefined ? '' : ` (${format.litresChange(perOpenDay)} l per open day)`}`,
    others: (by: 'product' | 'store', count: number) => `${format.units(count)} other ${by}s`,
    closed: (closed: readonly string[], before: readonly string[]) => {
      const said = (days: readonly string[]) => (days.length === 0 ? 'no day' : format.days(days));
      return `:information_source: Stores were closed on ${said(closed)} (Sundays aside), previously on ${said(before)}`;
    },
    /** Rows with sales in only one of the compared periods, which are formatted. */
    besides: {
      storesCome: (list: string, compared: string) => `:new: Stores without sales for ${compared}: ${list}`,
      storesGone: (list: string, _: string, now: string) =>
        `:no_entry_sign: Stores without sales for ${now}: ${list}`,
      productsCome: (list: string, compared: string) =>
        `:new: Products without sales for ${compared}: ${list}`,
      productsGone: (list: string, _: string, now: string) =>
        `:no_entry_sign: Products without sales for ${now}: ${list}`,
      out: (list: string) => `:red_circle: Sold less and was out of stock: ${list}`,
    },
    daysOut: (days: number) => counted(days, 'day'),
    returned: (millilitres: number, before: number) =>
      `:leftwards_arrow_with_hook: Returns: ${format.litres(millilitres)} l, previously ${format.litres(before)} l`,
  };
};
