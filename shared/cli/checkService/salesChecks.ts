import { DAILY_SALES_CAP, dailySalesOperation } from '../../operations/dailySales.ts';
import { checkChangedSince, requireChange } from './changedSince.ts';
import { differs, type Finding, held, heldIf, Unclear, unclear } from './finding.ts';
import type { Answer, Parameters, Prober } from './prober.ts';
import { type SaleSeen, salesIn } from './records.ts';

const PATH = dailySalesOperation.path;
/** Enough sales for every question but the one about large pages. */
const SAMPLE = 300;
const PAGE = 20;
/** About 1.2 MB. */
const LARGE = 10_000;
/** Of fewer sales than this nothing can be said about large pages. */
const ENOUGH = 1_000;

/** The first sales of the last days on which there were any, and the query that gave them; others narrow that query. */
interface Sample {
  readonly base: Readonly<Record<string, string>>;
  readonly records: readonly unknown[];
  readonly sales: readonly SaleSeen[];
  readonly first: SaleSeen;
  /** What the service said to a question with a date, when it takes one only without. */
  readonly dateRefusal?: string;
}

/** @throws Unclear when there are no sales to judge from */
async function takeSample(prober: Prober): Promise<Sample> {
  const dated = await firstSales(prober, 14);
  if (dated.status === 400) {
    // When the same question without a date is answered, it was the form of the date that was refused.
    const undated = await prober.ask(PATH, { maxResults: SAMPLE });
    if (undated.records.length === 0) throw new Unclear(dated.why);
    return { ...sampleOf({}, undated), dateRefusal: dated.why };
  }
  for (const days of [14, 90]) {
    const { why, records } = await firstSales(prober, days);
    if (why !== '') throw new Unclear(why);
    if (records.length > 0) return sampleOf({ fromSalesDate: prober.daysAgo(days) }, { records });
  }
  throw new Unclear(`no sales since ${prober.daysAgo(90)}`);
}

function firstSales(prober: Prober, days: number): Promise<Answer> {
  return prober.ask(PATH, { fromSalesDate: prober.daysAgo(days), maxResults: SAMPLE });
}

function sampleOf(base: Sample['base'], { records }: Pick<Answer, 'records'>): Sample {
  const sales = salesIn(records);
  const [first] = sales;
  if (first === undefined) throw new Unclear('the days that came have no sales');
  return { base, records, sales, first };
}

async function readSales(
  prober: Prober,
  { base }: Sample,
  parameters: Parameters,
): Promise<readonly SaleSeen[]> {
  return salesIn((await prober.read(PATH, { ...base, ...parameters })).records);
}

export async function checkSalesDates(prober: Prober): Promise<Finding> {
  const { base, sales, first, dateRefusal } = await takeSample(prober);
  if (dateRefusal !== undefined) return differs(dateRefusal);
  const from = base.fromSalesDate ?? '';
  const earlier = sales.find(({ day }) => day < from);
  if (earlier !== undefined) return differs(`fromSalesDate=${from} gave sales of ${earlier.day}`);
  return held(`fromSalesDate=${from} is accepted, and the first sales are of ${first.day}`);
}

// Each end of both ranges is asked for on its own, so that one end cannot hide the other.

export async function checkRangeStart(prober: Prober): Promise<Finding> {
  return checkDateEnd(prober, 'fromSalesDate', (day, end) => day < end);
}

export async function checkRangeEnd(prober: Prober): Promise<Finding> {
  return checkDateEnd(prober, 'toSalesDate', (day, end) => day > end);
}

export async function checkStoreRangeStart(prober: Prober): Promise<Finding> {
  return checkStoreEnd(prober, 'fromStoreId', (store, end) => store < end);
}

export async function checkStoreRangeEnd(prober: Prober): Promise<Finding> {
  return checkStoreEnd(prober, 'toStoreId', (store, end) => store > end);
}

async function checkDateEnd(
  prober: Prober,
  parameter: string,
  isOutside: (day: string, end: string) => boolean,
): Promise<Finding> {
  const sample = await takeSample(prober);
  if (sample.dateRefusal !== undefined) throw new Unclear('the service refuses the date');
  const end = sample.first.day;
  const sales = await readSales(prober, sample, { [parameter]: end, maxResults: SAMPLE });
  const outside = sales.find(({ day }) => isOutside(day, end));
  return describeEnd(`${parameter}=${end}`, end, outside, sales.filter(({ day }) => day === end).length);
}

async function checkStoreEnd(
  prober: Prober,
  parameter: string,
  isOutside: (store: number, end: number) => boolean,
): Promise<Finding> {
  const sample = await takeSample(prober);
  const { day, storeId } = sample.first;
  if (!/^\d{1,9}$/.test(storeId)) throw new Unclear(`store id ${storeId} is no number`);
  const end = Number(storeId);
  const sales = await readSales(prober, sample, { [parameter]: end, maxResults: SAMPLE });
  const outside = sales.find((sale) => isOutside(Number(sale.storeId), end));
  const atEnd = sales.filter((sale) => sale.storeId === storeId && sale.day === day).length;
  return describeEnd(`${parameter}=${end}`, String(end), outside, atEnd);
}

