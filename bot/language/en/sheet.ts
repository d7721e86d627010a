/** Titles of the columns of CSV files: of one kind for all answers and digests, so that files can be laid side by side. */
export const sheet = () => ({
  product: { id: 'Product number', name: 'Product name' },
  store: { id: 'Store number', name: 'Store name' },
  stock: {
    date: 'Stock date',
    units: 'Units',
    unitsBefore: 'Units (day before)',
    unitsWeekAgo: 'Units (week before)',
    daysOfCover: 'Days of cover',
    itemsSold: 'Units sold (basis for cover)',
    storesWithStock: 'Stores with stock',
  },
  sales: {
    /** Of "oslo vs bergen". */
    side: 'Selection',
    litres: 'Litres',
    /** Part of the total, in per cent. */
    share: 'Share (%)',
    items: 'Units',
    returnedLitres: 'Returned litres',
    returnedItems: 'Returned units',
    rows: 'Sales lines',
    /** The same column of an earlier period. */
    before: (column: string) => `${column} (previous period)`,
  },
  /** A digest's file of sales has products and stores. */
  digestSales: { what: 'Product or store', id: 'Number', name: 'Name', date: 'Sales date' },
  /** Parts of the names of files: letters a to z, digits and hyphens. */
  fileName: {
    stock: {
      overview: 'stock',
      out: 'stock-out',
      low: 'stock-low',
      over: 'stock-plenty',
      changes: 'stock-changes',
      products: 'stock',
    },
    all: 'all',
    sales: 'sales',
    returns: 'returns',
    stores: 'stores',
    open: 'open',
    near: 'near',
    without: 'without',
    versus: 'vs',
    top: (count: number) => `top-${count}`,
    bottom: (count: number) => `bottom-${count}`,
    more: (count: number) => `and-${count}-more`,
    by: (name: string) => `by-${name}`,
    week: (year: string, week: string) => `${year}-W${week}`,
    range: (from: string, to: string) => `${from}-to-${to}`,
  },
});
