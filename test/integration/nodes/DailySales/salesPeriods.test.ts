import type { INodeParameters } from 'n8n-workflow';
import { expect, test, vi } from 'vitest';
import { useService } from '../../../support/nodes/service.ts';

const startService = useService();

/** At both instants it is another day in one of the zones than in Oslo. */
const EVENING = '2026-11-19T23:30:00Z';
const MORNING = '2026-11-20T10:30:00Z';

/** The dates that a run at that instant asks for, and what it says of them. */
async function askedAt(instant: string, parameters: INodeParameters, timezone?: string) {
  const service = await startService({ stores: 2, products: 4 });
  vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
  const { status, hints } = await service.run('retailDataDailySales', {
    parameters: { output: 'totals', ...parameters },
    ...(timezone === undefined ? {} : { timezone }),
  });
  expect(status).toBe('success');
  const { fromSalesDate, toSalesDate } = service.queries().at(-1) ?? {};
  return { dates: [fromSalesDate, toSalesDate], hints: hints.map(({ message }) => message) };
}

test.each([
  ['yesterday', '2026-11-20T00:30:00+01:00', '2026-11-19', '2026-11-19'],
  ['last7Days', '2026-11-20T07:44:00+01:00', '2026-11-12', '2026-11-18'],
  ['last7Days', '2026-11-20T07:45:00+01:00', '2026-11-13', '2026-11-19'],
  ['last7Days', '2026-03-30T12:00:00+02:00', '2026-03-23', '2026-03-29'],
  ['last30Days', '2026-11-20T12:00:00+01:00', '2026-10-21', '2026-11-19'],
  ['lastWeek', '2026-11-22T23:50:00+01:00', '2026-11-09', '2026-11-15'],
  ['lastWeek', '2026-11-23T00:10:00+01:00', '2026-11-16', '2026-11-22'],
  ['lastMonth', '2027-01-01T00:10:00+01:00', '2026-12-01', '2026-12-31'],
  ['lastMonth', '2028-03-31T12:00:00+02:00', '2028-02-01', '2028-02-29'],
  ['monthToDate', '2026-11-20T12:00:00+01:00', '2026-11-01', '2026-11-19'],
  ['monthToDate', '2026-12-02T07:00:00+01:00', '2026-11-01', '2026-11-30'],
  ['monthToDate', '2026-12-02T08:00:00+01:00', '2026-12-01', '2026-12-01'],
])('%s at %s is %s to %s, and a hint says so', async (period, instant, from, to) => {
  const { dates, hints } = await askedAt(instant, { period });
  expect(dates).toEqual([from, to]);
  const said = from === to ? `of ${from}` : `from ${from} to ${to}`;
  expect(hints).toContain(`Sales ${said} were asked for (Europe/Oslo).`);
});

test.each(['Pacific/Kiritimati', 'America/Los_Angeles'])(
  'periods are those of Oslo in a workflow of zone %s',
  async (zone) => {
    for (const [instant, yesterday, latest] of [
      [EVENING, '2026-11-19', '2026-11-18'],
      [MORNING, '2026-11-19', '2026-11-19'],
    ] as const) {
      expect((await askedAt(instant, { period: 'yesterday' }, zone)).dates[1]).toBe(yesterday);
      expect((await askedAt(instant, { period: 'last7Days' }, zone)).dates[1]).toBe(latest);
    }
  },
);

test.each<[string, INodeParameters, boolean]>([
  ['07:00', { period: 'yesterday' }, true],
  ['07:45', { period: 'yesterday' }, false],
  ['12:00', { period: 'custom', toSalesDate: '2026-11-20' }, true],
  ['12:00', { period: 'custom', fromSalesDate: '2026-11-20' }, true],
  ['12:00', { period: 'custom', fromSalesDate: '2026-11-19' }, false],
])('at %s, with %o, sales that may be missing are told of: %s', async (time, parameters, isTold) => {
  const { hints } = await askedAt(`2026-11-20T${time}:00+01:00`, parameters);
  const latest = time === '07:00' ? '2026-11-18' : '2026-11-19';
  const sentence = `Sales after ${latest} may be missing: a day's sales are available from about 07:45 (Europe/Oslo) the next day.`;
  expect(hints.filter((hint) => hint.includes('may be missing'))).toEqual(isTold ? [sentence] : []);
});

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
