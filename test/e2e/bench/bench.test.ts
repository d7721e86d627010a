import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, openBench, type Runs } from '../../../bench/bench.ts';
import type { Run } from '../../../bench/contender.ts';
import { CONTENDERS, chooseContenders } from '../../../bench/contenders.ts';
import { spreadOf } from '../../../bench/figures.ts';
import { judge } from '../../../bench/goals.ts';
import { goalTable, resultTable } from '../../../bench/report.ts';
import { makeBody } from '../../../bench/service/bodies.ts';
import { LAYOUTS } from '../../../bench/service/layouts.ts';
import { differenceOf, emptyTally } from '../../../bench/tally.ts';

/** More rows than stores, so that stores differ in length; few enough to be quick. Nothing here judges speed. */
const TINY = { sales: 2_500, stock: 300 };

describe('the bench, on tiny bodies', () => {
  let bench: Bench;
  let runs: Runs;

  beforeAll(async () => {
    bench = await openBench({ contenders: CONTENDERS, size: TINY, runs: 1, onStep: () => {} });
    runs = await bench.runAll();
  });
  afterAll(async () => {
    await bench.close();
  });

  const whole = CONTENDERS.filter(({ name, body }) => name !== 'discard' && body !== 'stock');

  test.each(whole.map(({ title, name }) => ({ title, name })))(
    '$title counts every row, item and millilitre',
    ({ name }) => {
      const { rows, quantity, millilitres } = onlyRun(runs, name).counted;
      const reference = onlyRun(runs, 'json').counted;
      expect({ rows, quantity, millilitres }).toEqual({
        rows: TINY.sales,
        quantity: reference.quantity,
        millilitres: reference.millilitres,
      });
      expect(millilitres).toBeGreaterThan(0);
    },
  );

  test('both readers of stock count every product and unit', () => {
    expect(onlyRun(runs, 'stock').counted).toEqual(onlyRun(runs, 'stock-json').counted);
    expect(onlyRun(runs, 'stock').counted.rows).toBe(TINY.stock);
  });

  test('the contender that throws the bytes away received them all', () => {
    expect(onlyRun(runs, 'discard').counted).toEqual({ ...emptyTally(), bytes: bench.written.plain?.bytes });
  });

  test('every run has a time, a peak and a stall', () => {
    for (const { name } of CONTENDERS) {
      const { wallMs, cpuMs, peakMb, stallMs } = onlyRun(runs, name);
      expect(Math.min(wallMs, cpuMs, stallMs), name).toBeGreaterThan(0);
      expect(peakMb, name).toBeGreaterThan(20);
    }
  });

  test('prints a line for each contender and a verdict for each goal', () => {
    const table = resultTable(CONTENDERS, runs);
    for (const { title } of CONTENDERS) expect(table).toContain(title);
    expect(goalTable(judge(runs))).not.toContain('not measured');
  });

  test('says whether a small heap was enough', async () => {
    const [, contender] = chooseContenders(['batches']);
    if (contender === undefined) throw new Error('no contender');
    expect(await bench.runInHeap(contender, 64)).toMatchObject({
      finished: true,
      run: { counted: { rows: TINY.sales } },
    });
  });
});

