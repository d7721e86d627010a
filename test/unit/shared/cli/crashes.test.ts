import { describe, expect, test } from 'vitest';
import { ExportStopped, exportSales } from '../../../../shared/cli/sales/exportSales.ts';
import {
  clientOf,
  csvOf,
  DAYS,
  exportOf,
  fileOf,
  MANIFEST,
  OUT,
  ROOT,
  someSales,
} from '../../../support/shared/cli/memoryExport.ts';
import { Dead, MemoryFileSystem, MOMENTS, SURVIVALS } from '../../../support/shared/cli/memoryFileSystem.ts';

const rows = someSales().filter(({ storeId }) => Number(storeId) <= 2);
const whole = csvOf(rows);
const DAY_FILES = DAYS.map(fileOf);
const contentOfDay = new Map(
  DAYS.map((day) => [fileOf(day), csvOf(rows.filter(({ salesDate }) => salesDate === day))]),
);

/** A run with fewer cannot write its manifest and one more day, or join what is there. */
const LEAST_STEPS = { file: 34, folder: 20 };

type Kind = 'file' | 'folder';

/** True when the program came to its end, false when it died on the way. */
async function run(fileSystem: MemoryFileSystem, kind: Kind, overwrite = false): Promise<boolean> {
  try {
    const file = kind === 'file' ? { overwrite } : { file: undefined };
    await exportSales(exportOf(rows, fileSystem, { ...file, pageSize: undefined }));
    return true;
  } catch (error) {
    if (error instanceof Dead || (error instanceof ExportStopped && error.cause instanceof Dead))
      return false;
    throw error;
  }
}

/** Whatever has its final name is whole. */
function expectNothingHalf(fileSystem: MemoryFileSystem, when: string): void {
  for (const name of fileSystem.names()) {
    if (name === OUT) expect(fileSystem.content(OUT), when).toBe(whole);
    if (contentOfDay.has(name)) expect(fileSystem.content(name), when).toBe(contentOfDay.get(name));
  }
}

function expectWhole(fileSystem: MemoryFileSystem, kind: Kind, when: string): void {
  expectNothingHalf(fileSystem, when);
  const wanted = kind === 'file' ? [OUT] : [...DAY_FILES, MANIFEST];
  const found = fileSystem.names().filter((name) => fileSystem.content(name) !== undefined);
  expect(found, when).toEqual(wanted);
}

/** Goes on until all is there. A file that has its name already needs leave to be written once more. */
function goOn(fileSystem: MemoryFileSystem, kind: Kind): Promise<boolean> {
  return run(fileSystem, kind, fileSystem.content(OUT) !== undefined);
}

describe.each(['file', 'folder'] as const)('into a %s', (kind) => {
  test('an export that nothing disturbs is whole, and a loss of power takes nothing away', async () => {
    const fileSystem = new MemoryFileSystem(ROOT);
    await run(fileSystem, kind);
    expectWhole(fileSystem, kind, 'undisturbed');
    const afterwards = fileSystem.afterwards('powerLost');
    expectNothingHalf(afterwards, 'without power');
    expect(afterwards.names()).toEqual(expect.arrayContaining(kind === 'file' ? [OUT] : DAY_FILES));
  });

  describe.each(SURVIVALS)('%s', (survival) => {
    test.each(MOMENTS)(
      '%s any step: nothing is half there, and the next run gives the same',
      async (moment) => {
        const undisturbed = new MemoryFileSystem(ROOT);
        await run(undisturbed, kind);
        expect(undisturbed.steps).toBeGreaterThan(30);
        for (let step = 1; step <= undisturbed.steps; step += 1) {
          const dying = new MemoryFileSystem(ROOT, step, moment);
          expect(await run(dying, kind)).toBe(false);
          const left = dying.afterwards(survival);
          expectNothingHalf(left, `after step ${step}`);
          expect(await goOn(left, kind)).toBe(true);
          expectWhole(left, kind, `after step ${step}`);
        }
      },
    );

    test('again and again: it comes to its end with the same bytes', async () => {
      const undisturbed = new MemoryFileSystem(ROOT);
      await run(undisturbed, kind);
      for (let life = LEAST_STEPS[kind]; life < undisturbed.steps; life += 1) {
        let fileSystem = new MemoryFileSystem(ROOT, life, 'halfway');
        let lives = 1;
        while (!(await run(fileSystem, kind))) {
          fileSystem = fileSystem.afterwards(survival, life, 'halfway');
          expectNothingHalf(fileSystem, `life ${lives} of ${life} steps`);
          lives += 1;
          expect(lives).toBeLessThan(40);
          // The file was whole and had its name before the end came; only its days were left to remove.
          if (fileSystem.content(OUT) !== undefined) break;
        }
        fileSystem = fileSystem.afterwards('killed');
        await goOn(fileSystem, kind);
        expect(lives).toBeGreaterThan(1);
        expectWhole(fileSystem, kind, `lives of ${life} steps`);
      }
    });
  });
});

test('only the days that are not whole yet are read', async () => {
  const undisturbed = new MemoryFileSystem(ROOT);
  await run(undisturbed, 'folder');
  const dying = new MemoryFileSystem(ROOT, undisturbed.steps - 6, 'before');
  await run(dying, 'folder');
  const { client, asked } = clientOf(rows);
  const result = await exportSales(exportOf(rows, dying.afterwards('powerLost'), { client }));
  expect(new Set(asked)).toEqual(new Set(['2026-11-18']));
  expect(result).toMatchObject({ daysKept: 2, rows: 8 });
});
