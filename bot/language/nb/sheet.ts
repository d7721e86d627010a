import type { Catalog } from '../catalog.ts';

export const sheet = (): Catalog['sheet'] => ({
  product: { id: 'Varenummer', name: 'Varenavn' },
  store: { id: 'Butikknummer', name: 'Butikknavn' },
  stock: {
    date: 'Beholdning per',
    units: 'Enheter',
    unitsBefore: 'Enheter dagen før',
    unitsWeekAgo: 'Enheter en uke før',
    daysOfCover: 'Dekning i dager',
    itemsSold: 'Solgte enheter bak dekningen',
    storesWithStock: 'Butikker med varen',
  },
  sales: {
    side: 'Utvalg',
    litres: 'Liter',
    share: 'Andel i prosent',
    items: 'Enheter',
    returnedLitres: 'Liter i retur',
    returnedItems: 'Enheter i retur',
    rows: 'Salgslinjer',
    before: (column) => `${column} (før)`,
  },
  digestSales: { what: 'Hva', id: 'Nummer', name: 'Navn', date: 'Salgsdato' },
  stores: {
    status: 'Status',
    street: 'Gate',
    postalCode: 'Postnummer',
    city: 'Sted',
    kilometres: 'Kilometer',
    telephone: 'Telefon',
    email: 'E-postadresse',
  },
});
