import { afterEach, expect, test, vi } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';

const startService = useService();
afterEach(() => {
  vi.useRealTimers();
});

/** At both instants it is another day in one of the zones than in Oslo. */
const EVENING = '2026-11-19T23:30:00Z';
const MORNING = '2026-11-20T10:30:00Z';

test.each(['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Oslo', undefined])(
  'periods are those of Oslo in a workflow of zone %s',
  async (timezone) => {
    const service = await startService({ stores: 2, products: 4 });
    const sent: unknown[] = [];
    for (const [instant, period] of [
      [EVENING, 'yesterday'],
      [EVENING, 'last7Days'],
      [MORNING, 'yesterday'],
      [MORNING, 'last7Days'],
      [MORNING, 'last30Days'],
      [MORNING, 'monthToDate'],
    ] as const) {
      vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
      const { status } = await service.run('retailDataDailySales', {
        parameters: { period, output: 'totals' },
        ...(timezone === undefined ? {} : { timezone }),
      });
      expect(status).toBe('success');
      const { fromSalesDate, toSalesDate } = service.queries().at(-1) ?? {};
      sent.push([period, fromSalesDate, toSalesDate]);
    }
    expect(sent).toEqual([
      ['yesterday', '2026-11-19', '2026-11-19'],
      ['last7Days', '2026-11-12', '2026-11-18'],
      ['yesterday', '2026-11-19', '2026-11-19'],
      ['last7Days', '2026-11-13', '2026-11-19'],
      ['last30Days', '2026-10-21', '2026-11-19'],
      ['monthToDate', '2026-11-01', '2026-11-19'],
    ]);
  },
);

test('a node that was just added gives the sales of yesterday', async () => {
  vi.useFakeTimers({ now: new Date(MORNING), toFake: ['Date'] });
  const service = await startService({ stores: 2, products: 4 });
  const { json } = await service.run('retailDataDailySales', {});
  expect(service.queries()[0]).toMatchObject({ fromSalesDate: '2026-11-19', toSalesDate: '2026-11-19' });
  expect(json).toHaveLength(service.sandbox.truth.sales('2026-11-19', '2026-11-19').length);
});

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'a date of an expression is sent as it reads in zone %s',
  async (timezone) => {
    const service = await startService({ stores: 2, products: 4 });
    vi.useFakeTimers({ now: new Date(EVENING), toFake: ['Date'] });
    await service.run('retailDataDailySales', {
      parameters: {
        period: 'custom',
        fromSalesDate: '={{ $today.minus({ days: 3 }) }}',
        toSalesDate: '={{ $now.toISO() }}',
      },
      timezone,
    });
    const [query] = service.queries();
    const isAhead = timezone === 'Pacific/Kiritimati';
    expect(query?.fromSalesDate).toBe(isAhead ? '2026-11-17' : '2026-11-16');
    expect(query?.toSalesDate).toBe(isAhead ? '2026-11-20' : '2026-11-19');
  },
);

test('a run over many items shows at most ten hints and says that there are more', async () => {
  const service = await startService({ stores: 2, products: 4 });
  const input = Array.from({ length: 14 }, (_, index) => ({
    day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  }));
  const { hints } = await service.run('retailDataDailySales', {
    input,
    parameters: { period: 'custom', fromSalesDate: '={{ $json.day }}', toSalesDate: '={{ $json.day }}' },
  });
  expect(hints).toHaveLength(11);
  expect(hints.at(-1)?.message).toBe('There are further hints, which are not shown.');
});
