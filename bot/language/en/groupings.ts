/**
 * What rows of sales are of. `name` stands in "by day", `plural` in "3 more days", `title` above a column and in the form,
 * `columns` are those of a CSV file: as many as views/groupings.ts writes.
 */
export const groupings = () => ({
  product: {
    name: 'product',
    plural: 'products',
    title: 'Product',
    columns: ['Product number', 'Product name'],
  },
  group: { name: 'group', plural: 'groups', title: 'Group', columns: ['Group'] },
  store: { name: 'store', plural: 'stores', title: 'Store', columns: ['Store number', 'Store name'] },
  day: { name: 'day', plural: 'days', title: 'Day', columns: ['Day'] },
  /** One that is cut off has fewer days than others. */
  week: {
    name: 'week',
    plural: 'weeks',
    title: 'Week',
    columns: ['Week', 'Week from', 'Week to', 'Days included'],
  },
  month: {
    name: 'month',
    plural: 'months',
    title: 'Month',
    columns: ['Month', 'Month from', 'Month to', 'Days included'],
  },
  weekday: { name: 'weekday', plural: 'weekdays', title: 'Weekday', columns: ['Weekday'] },
});
