/**
 * What rows of sales are of. `name` stands in "by day" and "3 more days", `title` above a column and in the form,
 * `columns` are those of a CSV file: as many as views/groupings.ts writes.
 */
export const groupings = () => ({
  product: { name: 'product', title: 'Product', columns: ['productId', 'productName'] },
  store: { name: 'store', title: 'Store', columns: ['storeId', 'storeName'] },
  day: { name: 'day', title: 'Day', columns: ['day'] },
  /** One that is cut off has fewer days than others. */
  week: { name: 'week', title: 'Week', columns: ['week', 'weekFrom', 'weekTo', 'daysIncluded'] },
  month: { name: 'month', title: 'Month', columns: ['month', 'monthFrom', 'monthTo', 'daysIncluded'] },
  weekday: { name: 'weekday', title: 'Weekday', columns: ['weekday'] },
});
