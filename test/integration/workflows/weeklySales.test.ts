import { afterEach, describe, expect, test, vi } from 'vitest';
import { useService } from '../../support/nodes/service.ts';
import { runExample } from '../../support/workflows/example.ts';
import { readExample } from '../../support/workflows/exampleFile.ts';
import { grouped, litresInReport, totalPerStore } from '../../support/workflows/expected.ts';
import { withoutOutside } from '../../support/workflows/outside.ts';

const startService = useService();
const following = { now: () => Date.now() };
const original = readExample('weekly-sales-per-store.json');
const example = withoutOutside(original);
const trigger = 'Monday at 09:00';
/** Monday 2026-11-23, 09:00 in Oslo. */
const MONDAY = '2026-11-23T08:00:00Z';
const once = [{}];

afterEach(() => {
  vi.useRealTimers();
});

function at(instant: string): void {
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
}

function cellsOf(html: unknown): string[][] {
  return [...String(html).matchAll(/<tr>(.*?)<\/tr>/g)]
    .slice(1)
    .map(([, row = '']) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = '']) => cell));
}

describe('the report', () => {
  test('has a line for each store with its true litres, items and change', async () => {
    at(MONDAY);
    const service = await startService(following);
    const run = await runExample(example, { service, trigger, fired: once });
    expect(run.status).toBe('success');
    const { truth } = service.sandbox;
    const now = totalPerStore(truth, '2026-11-16', '2026-11-22');
    const before = totalPerStore(truth, '2026-11-09', '2026-11-15');
    const stores = new Map(truth.stores().map((store) => [store.storeId, store]));
    const [mail] = run.json('Send the Report');
    const lines = cellsOf(mail?.html);
    expect(lines).toHaveLength(new Set([...now.keys(), ...before.keys()]).size);
    for (const [storeId = '', name, city, litres, items, change] of lines) {
      const [total, last] = [now.get(storeId), before.get(storeId)];
      expect([name, city]).toEqual([stores.get(storeId)?.storeName, stores.get(storeId)?.address.city]);
      expect([litres, items]).toEqual([
        litresInReport(total?.millilitres ?? 0),
        grouped(total?.quantity ?? 0),
      ]);
      const percent = Math.round(((total?.millilitres ?? 0) / (last?.millilitres ?? 0) - 1) * 100);
      expect(change).toBe(last === undefined ? 'new' : `${percent > 0 ? '+' : ''}${percent} %`);
    }
    const sum = [...now.values()].reduce((millilitres, total) => millilitres + total.millilitres, 0);
    const quantity = [...now.values()].reduce((all, total) => all + total.quantity, 0);
    expect(mail?.subject).toBe(`Sales 2026-W47: ${litresInReport(sum)} litres`);
    expect(mail?.html).toContain(
      `2026-11-16 to 2026-11-22: <b>${litresInReport(sum)} litres</b>, ${grouped(quantity)} items in ${now.size} stores`,
    );
  });

  test('lists the largest store first', async () => {
    at(MONDAY);
    const service = await startService(following);
    const run = await runExample(example, { service, trigger, fired: once });
    const now = totalPerStore(service.sandbox.truth, '2026-11-16', '2026-11-22');
    const litres = cellsOf(run.json('Send the Report')[0]?.html).map(
      ([storeId = '']) => now.get(storeId)?.millilitres ?? 0,
    );
    expect(litres).toEqual([...litres].sort((one, other) => other - one));
  });

  test('shows what the service calls a store as text', async () => {
    at(MONDAY);
    const service = await startService(following);
    const [store] = service.sandbox.truth.stores();
    const total = totalPerStore(service.sandbox.truth, '2026-11-16', '2026-11-22');
    const storeId = [...total.keys()][0] ?? '';
    const named = { ...store, storeId, storeName: '<img src=x onerror="alert(1)">' };
    service.sandbox.fail({ operation: 'stores', fault: { kind: 'shape', body: [named] } });
    const run = await runExample(example, { service, trigger, fired: once });
    const html = String(run.json('Send the Report')[0]?.html);
    expect(html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;');
    expect(html).not.toContain('<img');
  });

  test('of a week without sales is one sentence', async () => {
    at('2026-11-23T08:00:00Z');
    const emptyDays = ['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`);
    const service = await startService({ ...following, emptyDays });
    const run = await runExample(example, { service, trigger, fired: once });
    expect(run.status).toBe('success');
    expect(run.json('Send the Report')).toMatchObject([
      { subject: 'Sales 2026-W47: none', html: '<p>No sales from 2026-11-16 to 2026-11-22.</p>' },
    ]);
  });
});

describe('the week', () => {
  test.each([
    ['over the turn of the year', '2027-01-04T08:00:00Z', '2026-W53', '2026-12-28', '2027-01-03'],
    ['with the change to summer time', '2026-03-30T07:00:00Z', '2026-W13', '2026-03-23', '2026-03-29'],
    ['when it is still Sunday in New York', '2026-11-22T23:30:00Z', '2026-W47', '2026-11-16', '2026-11-22'],
  ])('%s', async (_, instant, week, from, to) => {
    at(instant);
    const run = await runExample(example, { service: await startService(following), trigger, fired: once });
    expect(run.json('Last Week')).toMatchObject([{ week, from, to }]);
  });

  test('is mailed once, even when the schedule fires twice', async () => {
    at(MONDAY);
    const service = await startService(following);
    const { remembered } = await runExample(example, { service, trigger, fired: once });
    const again = await runExample(example, { service, trigger, fired: once, remembered });
    expect(again.status).toBe('success');
    expect(again.items('Send the Report')).toEqual([]);
    at('2026-11-30T08:00:00Z');
    const next = await runExample(example, { service, trigger, fired: once, remembered });
    expect(next.items('Send the Report')).toHaveLength(1);
  });

  test('is mailed again when the mail did not get out', async () => {
    at(MONDAY);
    const service = await startService(following);
    const broken = withoutOutside(original, { failing: ['Send the Report'] });
    const { status, remembered } = await runExample(broken, { service, trigger, fired: once });
    expect(status).toMatch(/^error/);
    const again = await runExample(example, { service, trigger, fired: once, remembered });
    expect(again.items('Send the Report')).toHaveLength(1);
  });
});
