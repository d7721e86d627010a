import { PageDriftError, type SalesRow } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ExportStopped, writeSales } from '../../../../shared/cli/salesExport.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import { MemoryDisk } from '../../../support/shared/cli/memoryDisk.ts';
import {
  exportOf,
  JOURNAL,
  type MemoryServiceOptions,
  OUT,
  PART,
  someSales,
} from '../../../support/shared/cli/memoryExport.ts';
import { rejection } from '../../../support/testClient.ts';

const rows = someSales();

/** A disk on which an export stopped after 21 of its 48 sales. */
async function stopped({ total }: MemoryServiceOptions = {}): Promise<MemoryDisk> {
  const disk = new MemoryDisk();
  const client = createMemoryClient((request, number) => {
    if (number === 3) throw new Error('the service went away');
    const headers = { 'x-total-count': String(total) };
    return { data: nested(pageOf(rows, request)), ...(total === undefined ? {} : { headers }) };
  });
  const error = await rejection(writeSales(exportOf(rows, disk, { client })));
  if (!(error instanceof ExportStopped)) throw error;
  expect(error.kept).toBe(21);
  return disk;
}

function reasonOf(error: unknown): string {
  const reason = error instanceof ExportStopped ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}

async function refusal(now: readonly SalesRow[], disk: MemoryDisk): Promise<string> {
  return reasonOf(await rejection(writeSales(exportOf(now, disk))));
}

describe('data that changed between two runs', () => {
  const moved =
    /the sale of 2026-11-17, store 2, product 1, which was written last, has moved; add --restart/;
  test('a sale that came in before the last one written is refused', async () => {
    expect(await refusal([saleOf(15, 9, 9), ...rows], await stopped())).toMatch(moved);
  });

  test('a sale that went before the last one written is refused', async () => {
    expect(await refusal(rows.slice(1), await stopped())).toMatch(moved);
  });

  test('a last sale whose figures were corrected is the same sale: the export goes on behind it', async () => {
    const disk = await stopped();
    const corrected = rows.map((row, index) => (index === 20 ? { ...row, salesQuantity: 9 } : row));
    expect(await writeSales(exportOf(corrected, disk))).toMatchObject({ rows: 48 });
    const undisturbed = new MemoryDisk();
    await writeSales(exportOf(rows, undisturbed));
    expect(disk.content(OUT)?.toString()).toBe(undisturbed.content(OUT)?.toString());
  });

  test('so few sales that the last one written is beyond the end are refused', async () => {
    expect(await refusal(rows.slice(0, 20), await stopped())).toMatch(moved);
  });

  test.each<[string, readonly SalesRow[], number]>([
    ['counts a sale that came behind it', [...rows, saleOf(18, 9, 9)], 49],
    ['counts days', rows, 3],
  ])('another total alone is no change: one that %s', async (_, now, total) => {
    const disk = await stopped({ total: rows.length });
    expect(await writeSales(exportOf(now, disk, { total }))).toMatchObject({ rows: now.length });
  });

  test('each refusal leaves everything as it was, and --restart writes what is true now', async () => {
    const disk = await stopped();
    const part = disk.content(PART)?.toString();
    const now = rows.slice(1);
    await refusal(now, disk);
    await refusal(now, disk);
    expect(disk.content(PART)?.toString()).toBe(part);
    expect(await writeSales(exportOf(now, disk, { restart: true }))).toMatchObject({ rows: 47 });
    expect(disk.names()).toEqual([OUT]);
  });
});

test('data that changes within a run marks what was written, so that nobody goes on from it', async () => {
  const disk = new MemoryDisk();
  const client = createMemoryClient((request, number) => ({
    data: nested(pageOf(number < 2 ? rows : [saleOf(15, 9, 9), ...rows], request)),
  }));
  const error = await rejection(writeSales(exportOf(rows, disk, { client })));
  expect(error).toMatchObject({ cause: expect.any(PageDriftError) });
  expect(await refusal(rows, disk)).toContain('cannot be gone on from; add --restart to begin anew.');
});

describe('a part file or journal that does not fit is refused with the way to begin anew', () => {
  test.each<[string, (disk: MemoryDisk) => void]>([
    ['a journal that is not JSON', (disk) => disk.put(JOURNAL, '{')],
    ['a journal of another kind', (disk) => disk.put(JOURNAL, '{"version":2}')],
    ['a part file that is shorter', (disk) => disk.put(PART, disk.content(PART)?.subarray(0, -1) ?? '')],
    [
      'a part file that ends in another sale',
      (disk) => disk.put(PART, 'x'.repeat(disk.content(PART)?.length ?? 0)),
    ],
    ['a part file that is gone', (disk) => void disk.remove(PART)],
    ['a journal that is gone', (disk) => void disk.remove(JOURNAL)],
  ])('%s', async (_, damage) => {
    const disk = await stopped();
    damage(disk);
    expect(await refusal(rows, disk)).toMatch(/; add --restart to begin anew/);
    expect(await writeSales(exportOf(rows, disk, { restart: true }))).toMatchObject({ rows: 48 });
    expect(disk.names()).toEqual([OUT]);
  });
});

test('what was written behind the last checkpoint is cut off', async () => {
  const disk = await stopped();
  disk.put(
    PART,
    Buffer.concat([disk.content(PART) ?? Buffer.alloc(0), Buffer.alloc(100_000, '2026-11-17,2,2,0.7')]),
  );
  await writeSales(exportOf(rows, disk));
  const undisturbed = new MemoryDisk();
  await writeSales(exportOf(rows, undisturbed));
  expect(disk.content(OUT)?.toString()).toBe(undisturbed.content(OUT)?.toString());
});

test('a file that took the final name meanwhile is not replaced, and nothing is read again once it may be', async () => {
  const disk = new MemoryDisk();
  const plan = exportOf(rows, disk, {
    progress: { begin: () => disk.put(OUT, 'mine'), report() {}, wait() {}, end() {} },
  });
  expect(reasonOf(await rejection(writeSales(plan)))).toBe(
    'sales.csv is there already; add --overwrite to replace it.',
  );
  expect(disk.content(OUT)?.toString()).toBe('mine');
  const client = createMemoryClient(() => {
    throw new Error('nothing is to be asked');
  });
  expect(await writeSales(exportOf(rows, disk, { client, overwrite: true }))).toMatchObject({
    rows: 48,
    wasComplete: true,
  });
  expect(disk.names()).toEqual([OUT]);
});
