import type { Catalog } from '../en/index.ts';

export const sheet = (): Catalog['sheet'] => ({
  product: { id: 'Varenummer', name: 'Varenavn' },
  store: { id: 'Butikknummer', name: 'Butikknavn' },
  fileName: {
    all: 'alle',
    sales: 'salg',
    returns: 'returer',
    stores: 'butikker',
    open: 'apne',
    near: 'naer',
    without: 'uten',
    versus: 'mot',
    top: (count) => `topp-${count}`,
    bottom: (count) => `nederste-${count}`,
    more: (count) => `og-${count}-til`,
    by: (name) => `per-${name}`,
    week: (year, week) => `${year}-uke-${week}`,
    range: (from, to) => `${from}-til-${to}`,
  },
});
