import { mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Example, readExample } from '../../../tools/n8n/exampleFile.ts';
import { idOf, storedExample } from '../../../tools/n8n/examples.ts';
import {
  changedSince,
  correctionsSince,
  coverOf,
  saleKey,
  salesInFile,
} from '../../support/workflows/expected.ts';
import { lookingOften, postingTo } from '../../support/workflows/outside.ts';
import { DAILY_EXAMPLES } from '../../support/workflows/starts.ts';
import { type ActiveServer, openActiveServer } from './activeServer.ts';
import { openExampleDatabase, POSTGRES } from './exampleDatabase.ts';

const [FILES, SALES, STOCK, COVER] = DAILY_EXAMPLES;
/** A Tuesday. */
const FIRST_DAY = '2026-11-17';
/** The folder that the example of files is delivered with. */
const FOLDER = '/home/node/.n8n-files';

let n8n: ActiveServer;
let database: Awaited<ReturnType<typeof openExampleDatabase>>;
let folder: string;
beforeAll(async () => {
  database = await openExampleDatabase();
  n8n = await openActiveServer(FIRST_DAY, {
    credentials: [database.credential],
    examples: ({ world, inbox }) => {
      folder = join(world.folder.path, 'sales');
      mkdirSync(folder);
      const filed: Example = JSON.parse(JSON.stringify(readExample(FILES)).replaceAll(FOLDER, folder));
      const examples = [
        [FILES, filed],
        [SALES, readExample(SALES)],
        [STOCK, readExample(STOCK)],
        [COVER, postingTo(readExample(COVER), `${inbox.url}/${COVER}`)],
      ] as const;
      return examples.map(([file, example]) =>
        storedExample(idOf(file), lookingOften(example), { postgres: POSTGRES }),
      );
    },
  });
});
afterAll(async () => {
  await n8n?.close();
  await database?.close();
});

const truth = () => n8n.world.sandbox.truth;
const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
const nextRuns = () => Promise.all(DAILY_EXAMPLES.map((file) => n8n.nextRun(file)));

/** The two files of a sales date, as they must be now. */
function expectFilesOf(date: string): void {
  const read = (name: string) => salesInFile(readFileSync(join(folder, name), 'utf8'));
  const sales = truth().sales(date, date);
  expect(sales.length).toBeGreaterThan(0);
  expect(read(`daily-sales_${date}.csv`)).toEqual(sales.map(saleKey));
  const corrections = correctionsSince(truth(), date, daysBefore(date, 7));
  expect(corrections.length).toBeGreaterThan(0);
  const files = readdirSync(folder).filter((name) => name.startsWith(`corrections_${date}_of_`));
  expect(files.flatMap(read).toSorted()).toEqual(corrections.map(saleKey).toSorted());
}

/** The files there are, those of corrections without the sales dates that each is of. */
const datesWithFiles = () => [
  ...new Set(readdirSync(folder).map((name) => name.replace(/(_of_.*)?\.csv$/, ''))),
];
const filesOf = (...dates: readonly string[]) =>
  ['corrections', 'daily-sales'].flatMap((kind) => dates.map((date) => `${kind}_${date}`));

async function salesRows(): Promise<string[]> {
  const { rows } = await database.client.query(
    'select sales_date::text, store_id, product_id, (sales_volume * 1000)::int, sales_quantity::float8, last_changed_date::text, last_changed_time from daily_sales',
  );
  return rows.map((row) => Object.values(Object(row)).join(' ')).toSorted();
}

/** The sales that all runs together have fetched, each as it is now. */
function salesNow(): string[] {
  return changedSince(truth(), truth().latestSalesDate(), daysBefore(FIRST_DAY, 8))
    .map((sale) =>
      [
        sale.salesDate,
        sale.storeId,
        sale.productId,
        sale.millilitres,
        sale.salesQuantity,
        sale.lastChangedDate,
        sale.lastChangedTime,
      ].join(' '),
    )
    .toSorted();
}

async function stockRows(): Promise<string[]> {
  const { rows } = await database.client.query(
    'select stock_date::text, product_id, stock, stores_with_stock from stock_history',
  );
  return rows.map((row) => Object.values(Object(row)).join(' ')).toSorted();
}

