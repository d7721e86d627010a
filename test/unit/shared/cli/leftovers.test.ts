import { PageDriftError, type RetailDataClient, RowStream, type SalesRow } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ExportStopped, exportSales } from '../../../../shared/cli/sales/exportSales.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import {
  clientOf,
  csvOf,
  DAYS,
  exportOf,
  FOLDER,
  fileOf,
  MANIFEST,
  OUT,
  ROOT,
  silence,
  someSales,
} from '../../../support/shared/cli/memoryExport.ts';
import { MemoryFileSystem } from '../../../support/shared/cli/memoryFileSystem.ts';
import { rejection } from '../../../support/testClient.ts';

const rows = someSales();
const [MONDAY = '', TUESDAY = '', WEDNESDAY = ''] = DAYS;

function salesOf(day: string, of: readonly SalesRow[] = rows): readonly SalesRow[] {
  return of.filter(({ salesDate }) => salesDate === day);
}

/** Files of an export that stopped in its second day. */
async function stopped(): Promise<MemoryFileSystem> {
  const fileSystem = new MemoryFileSystem(ROOT);
  const error = await rejection(
    exportSales(exportOf(rows, fileSystem, { client: clientOf(rows, 5).client })),
  );
  if (!(error instanceof ExportStopped)) throw error;
  expect(error.days).toBe(1);
  expect(fileSystem.names()).toEqual([FOLDER, fileOf(MONDAY), MANIFEST]);
  return fileSystem;
}

function messageOf(error: unknown): string {
  const reason = error instanceof ExportStopped ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

async function refusal(fileSystem: MemoryFileSystem, plan: Parameters<typeof exportOf>[2] = {}) {
  return messageOf(await rejection(exportSales(exportOf(rows, fileSystem, plan))));
}

describe('data that changed between two runs', () => {
  test.each<[string, readonly SalesRow[]]>([
    ['a sale that came in before the place that was reached', [saleOf(16, 0, 9), ...rows]],
    ['a sale that went from there', rows.slice(1)],
    ['a sale that was corrected', rows.map((row, at) => (at === 3 ? { ...row, salesQuantity: 9 } : row))],
    ['a sale more in the day that was broken off', [...salesOf(MONDAY), saleOf(17, 0, 9), ...rows.slice(16)]],
  ])('%s costs no sale of another day and gives none twice', async (_, now) => {
    const fileSystem = await stopped();
    await exportSales(exportOf(now, fileSystem));
    const expected = [...salesOf(MONDAY), ...salesOf(TUESDAY, now), ...salesOf(WEDNESDAY, now)];
    expect(fileSystem.content(OUT)).toBe(csvOf(expected));
  });

  test('is read when days are read again', async () => {
    const fileSystem = await stopped();
    const now = [saleOf(16, 0, 9), ...rows];
    expect(await exportSales(exportOf(now, fileSystem, { again: true }))).toMatchObject({
      daysKept: 0,
      rows: 49,
    });
    expect(fileSystem.content(OUT)).toBe(csvOf(now));
  });
});

test('data that changes while a day is read leaves nothing of that day, and the next run reads it whole', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  const drifting = createMemoryClient((request, number) => ({
    data: nested(pageOf(number < 2 ? salesOf(MONDAY) : [saleOf(16, 0, 9), ...salesOf(MONDAY)], request)),
  }));
  const error = await rejection(exportSales(exportOf(rows, fileSystem, { client: drifting })));
  expect(error).toMatchObject({ days: 0, cause: expect.any(PageDriftError) });
  expect(fileSystem.names()).toEqual([FOLDER, MANIFEST]);
  await exportSales(exportOf(rows, fileSystem));
  expect(fileSystem.content(OUT)).toBe(csvOf(rows));
});

test('a sale of another day than the one asked for ends the export', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  const client = createMemoryClient((request) => ({ data: nested(pageOf(rows, request)) }));
  expect(await refusal(fileSystem, { client })).toMatch(
    /^Asked for 2026-11-16, the service gave a sale of 2026-11-17; npm run check-service/,
  );
  expect(fileSystem.names()).toEqual([FOLDER, MANIFEST]);
});

test('a day without sales is asked for again, since the service may not have had it yet', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  await exportSales(exportOf(salesOf(MONDAY), fileSystem, { file: undefined }));
  expect(fileSystem.content(fileOf(TUESDAY))).toBe(csvOf([]));
  const { client, asked } = clientOf(rows);
  expect(await exportSales(exportOf(rows, fileSystem, { file: undefined, client }))).toMatchObject({
    daysKept: 1,
  });
  expect(new Set(asked)).toEqual(new Set([TUESDAY, WEDNESDAY]));
  expect(fileSystem.content(fileOf(TUESDAY))).toBe(csvOf(salesOf(TUESDAY)));
});

