import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { StockWords } from './en.ts';
import type { Whose } from './enOverview.ts';

/** `spreadOver`: «fordelt på de 48 varene dine». */
export const overview = (
  format: Formatter,
  spreadOver: (products: number, of: Whose) => string,
): StockWords['overview'] => {
  const { units, shortDay, change } = format;
  const words = countedWords(format);
  const newOf = (newOnes: number, count: number) => {
    if (newOnes === 0) return 'ingen nye';
    if (newOnes === count) return count === 1 ? 'ny' : 'alle nye';
    return `${units(newOnes)} ${newOnes === 1 ? 'ny' : 'nye'}`;
  };
  return {
    units: (sum, products, of, changes) => {
      const since = changes.map(({ by, since }) => `${change(by)} siden ${shortDay(since)}`).join(', ');
      return `*${words.units(sum)}* ${spreadOver(products, of)}${since === '' ? '' : ` (${since})`}`;
    },
    empty: (of, date) => {
      const list = `lagerlisten for ${format.day(date)}`;
      if (of === 'all') return `L${list.slice(1)} er tom.`;
      if (of === 'mine') return `Ingen av varene dine står i ${list}. \`/stock alle\` viser alle varer.`;
      return `Ingen av varene står i ${list}.`;
    },
    out: (count, all, newly) => {
      const isNew =
        newly === undefined ? '' : ` (${newOf(newly.count, count)} siden ${shortDay(newly.since)})`;
      return all
        ? `:rotating_light: *Alt er utsolgt*${isNew}`
        : `:red_circle: *${units(count)} ${count === 1 ? 'utsolgt' : 'utsolgte'}*${isNew}`;
    },
    low: (count, limit) =>
      `:hourglass_flowing_sand: *${units(count)} snart ${count === 1 ? 'utsolgt' : 'utsolgte'}* (under ${words.daysOf(limit)} lagerdekning)`,
    orders: (count) => `:shopping_trolley: *Bestill først* (${units(count)} å bestille)`,
    falls: (count) => `:small_red_triangle_down: *${units(count)} synker*`,
    lost: (count, since) =>
      `:department_store: *${units(count)} i færre butikker* enn ${shortDay(since)} (dataene sier ikke hvilke)`,
    stores: (now, before) => `${words.stores(now)}, tidligere ${units(before)}`,
    rises: (count) => `:small_red_triangle: *${units(count)} øker*`,
    back: (count) => `:package: *${units(count)} på lager igjen*`,
    nothingOut: ':white_check_mark: Ingen varer er utsolgt',
    nothingOutOrLow: (limit) =>
      `:white_check_mark: Ingen varer er utsolgt eller snart utsolgt (under ${words.daysOf(limit)} lagerdekning)`,
    first: 'Dette er den første dagen med lagertall. Du ser endringer fra neste dag.',
    unchanged: (since) => `Ingenting har endret seg siden ${format.day(since)}.`,
    since: (day, isEarliest) => `siden ${shortDay(day)}${isEarliest ? ' eller tidligere' : ''}`,
    days: (days) => `${format.tenths(days)} ${days === 1 ? 'dag' : 'dager'}`,
    inStock: (count) => words.units(count),
  };
};