function stockNow(day: string): string[] {
  return truth()
    .stock()
    .map(({ productId, stock, numberOfStoresWithStock }) =>
      [day, productId, stock, numberOfStoresWithStock].join(' '),
    );
}

/** The message of a day. */
function coverNow(day: string): string {
  const covers = coverOf(truth(), daysBefore(day, 28), daysBefore(day, 1));
  const short = [...covers]
    .filter(([, { days }]) => days < 14)
    .toSorted(([, one], [, other]) => one.days - other.days || other.perDay - one.perDay);
  expect(short.length).toBeGreaterThan(20);
  return [
    `*Less than 14 days of cover: ${short.length} of ${covers.size} products*`,
    ...short.slice(0, 20).map(([productId, { stock, perDay, days }]) => {
      const whole = Math.floor(days);
      return `• Product ${productId}: ${whole} ${whole === 1 ? 'day' : 'days'} (${stock} in stock, ${perDay.toFixed(1)} sold a day)`;
    }),
    `… and ${short.length - 20} more`,
  ].join('\n');
}

const messages = () => n8n.inbox.take(COVER).map(({ text }) => text);

/** Refuses or takes what the examples write and post. */
async function refuse(refuses: boolean): Promise<void> {
  n8n.inbox.refuse(COVER, refuses);
  const away = `${folder}-away`;
  if (refuses) renameSync(folder, away);
  else renameSync(away, folder);
  for (const table of ['daily_sales', 'stock_history'])
    await database.client.query(
      refuses
        ? `alter table ${table} add constraint refused check (false) not valid`
        : `alter table ${table} drop constraint refused`,
    );
}

const stock: string[] = [];
let firstSales: readonly string[];

test('the first day: files, rows and a message of that day', async () => {
  for (const file of DAILY_EXAMPLES) await n8n.activate(file);
  expect(await nextRuns()).toEqual(['success', 'success', 'success', 'success']);
  expectFilesOf('2026-11-16');
  firstSales = await salesRows();
  expect(firstSales).toEqual(salesNow());
  stock.push(...stockNow(FIRST_DAY));
  expect(await stockRows()).toEqual(stock.toSorted());
  expect(messages()).toEqual([coverNow(FIRST_DAY)]);
});

test('a day on which all is refused: a retry writes its files and its stock', async () => {
  await refuse(true);
  n8n.goTo('2026-11-18');
  expect(await nextRuns()).toEqual(['error', 'error', 'error', 'error']);
  await refuse(false);
  expect(datesWithFiles().toSorted()).toEqual(filesOf('2026-11-16'));
  expect(await salesRows()).toEqual(firstSales);
  expect(await stockRows()).toEqual(stock.toSorted());
  expect(messages()).toEqual([]);

  expect(await n8n.retry(FILES)).toBe('success');
  expectFilesOf('2026-11-17');
  expect(await n8n.retry(STOCK)).toBe('success');
  stock.push(...stockNow('2026-11-18'));
  expect(await stockRows()).toEqual(stock.toSorted());
});

test('the day after: the sales of the refused day are there too, and corrected ones overwritten', async () => {
  n8n.goTo('2026-11-19');
  expect(await nextRuns()).toEqual(['success', 'success', 'success', 'success']);
  expectFilesOf('2026-11-18');
  const sales = await salesRows();
  expect(sales).toEqual(salesNow());
  expect(sales.filter((row) => row.startsWith('2026-11-17')).length).toBeGreaterThan(0);
  expect(firstSales.filter((row) => !sales.includes(row)).length).toBeGreaterThan(0);
  stock.push(...stockNow('2026-11-19'));
  expect(await stockRows()).toEqual(stock.toSorted());
  expect(messages()).toEqual([coverNow('2026-11-19')]);
});

test('after a day on which n8n was down: its sales arrive late, its stock never', async () => {
  n8n.goTo('2026-11-21');
  expect(await nextRuns()).toEqual(['success', 'success', 'success', 'success']);
  expectFilesOf('2026-11-19');
  expectFilesOf('2026-11-20');
  const dates = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
  expect(datesWithFiles().toSorted()).toEqual(filesOf(...dates));
  expect(await salesRows()).toEqual(salesNow());
  stock.push(...stockNow('2026-11-21'));
  expect(await stockRows()).toEqual(stock.toSorted());
  expect(messages()).toEqual([coverNow('2026-11-21')]);
});
