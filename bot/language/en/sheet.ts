/** Titles of the columns of CSV files: of one kind for all answers and digests, so that files can be laid side by side. */
export const sheet = () => ({
  product: { id: 'Product number', name: 'Product name' },
  store: { id: 'Store number', name: 'Store name' },
  /** Parts of the names of files: letters a to z, digits and hyphens. */
  fileName: {
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
