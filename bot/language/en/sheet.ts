/** Titles of the columns of CSV files: of one kind for all answers and digests, so that files can be laid side by side. */
export const sheet = () => ({
  product: { id: 'productId', name: 'productName' },
  store: { id: 'storeId', name: 'storeName' },
  stock: {
    date: 'stockDate',
    units: 'units',
    unitsBefore: 'unitsBefore',
    unitsWeekAgo: 'unitsWeekAgo',
    daysOfCover: 'daysOfCover',
    itemsSold: 'itemsSoldInWindow',
    storesWithStock: 'storesWithStock',
  },
  sales: {
    /** Of "oslo vs bergen". */
    side: 'side',
    litres: 'litres',
    /** Part of the total, in per cent. */
    share: 'sharePercent',
    items: 'items',
    returnedLitres: 'returnedLitres',
    returnedItems: 'returnedItems',
    rows: 'salesRows',
    /** The same column of an earlier period. */
    before: (column: string) => `${column}Before`,
  },
  /** A digest's file of sales has products and stores. */
  digestSales: { what: 'what', id: 'id', name: 'name', date: 'salesDate' },
  stores: {
    status: 'status',
    street: 'street',
    postalCode: 'postalCode',
    city: 'city',
    kilometres: 'kilometres',
    telephone: 'telephone',
    email: 'email',
  },
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