function describeEnd(asked: string, end: string, outside: SaleSeen | undefined, atEnd: number): Finding {
  if (outside !== undefined) return differs(`${asked} gave ${outside.key}`);
  return heldIf(atEnd > 0, `${asked}: ${atEnd} sales of ${end} came`);
}

export async function checkSalesChangedSince(prober: Prober): Promise<Finding> {
  const sample = await takeSample(prober);
  const day = requireChange(sample.sales, 'sale');
  // The filter only takes sales away, so those that were on the first page are on it again.
  const after = await readSales(prober, sample, { changedSince: day, maxResults: SAMPLE });
  return checkChangedSince(day, sample.sales, after);
}

/** A page that begins in the middle of a store: whatever else `start` may count would show. */
async function readInnerPage(prober: Prober, sample: Sample) {
  const { sales } = sample;
  const start = sales.findIndex(({ storeId, day }, index) => {
    const before = sales[index - 1];
    return index >= 2 && storeId === before?.storeId && day === before.day;
  });
  if (start === -1) throw new Unclear('no store with several sales');
  return { start, came: await readSales(prober, sample, { start, maxResults: PAGE }) };
}

export async function checkSalesStart(prober: Prober): Promise<Finding> {
  const sample = await takeSample(prober);
  const { start, came } = await readInnerPage(prober, sample);
  const same = came.filter((sale, index) => sale.key === sample.sales[start + index]?.key).length;
  const compared = Math.min(came.length, sample.sales.length - start);
  const seen = `start=${start} in the middle of a store: ${same} of ${compared} sales as expected`;
  return heldIf(compared > 0 && same === compared, seen);
}

export async function checkSalesMaxResults(prober: Prober): Promise<Finding> {
  const { came } = await readInnerPage(prober, await takeSample(prober));
  const seen = `maxResults=${PAGE}: ${came.length} sales came`;
  if (came.length < PAGE) return unclear(`${seen}, perhaps all there are`);
  return heldIf(came.length === PAGE, seen);
}

function readLargePage(prober: Prober, { base }: Sample): Promise<Answer> {
  return prober.ask(PATH, { ...base, maxResults: LARGE });
}

export async function checkSalesCap(prober: Prober): Promise<Finding> {
  const sample = await takeSample(prober);
  const { why, records } = await readLargePage(prober, sample);
  if (why !== '') throw new Unclear(why);
  const came = salesIn(records).length;
  const seen = `maxResults=${LARGE}: ${came} sales came`;
  if (came >= LARGE) return held(seen);
  const next = await readSales(prober, sample, { start: came, maxResults: 1 });
  if (next.length > 0) return differs(`${seen}, and there are more`);
  return came >= ENOUGH
    ? held(`${seen}, all there are`)
    : unclear(`${seen}, all there are: too few to judge from`);
}

/** Asks for the largest page size, with a filter that keeps the answer small. */
export async function checkLargestMaxResults(prober: Prober): Promise<Finding> {
  const { base, sales } = await takeSample(prober);
  const productId = sales.find((sale) => /^[1-9]\d{0,8}$/.test(sale.productId))?.productId;
  if (productId === undefined) throw new Unclear('no product id without a leading zero');
  const answer = await prober.ask(PATH, { ...base, productId, maxResults: DAILY_SALES_CAP });
  if (answer.status === 400) return differs(answer.why);
  return answer.why === '' ? held('answered with 200') : unclear(answer.why);
}

/** The days of the largest page that the questions above bring; none when there are no sales. */
export async function salesRecords(prober: Prober): Promise<readonly unknown[]> {
  try {
    const sample = await takeSample(prober);
    const { records } = await readLargePage(prober, sample);
    return salesIn(records).length > sample.sales.length ? records : sample.records;
  } catch (error) {
    if (error instanceof Unclear) return [];
    throw error;
  }
}

export async function checkQuantities(prober: Prober): Promise<Finding> {
  const sales = salesIn(await salesRecords(prober));
  return checkNumbers(
    sales.map(({ quantity }) => quantity),
    Number.isInteger,
  );
}

export async function checkVolumes(prober: Prober): Promise<Finding> {
  const sales = salesIn(await salesRecords(prober));
  return checkNumbers(
    sales.map(({ volume }) => volume),
    (litres) => Math.abs(litres * 1000 - Math.round(litres * 1000)) < 1e-6,
  );
}

function checkNumbers(values: readonly unknown[], isExpected: (value: number) => boolean): Finding {
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === 0) throw new Unclear('no number to judge from');
  const odd = numbers.find((value) => !isExpected(value));
  return odd === undefined ? held(`in all of ${numbers.length}`) : differs(`one is ${odd}`);
}
