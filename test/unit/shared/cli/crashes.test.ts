import { CSV_STYLE, salesHead, salesLines } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { ExportStopped, writeSales } from '../../../../shared/cli/salesExport.ts';
import { Dead, MemoryDisk, MOMENTS, SURVIVALS } from '../../../support/shared/cli/memoryDisk.ts';
import { exportOf, OUT, someSales } from '../../../support/shared/cli/memoryExport.ts';

const rows = someSales();
const style = CSV_STYLE.international;
const whole = salesHead('csv', style) + salesLines(rows, 'csv', style);

/** True when the program came to its end, false when it died on the way. */
async function run(disk: MemoryDisk, checkpointBytes: number): Promise<boolean> {
  try {
    await writeSales(exportOf(rows, disk, { checkpointBytes }));
    return true;
  } catch (error) {
    if (error instanceof Dead || (error instanceof ExportStopped && error.cause instanceof Dead))
      return false;
    throw error;
  }
}

function expectWhole(disk: MemoryDisk, when: string): void {
  expect(disk.content(OUT)?.toString(), when).toBe(whole);
  expect(disk.names(), when).toEqual([OUT]);
}

test.each([1, 900])(
  'an export that nothing disturbs is whole, with checkpoints every %d bytes',
  async (bytes) => {
    const disk = new MemoryDisk();
    await run(disk, bytes);
    expectWhole(disk, 'undisturbed');
    expect(disk.afterwards('powerLost').content(OUT)?.toString()).toBe(whole);
  },
);

describe.each(SURVIVALS)('%s', (survival) => {
  test.each(MOMENTS)('%s any step: the next run gives the same bytes', async (moment) => {
    for (const checkpointBytes of [1, 900]) {
      const undisturbed = new MemoryDisk();
      await run(undisturbed, checkpointBytes);
      expect(undisturbed.steps).toBeGreaterThan(30);
      for (let step = 1; step <= undisturbed.steps; step += 1) {
        const dying = new MemoryDisk(step, moment);
        const ended = await run(dying, checkpointBytes);
        expect(ended).toBe(false);
        const disk = dying.afterwards(survival);
        // Where the name was durable before the end came, there is nothing left to do but to say so.
        const isThere = disk.names().join() === OUT;
        if (!isThere) await run(disk, checkpointBytes);
        expectWhole(disk, `after step ${step}`);
      }
    }
  });

  test('again and again: it comes to its end with the same bytes', async () => {
    for (let life = 24; life <= 40; life += 1) {
      let disk = new MemoryDisk(life, 'halfway');
      let lives = 1;
      while (!(await run(disk, 1))) {
        disk = disk.afterwards(survival, life, 'halfway');
        lives += 1;
        expect(lives).toBeLessThan(40);
        if (disk.names().join() === OUT) break;
      }
      expect(lives).toBeGreaterThan(1);
      expectWhole(disk, `lives of ${life} steps`);
    }
  });
});

test('goes on behind the last checkpoint instead of reading all again', async () => {
  const undisturbed = new MemoryDisk();
  await run(undisturbed, 1);
  const dying = new MemoryDisk(undisturbed.steps - 12, 'before');
  await run(dying, 1);
  const starts: (number | undefined)[] = [];
  const plan = exportOf(rows, dying.afterwards('powerLost'));
  await writeSales({
    ...plan,
    client: {
      ...plan.client,
      dailySales(filter, options) {
        starts.push(options?.startAt);
        return plan.client.dailySales(filter, options);
      },
    },
  });
  expect(starts).toHaveLength(1);
  expect(starts[0]).toBeGreaterThan(rows.length / 2);
});
