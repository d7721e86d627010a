import { expect, test } from 'vitest';
import { labelOf } from '../../../nodes/service/labels.ts';
import { loadPackage } from '../../support/nodes/package.ts';
import { subtitleOf } from '../../support/nodes/subtitle.ts';

const SALES = 'retailDataDailySales';
const STORES = 'retailDataStores';

test.each([
  [SALES, {}, 'Sales, Yesterday'],
  [SALES, { period: 'custom', output: 'days' }, 'Sales per Day, Custom Dates'],
  [SALES, { period: 'last7Days', output: 'totals', groupBy: 'store' }, 'Totals by Store, Last 7 Days'],
  [
    SALES,
    { period: 'lastMonth', output: 'totals', groupBy: ['store', 'week'] },
    'Totals by Store and Week, Last Month',
  ],
  [SALES, { output: 'totals' }, 'Totals by Product, Yesterday'],
  [SALES, { period: 'monthToDate', output: 'file' }, 'Sales File, Month to Date'],
  [SALES, { period: '={{ $json.period }}' }, 'Sales'],
  [SALES, { period: '={{ 7 }}', output: '={{ $json.output }}' }, 'Daily Sales'],
  [SALES, { output: 'totals', groupBy: '={{ $json.by }}' }, 'Totals, Yesterday'],
  [STORES, {}, 'Stores'],
  [STORES, { simplify: false }, 'Stores, All Fields'],
  [STORES, { simplify: '={{ $json.short }}' }, 'Stores'],
])('below the name of %s with %o stands "%s"', async (node, parameters, subtitle) => {
  expect(await subtitleOf(node, parameters)).toBe(subtitle);
});

test('every field for a time says its unit, and an error calls it by the same label', async () => {
  const loaded = await loadPackage();
  const times: [string, string][] = [];
  for (const node of Object.keys(loaded.known.nodes)) {
    const { type } = loaded.getNode(node);
    if ('nodeVersions' in type) throw new Error('has versions');
    for (const { options = [] } of type.description.properties) {
      for (const field of options) {
        if ('displayName' in field && ['timeout', 'maxWait'].includes(field.name))
          times.push([field.name, field.displayName]);
      }
    }
  }
  expect(times).toHaveLength(5);
  for (const [name, label] of times) {
    expect(label).toMatch(/ \(Seconds\)$/);
    expect(labelOf(name)).toBe(`'${label}'`);
  }
});
