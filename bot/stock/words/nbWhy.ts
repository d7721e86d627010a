import type { Formatter } from '../../language/formatter.ts';
import { countedWords } from '../../language/nb/words.ts';
import type { StockWords } from './en.ts';
import type { Cover, StockSum } from './enWhy.ts';

export const why = (format: Formatter): StockWords['why'] => {
  const { units, day, quantity } = format;
  const words = countedWords(format);
  return {
    units: (now: StockSum, earlier) => {
      const before = earlier.map((each) => `${units(each.units)} (${day(each.businessDate)})`).join(', ');
      return `*Enheter*: beholdningen av hver vare i alle butikker, lagt sammen: ${units(now.units)} for ${words.products(now.products)}.${before === '' ? '' : ` Tidligere: ${before}. Endringene er forskjellen.`}`;
    },
    shorterList: ({ products, before }) =>
      `Datatjenesten oppga ${words.products(products)}, langt færre enn de ${quantity(before)} forrige gang. Varer den ikke lenger oppgir, mangler her.`,
    stores: '*Butikker*: Tallene viser hvor mange butikker som har en vare, men ikke hvilke.',
    mine: '*Varene dine*: de som er solgt de siste 90 dagene eller står i varelisten din.',
    out: '*Utsolgt*: varer med beholdning 0 eller mindre. «Nye» var på lager forrige gang. «På lager igjen» var ikke det. De som øker, var på lager fra før, og de som synker, er det fortsatt.',
    noCover: '*Lagerdekning* kan ikke beregnes før salgstallene er hentet.',
    cover: ({ days, period, missing }: Cover, limit) =>
      `*Lagerdekning*: beholdning ÷ solgte enheter per dag, fratrukket returer, over ${words.daysOf(days)} salg, ${period}${missing === '' ? '' : ` (ikke hentet ennå: ${missing})`}. Appen kjenner bare ditt eget salg, så bare varene dine har lagerdekning. For en ny vare teller dagene fra det første salget. Snart utsolgt betyr under ${words.daysOf(limit)} lagerdekning.`,
    example: (name, sum, isNew) =>
      `For eksempel ${name}: ${units(sum.stock)} ÷ (${quantity(sum.sold)} ${sum.sold === 1 ? 'enhet' : 'enheter'} ÷ ${words.days(sum.restsOn)}${isNew ? ' siden det første salget' : ''}) = ${format.tenths(sum.days)} dager.`,
    order: (days) =>
      `*Bestilling*: solgte enheter per dag × (leveringstid + ${words.days(days)}) − beholdning, i hele kartonger. Fristen er dagen beholdningen er brukt opp, minus leveringstiden. Dette er bare beholdningen i kjedens butikker, ikke ditt eget lager.`,
    orderExample: (name, sum) => {
      const lasting = `(${quantity(sum.sold)} ${sum.sold === 1 ? 'enhet' : 'enheter'} ÷ ${words.days(sum.restsOn)}) × (${sum.leadDays} + ${words.days(sum.days)}) − ${units(sum.stock)}`;
      const packs =
        sum.packs === undefined || sum.packSize === undefined
          ? ''
          : `, ${format.counted(sum.packs, 'kartong', 'kartonger')} à ${units(sum.packSize)}`;
      return `${name}: ${lasting}, rundet opp til ${units(sum.quantity)}${packs}. Brukt opp ${sum.goneOn}, minus ${words.days(sum.leadDays)}, på en virkedag: ${sum.by}.`;
    },
    read: (at, timeZone) => `Hentet fra datatjenesten ${format.instant(at, timeZone)} (${timeZone}).`,
  };
};