describe('a day that does not fit is refused before anything is read, and --again replaces it', () => {
  const monday = csvOf(salesOf(MONDAY));
  test.each([
    ['cut off', monday.slice(0, -1)],
    ['of another day', csvOf(salesOf(TUESDAY))],
    ['in another style', monday.replaceAll(',', ';')],
    ['of zeros', '\0'.repeat(monday.length)],
    ['empty', ''],
  ])('%s', async (_, text) => {
    const fileSystem = await stopped();
    fileSystem.put(fileOf(MONDAY), text);
    const { client, asked } = clientOf(rows);
    expect(await refusal(fileSystem, { client })).toBe(
      '2026-11-16.csv in sales.csv.days is not a whole day of this export; move it away, or add --again to replace it.',
    );
    expect(asked).toEqual([]);
    await exportSales(exportOf(rows, fileSystem, { again: true }));
    expect(fileSystem.content(OUT)).toBe(csvOf(rows));
  });
});

describe('a folder that is not of this export is refused, and left as it is', () => {
  test.each<[string, (fileSystem: MemoryFileSystem) => unknown, RegExp]>([
    ['a manifest that is not JSON', (files) => files.put(MANIFEST, '{'), /^sales\.csv\.days is of another/],
    [
      'a manifest of another kind',
      (files) => files.put(MANIFEST, '{"version":2}'),
      /not one of this command/,
    ],
    ['no manifest', (files) => files.remove(MANIFEST), /has 2026-11-16\.csv in it but no export\.json/],
  ])('%s', async (_, damage, message) => {
    const fileSystem = await stopped();
    await damage(fileSystem);
    const before = fileSystem.names();
    expect(await refusal(fileSystem)).toMatch(message);
    expect(await refusal(fileSystem, { again: true, overwrite: true })).toMatch(message);
    expect(fileSystem.names()).toEqual(before);
  });
});

test('a second run at the same time cannot give a final name to what the first has half written, nor the reverse', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  const [firstIsHalfway, secondIsHalfway, firstEnded] = [1, 2, 3].map(() => Promise.withResolvers<void>());
  const start = (begun?: PromiseWithResolvers<void>, until?: PromiseWithResolvers<void>) => {
    const { client } = clientOf(rows);
    const dailySales: RetailDataClient['dailySales'] = ({ fromSalesDate: day = '' } = {}) =>
      new RowStream(async function* () {
        yield salesOf(day).slice(0, 8);
        begun?.resolve();
        await until?.promise;
        yield salesOf(day).slice(8);
      });
    return exportSales(exportOf(rows, fileSystem, { client: { ...client, dailySales }, file: undefined }));
  };
  const expectWholeDays = () => {
    for (const day of DAYS)
      expect([undefined, csvOf(salesOf(day))]).toContain(fileSystem.content(fileOf(day)));
  };
  const first = start(firstIsHalfway, secondIsHalfway);
  await firstIsHalfway?.promise;
  const second = start(secondIsHalfway, firstEnded);
  await Promise.allSettled([first]);
  expectWholeDays();
  firstEnded?.resolve();
  expect(await second).toMatchObject({ rows: 48 });
  expectWholeDays();
});

test.each([`${FOLDER}/notes.tmp`, `${FOLDER}/notes.txt`])(
  'a file that is not ours is left alone: %s',
  async (path) => {
    const fileSystem = await stopped();
    fileSystem.put(path, 'mine');
    await exportSales(exportOf(rows, fileSystem));
    expect(fileSystem.content(OUT)).toBe(csvOf(rows));
    expect(fileSystem.content(path)).toBe('mine');
    expect(fileSystem.names()).toEqual([OUT, FOLDER, path]);
  },
);

test('a disk that fails while the days are joined costs none of them', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  const { create } = fileSystem;
  fileSystem.create = async (path) => {
    const file = await create.call(fileSystem, path);
    const isJoined = path.startsWith(`${FOLDER}/sales.csv`);
    return isJoined ? { ...file, append: () => Promise.reject(new Error('the disk is full')) } : file;
  };
  expect(await refusal(fileSystem)).toBe('the disk is full');
  expect(fileSystem.names()).toEqual([FOLDER, ...DAYS.map(fileOf), MANIFEST]);
  fileSystem.create = create;
  const { client, asked } = clientOf(rows);
  await exportSales(exportOf(rows, fileSystem, { client }));
  expect(asked).toEqual([]);
  expect(fileSystem.content(OUT)).toBe(csvOf(rows));
});

test('a file that took the final name meanwhile is not replaced, and nothing is read again once it may be', async () => {
  const fileSystem = new MemoryFileSystem(ROOT);
  const progress = { ...silence, begin: () => fileSystem.put(OUT, 'mine') };
  expect(await refusal(fileSystem, { progress })).toBe(
    'sales.csv is there already; add --overwrite to replace it.',
  );
  expect(fileSystem.content(OUT)).toBe('mine');
  const { client, asked } = clientOf(rows);
  expect(await exportSales(exportOf(rows, fileSystem, { client, overwrite: true }))).toMatchObject({
    daysKept: 3,
    rows: 0,
  });
  expect(asked).toEqual([]);
  expect(fileSystem.names()).toEqual([OUT]);
  expect(fileSystem.content(OUT)).toBe(csvOf(rows));
});
