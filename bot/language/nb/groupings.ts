import type { Catalog } from '../en/index.ts';

export const groupings = (): Catalog['groupings'] => ({
  product: { name: 'vare', plural: 'varer', title: 'Vare', columns: ['Varenummer', 'Varenavn'] },
  group: { name: 'varegruppe', plural: 'varegrupper', title: 'Varegruppe', columns: ['Varegruppe'] },
  store: { name: 'butikk', plural: 'butikker', title: 'Butikk', columns: ['Butikknummer', 'Butikknavn'] },
  day: { name: 'dag', plural: 'dager', title: 'Dag', columns: ['Dag'] },
  week: {
    name: 'uke',
    plural: 'uker',
    title: 'Uke',
    columns: ['Uke', 'Uke fra', 'Uke til', 'Dager medregnet'],
  },
  month: {
    name: 'måned',
    plural: 'måneder',
    title: 'Måned',
    columns: ['Måned', 'Måned fra', 'Måned til', 'Dager medregnet'],
  },
  weekday: { name: 'ukedag', plural: 'ukedager', title: 'Ukedag', columns: ['Ukedag'] },
});