describe('the bodies of the bench', () => {
  test.each(['plain', 'pretty', 'shuffled', 'deviating'] as const)(
    '%s is JSON with the figures it says',
    async (name) => {
      const plain = JSON.parse(await textOf('plain'));
      expect(JSON.parse(await textOf(name))).toEqual(plain);
      expect((await makeBody(name, TINY)).written).toMatchObject({ rows: TINY.sales });
    },
  );

  test('the pretty one is what JSON.stringify would write, but for the zeros at the end of volumes', async () => {
    const text = await textOf('pretty');
    expect(text.replaceAll(/(\.\d*?)0+,$/gm, '$1,').replaceAll('.,', ',')).toBe(
      JSON.stringify(JSON.parse(text), null, 2),
    );
  });

  test('in the deviating one hardly a row has the form of another', async () => {
    const rows = (await textOf('deviating')).match(/\{\s*"productId"[^}]*\}\s*\}/g) ?? [];
    const forms = new Set(rows.map((row) => row.replaceAll(/"[\d\\u:-]+"|-?\d+(\.\d+)?/g, '_')));
    expect(rows).toHaveLength(TINY.sales);
    expect(forms.size).toBeGreaterThan(0.99 * rows.length);
    expect(rows.filter((row) => row.includes('\\u003')).length).toBeGreaterThan(0.4 * rows.length);
  });

  test('the shuffled one has its fields in every order', async () => {
    const layout = LAYOUTS.shuffled();
    const sale = { productId: '1', volume: '0.750', millilitres: 750, quantity: 1, date: 'd', time: 't' };
    const orders = new Set(Array.from({ length: 2_000 }, () => layout.row(sale)));
    expect(orders.size).toBe(24 * 2);
  });
});

describe('what the bench makes of its runs', () => {
  test('takes the median, the least and the most', () => {
    const runs = [5, 1, 3].map((wallMs) => ({ ...NO_RUN, wallMs }));
    expect(spreadOf(runs, 'wallMs')).toEqual({ median: 3, least: 1, most: 5 });
    expect(spreadOf(runs.slice(1), 'wallMs')).toEqual({ median: 2, least: 1, most: 3 });
    expect(spreadOf([], 'wallMs')).toBeUndefined();
  });

  test('meets a goal at its limit, misses it above, and does not judge what was not measured', () => {
    const runs = new Map([
      ['json', [{ ...NO_RUN, wallMs: 100, peakMb: 600 }]],
      ['batches', [{ ...NO_RUN, wallMs: 45, peakMb: 151 }]],
    ]);
    const verdicts = new Map(judge(runs).map((verdict) => [verdict.goal.title, verdict]));
    expect(verdicts.get('wall, batches')).toMatchObject({ measured: 0.45, met: true });
    expect(verdicts.get('peak memory, batches (MB)')).toMatchObject({ measured: 151, met: false });
    expect(verdicts.get('wall, stock')).toMatchObject({ measured: undefined, met: false });
  });

  test('refuses a count that is off by one row, item, millilitre or byte', () => {
    const written = { rows: 3, quantity: 12, millilitres: 9_000, bytes: 351 };
    expect(differenceOf({ ...written, bytes: 0 }, written)).toBeUndefined();
    expect(differenceOf({ ...emptyTally(), bytes: 351 }, written)).toBeUndefined();
    for (const field of ['rows', 'quantity', 'millilitres'] as const) {
      const counted = { ...written, bytes: 0, [field]: written[field] - 1 };
      expect(differenceOf(counted, written)).toContain('it counted');
    }
    expect(differenceOf({ ...emptyTally(), bytes: 350 }, written)).toContain('350');
    expect(differenceOf(emptyTally(), written)).toContain('it counted');
  });

  test('brings the reference of a contender along, and refuses a name that is none', () => {
    expect(chooseContenders(['gzip']).map(({ name }) => name)).toEqual(['gzip-json', 'gzip']);
    expect(() => chooseContenders(['nothing'])).toThrow('There is no contender "nothing".');
  });
});

const NO_RUN: Run = { counted: emptyTally(), wallMs: 0, cpuMs: 0, peakMb: 0, stallMs: 0 };

function onlyRun(runs: Runs, name: string): Run {
  const [run, ...others] = runs.get(name) ?? [];
  if (run === undefined || others.length > 0) throw new Error(`${name} did not run exactly once.`);
  return run;
}

async function textOf(name: 'plain' | 'pretty' | 'shuffled' | 'deviating'): Promise<string> {
  return Buffer.concat((await makeBody(name, TINY)).pieces).toString('utf8');
}
