import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { SalesWords } from './en.ts';
import type { ListName } from './enOverview.ts';

const [UP, DOWN] = [':small_red_triangle:', ':small_red_triangle_down:'];

export const overview = (format: Formatter): SalesWords['overview'] => {
  const words = countedWords(format);
  const lists: Readonly<Record<ListName, readonly [icon: string, title: string]>> = {
    products: [':package:', 'Mest solgte varer'],
    stores: [':department_store:', 'Butikker som solgte mest'],
    rises: [UP, 'Størst oppgang'],
    storeRises: [UP, 'Butikker med størst oppgang'],
    falls: [DOWN, 'Størst nedgang'],
    storeFalls: [DOWN, 'Butikker med størst nedgang'],
  };
  const before = (unit: 'week' | 'month', periods: number) => {
    const [the, one, many] = unit === 'week' ? ['uken', 'uke', 'uker'] : ['måneden', 'måned', 'måneder'];
    return periods === 1 ? `${the} før` : `de ${format.counted(periods, one, many)} før`;
  };
  return {
    sold: ({ quantity, products, stores }, change) => {
      const each = change?.perOpenDay === undefined ? '' : ' per åpningsdag';
      const changed =
        change?.quantityPercent === undefined
          ? ''
          : ` (${format.percentChange(change.quantityPercent)}${each})`;
      return `${words.units(quantity)}${changed} av ${words.products(products)} i ${words.stores(stores)}`;
    },
    list: (name, list, isPerOpenDay) => {
      const [icon, title] = lists[name];
      return `${icon} *${title}${isPerOpenDay ? ' per åpningsdag' : ''}*: ${list}`;
    },
    fresh: (unit, list, periods) =>
      `:new: *Nye eller tilbake i salg* (ikke solgt ${before(unit, periods)}): ${list}`,
    stopped: (unit, list, periods) =>
      `:no_entry_sign: *Har sluttet å selge* (med liter for ${before(unit, periods)}): ${list}`,
    lacking: (closed) => `:warning: Salg som ikke har kommet: ${format.days(closed)}`,
    days: (days) => `*Solgt per dag*: ${days}`,
    sheet: { what: 'Vare eller butikk', id: 'Nummer', name: 'Navn', date: 'Salgsdato' },
  };
};
