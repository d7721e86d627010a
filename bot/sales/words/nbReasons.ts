import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { SalesWords } from './en.ts';

export const reasons = (format: Formatter): SalesWords['reasons'] => {
  const words = countedWords(format);
  const counted = (by: 'product' | 'store', count: number) =>
    by === 'product' ? words.products(count) : words.stores(count);
  return {
    alone: '«Hvorfor» viser endringen per vare og per butikk. Utelat resten, eller utelat «hvorfor».',
    denied: (claimed, millilitres, { percent, perOpenDay }) => {
      const by =
        percent === undefined ? `${format.litresChange(millilitres)} l` : format.percentChange(percent);
      const way = claimed === 'fall' ? 'ned' : 'opp';
      return `Det gikk ikke ${way}: ${by}${perOpenDay === undefined ? '' : ' per åpningsdag'}.`;
    },
    list: (by, shown, of, percent, isPerOpenDay) =>
      `*Per ${by === 'product' ? 'vare' : 'butikk'}* (${shown === of ? `alle ${counted(by, of)}` : `${format.units(shown)} av ${counted(by, of)} står for ${format.percent(percent)} av alle endringer${isPerOpenDay ? ' per åpningsdag' : ''}, opp og ned`})`,
    row: (name, millilitres, perOpenDay) =>
      `• ${name}: *${format.litresChange(millilitres)} l*${perOpenDay === undefined ? '' : ` (${format.litresChange(perOpenDay)} l per åpningsdag)`}`,
    others: (by, count) => {
      const other = count === 1 ? 'annen' : 'andre';
      const noun = by === 'product' ? (count === 1 ? 'vare' : 'varer') : count === 1 ? 'butikk' : 'butikker';
      return `${format.units(count)} ${other} ${noun}`;
    },
    closed: (closed, before) => {
      const said = (days: readonly string[]) => (days.length === 0 ? 'ingen dag' : format.days(days));
      return `:information_source: Butikkene var stengt ${said(closed)} (utenom søndager), tidligere ${said(before)}`;
    },
    besides: {
      storesCome: (list, compared) => `:new: Butikker som ikke solgte noe ${compared}: ${list}`,
      storesGone: (list, _, now) => `:no_entry_sign: Butikker som ikke solgte noe ${now}: ${list}`,
      productsCome: (list, compared) => `:new: Varer som ikke ble solgt ${compared}: ${list}`,
      productsGone: (list, _, now) => `:no_entry_sign: Varer som ikke ble solgt ${now}: ${list}`,
      out: (list) => `:red_circle: Solgte mindre og var utsolgt: ${list}`,
    },
    daysOut: (days) => format.counted(days, 'dag', 'dager'),
    returned: (millilitres, before) =>
      `:leftwards_arrow_with_hook: Returer: ${format.litres(millilitres)} l, tidligere ${format.litres(before)} l`,
  };
};
