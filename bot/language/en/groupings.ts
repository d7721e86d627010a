/**
 * What rows of sales are of. `name` stands in "by day", `plural` in "3 more days", `title` above a column and in the form,
 * `columns` are those of a CSV file: as many as views/groupings.ts writes.
 */
export const groupings = () => ({
  product: { name: 'product', plural: 'products', title: 'Product', columns: ['productId', 'productName'] },
  group: { name: 'group', plural: 'groups', title: 'Group', columns: ['group'] },
  store: { name: 'store', plural: 'stores', title: 'Store', columns: ['storeId', 'storeName'] },
  day: { name: 'day', plural: 'days', title: 'Day', columns: ['day'] },
  /** One that is cut off has fewer days than others. */
  week: {
    name: 'week',
    plural: 'weeks',
    title: 'Week',
    columns: ['week', 'weekFrom', 'weekTo', 'daysIncluded'],
  },
  month: {
    name: 'month',
    plural: 'months',
    title: 'Month',
    columns: ['month', 'monthFrom', 'monthTo', 'daysIncluded'],
  },
  weekday: { name: 'weekday', plural: 'weekdays', title: 'Weekday', columns: ['weekday'] },
});
