import { expect, test } from 'vitest';
import { labelOf } from '../../../nodes/service/labels.ts';
import { loadPackage } from '../../support/nodes/package.ts';
import { subtitleOf } from '../../support/nodes/subtitle.ts';

const SALES = 'retailDataDailySales';
const STORES = 'retailDataStores';

test.each([
  [SALES, {}, 'rows, custom dates'],
  [SALES, { period: 'last7Days', output: 'totals', groupBy: 'store' }, 'totals by store, last 7 days'],
  [
    SALES,
    { period: 'lastMonth', output: 'totals', groupBy: ['store', 'week'] },
    'totals by store and week, last month',
  ],
  [SALES, { output: 'totals' }, 'totals by product, custom dates'],
  [SALES, { period: 'monthToDate', output: 'file' }, 'file, month to date'],
  [SALES, { period: '={{ $json.period }}' }, 'rows'],
  [SALES, { period: '={{ 7 }}', output: '={{ $json.output }}' }, 'daily sales'],
  [SALES, { output: 'totals', groupBy: '={{ $json.by }}' }, 'totals, custom dates'],
  [STORES, {}, 'stores'],
  [STORES, { simplify: true }, 'stores, simplified'],
  [STORES, { simplify: '={{ $json.short }}' }, 'stores'],
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
