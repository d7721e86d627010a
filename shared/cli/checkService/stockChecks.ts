import { valueAt } from '../../errors/valueAt.ts';
import { accumulatedStockOperation } from '../../operations/accumulatedStock.ts';
import { DAILY_SALES_CAP } from '../../operations/dailySales.ts';
import { checkChangedSince, latestChange, requireChange } from './changedSince.ts';
import { differs, type Finding, held, heldIf, Unclear, unclear } from './finding.ts';
import { type Answer, headerOf, type Prober } from './prober.ts';
import { type Changed, textAt } from './records.ts';

const PATH = accumulatedStockOperation.path;
const PAGE = 5;
const MAX_ROWS = 1_000;
/** The header the client takes the total from. */
const TOTAL = 'x-total-count';

/** All there is in one call, as far as it came: every check of stock compares with it. */
export function askAllStock(prober: Prober): Promise<Answer> {
  return prober.ask(PATH, { includeZeroStock: true });
}

/** @throws Unclear when there are too few products to judge from */
async function readAll(prober: Prober): Promise<Answer> {
  const all = await askAllStock(prober);
  if (all.why !== '') throw new Unclear(all.why);
  if (all.records.length < 3 * PAGE) throw new Unclear('too few products to judge from');
  return all;
}

/** A page in the middle, so that there is one before and one behind it. */
async function readInnerPage(prober: Prober) {
  const all = await readAll(prober);
  const start = Math.floor(all.records.length / 3);
  const page = await prober.read(PATH, { includeZeroStock: true, start, maxResults: PAGE });
  return { all, start, page };
}

/** The total as the client reads it. */
function totalIn(answer: Answer): number | undefined {
  const text = headerOf(answer, TOTAL)?.trim();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Whether the total is where the client looks; if not, which header has the number of the rows that came. */
export async function checkTotalHeader(prober: Prober): Promise<Finding> {
  const all = await readAll(prober);
  const named = all.headers.find(([name]) => name.toLowerCase() === TOTAL);
  if (named !== undefined) {
    const seen = `${named[0]}: ${named[1]}`;
    return totalIn(all) === undefined ? differs(`${seen}, which is no whole number`) : held(seen);
  }
  const count = String(all.records.length);
  const other = all.headers.find(
    ([name, value]) => value.trim() === count && name.toLowerCase() !== 'content-length',
  );
  if (other !== undefined)
    return differs(`perhaps in ${other[0]}: ${other[1]}, the number of rows that came`);
  return differs(`absent; the headers are ${all.headers.map(([name]) => name).join(', ')}`);
}

export async function checkTotalCounts(prober: Prober): Promise<Finding> {
  const { all, page } = await readInnerPage(prober);
  const [ofAll, ofPage] = [totalIn(all), totalIn(page)];
  if (ofAll === undefined || ofPage === undefined) throw new Unclear(`no header ${TOTAL}`);
  const seen = `${ofAll} without a page size, ${ofPage} with a page of ${page.records.length}`;
  return heldIf(ofAll === ofPage, seen);
}

export async function checkLinks(prober: Prober): Promise<Finding> {
  const { page } = await readInnerPage(prober);
  const links = page.headers.filter(([, value]) => /<[^>]*>\s*;.*\brel=/i.test(value));
  const named = links.find(([name]) => name.toLowerCase() === 'link') ?? links[0];
  if (named === undefined)
    return differs('no header of a page in the middle has links in the form <…>; rel=…');
  const [name, value] = named;
  const rels = [...value.matchAll(/rel="?([\w-]+)/gi)].map(([, rel]) => rel).join(' and ');
  return heldIf(name.toLowerCase() === 'link' && /rel="?(next|prev)\b/i.test(value), `${name}: ${rels}`);
}

export async function checkStockStart(prober: Prober): Promise<Finding> {
  const { all, start, page } = await readInnerPage(prober);
  const [whole, came] = [idsOf(all), idsOf(page)];
  const isSame = came.length > 0 && came.every((id, index) => id === whole[start + index]);
  if (isSame) return held(`start=${start} begins with product number ${start + 1} of the whole list`);
  const place = whole.indexOf(came[0] ?? '');
  return differs(
    place === -1
      ? `start=${start} gives ${came.length} products that are not in the whole list`
      : `start=${start} begins with product number ${place + 1} of the whole list`,
  );
}

export async function checkZeroStock(prober: Prober): Promise<Finding> {
  const all = await readAll(prober);
  const firstZero = all.records.findIndex(isSoldOut);
  const reach = firstZero + PAGE;
  if (firstZero === -1) throw new Unclear('no product has stock 0, even when they are asked for');
  if (reach > MAX_ROWS) throw new Unclear(`none of the first ${MAX_ROWS} products has stock 0`);
  const without = await prober.read(PATH, { maxResults: reach });
  if (without.records.some(isSoldOut)) return differs('products with stock 0 came without being asked for');
  const behind = new Set(idsOf(all).slice(firstZero + 1));
  return idsOf(without).some((id) => behind.has(id))
    ? held('left out without it, there with it')
    : unclear('the page without it ends before the first product with stock 0');
}

export async function checkStockChangedSince(prober: Prober): Promise<Finding> {
  const before = changesOf(await readAll(prober));
  const day = requireChange(before, 'product');
  const parameters = { includeZeroStock: true, changedSince: day, maxResults: MAX_ROWS };
  const after = changesOf(await prober.read(PATH, parameters));
  // Only the first page was asked for, and a full one need not hold all of the day: its first half is enough.
  const ofDay = before.filter((entry) => latestChange([entry]) === day);
  const isCut = after.length > 0 && after.length < ofDay.length;
  return checkChangedSince(day, isCut ? ofDay.slice(0, Math.floor(after.length / 2)) : ofDay, after);
}

export async function checkStockDefault(prober: Prober): Promise<Finding> {
  const came = (await readAll(prober)).records.length;
  const { most, isAll } = await readMost(prober);
  if (most > came) return differs(`${came} came, and ${most} with maxResults=${DAILY_SALES_CAP}`);
  return isAll ? held(`${came} products came`) : unclear('the cap hides it');
}

export async function checkStockCap(prober: Prober): Promise<Finding> {
  const { most, isAll, total } = await readMost(prober);
  if (isAll) return held(`${most} came in one answer`);
  return differs(`${most} came of ${total ?? 'more'} with maxResults=${DAILY_SALES_CAP}`);
}

/** The most products that one answer holds, and whether they are all; asks in two calls at most. */
async function readMost(prober: Prober) {
  const all = await readAll(prober);
  const total = totalIn(all);
  if (total === all.records.length) return { most: total, isAll: true, total };
  const asked = await prober.read(PATH, { includeZeroStock: true, maxResults: DAILY_SALES_CAP });
  const most = asked.records.length;
  if (total !== undefined) return { most, isAll: most >= total, total };
  const next = await prober.ask(PATH, { includeZeroStock: true, start: most, maxResults: 1 });
  if (next.why !== '') throw new Unclear('nobody says whether more would come');
  return { most, isAll: next.records.length === 0, total };
}

function idsOf(answer: Answer): readonly string[] {
  return answer.records.map((record) => textAt(record, 'productId') ?? '');
}

function isSoldOut(record: unknown): boolean {
  return valueAt(record, ['stock']) === 0;
}

function changesOf({ records }: Answer): readonly Changed[] {
  return records.map((record) => ({
    key: textAt(record, 'productId') ?? '',
    changed: textAt(record, 'updatedDate') ?? '',
  }));
}
