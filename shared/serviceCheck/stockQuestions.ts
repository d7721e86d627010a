import { valueAt } from '../errors/valueAt.ts';
import { accumulatedStockOperation } from '../operations/accumulatedStock.ts';
import { type Changed, judgeChangedSince, latestChange } from './changedSince.ts';
import { allUnclear, differs, type Finding, type Findings, held, unclear } from './finding.ts';
import type { Answer, Interview } from './interview.ts';
import { askStockPageSize } from './stockPageSize.ts';
import { textAt } from './textAt.ts';
import { findTotal, totalIn } from './totalHeader.ts';

const PATH = accumulatedStockOperation.path;
const PAGE = 5;
const MOST_ROWS = 1_000;

export interface StockSeen {
  readonly findings: Findings;
  /** Every product that came in the first answer. */
  readonly records: readonly unknown[];
}

/** Asks about accumulated stock in at most six calls, the first of which reads all there is. */
export async function askAboutStock(interview: Interview): Promise<StockSeen> {
  const all = await interview.ask(PATH, { includeZeroStock: true });
  const reason =
    all.why !== '' ? all.why : all.records.length < 3 * PAGE ? 'too few products to judge from' : '';
  if (reason !== '') return { findings: allUnclear(STOCK_ROWS, reason), records: all.records };
  const start = Math.floor(all.records.length / 3);
  const page = await interview.ask(PATH, { includeZeroStock: true, start, maxResults: PAGE });
  return {
    records: all.records,
    findings: {
      ...judgeHeaders(all, page),
      stockStart: judgeStart(all, page, start),
      zeroStock: await askZeroStock(interview, all),
      stockChangedSince: await askChangedSince(interview, all),
      ...(await askStockPageSize(interview, all)),
    },
  };
}

const STOCK_ROWS = [
  'totalHeader',
  'totalCounts',
  'linkHeader',
  'stockStart',
  'zeroStock',
  'stockChangedSince',
  'stockDefault',
  'stockCap',
] as const;

function idsOf(answer: Answer): readonly string[] {
  return answer.records.map((record) => textAt(record, 'productId') ?? '');
}

function judgeHeaders(all: Answer, page: Answer): Findings {
  if (page.why !== '') return allUnclear(['totalHeader', 'totalCounts', 'linkHeader'], page.why);
  const total = findTotal(all);
  return {
    totalHeader: total,
    totalCounts: judgeTotalCounts(all, page),
    linkHeader: judgeLinks(page),
  };
}

function judgeTotalCounts(all: Answer, page: Answer): Finding {
  const [ofAll, ofPage] = [totalIn(all), totalIn(page)];
  if (ofAll === undefined || ofPage === undefined) return unclear('no header x-total-count');
  const seen = `${ofAll} without a page size, ${ofPage} with a page of ${page.records.length}`;
  return ofAll === ofPage ? held(seen) : differs(seen);
}

function judgeLinks(page: Answer): Finding {
  const links = page.headers.filter(([, value]) => /<[^>]*>\s*;.*\brel=/i.test(value));
  const named = links.find(([name]) => name.toLowerCase() === 'link') ?? links[0];
  if (named === undefined)
    return differs('no header of a page in the middle has links in the form <…>; rel=…');
  const [name, value] = named;
  const rels = [...value.matchAll(/rel="?([\w-]+)/gi)].map(([, rel]) => rel).join(' and ');
  const seen = `${name}: ${rels}`;
  return name.toLowerCase() === 'link' && /rel="?(next|prev)\b/i.test(value) ? held(seen) : differs(seen);
}

function judgeStart(all: Answer, page: Answer, start: number): Finding {
  if (page.why !== '') return unclear(page.why);
  const came = idsOf(page);
  const expected = idsOf(all).slice(start, start + came.length);
  const isSame = came.length > 0 && came.every((id, index) => id === expected[index]);
  if (isSame) return held(`start=${start} begins with product number ${start + 1} of the whole list`);
  const place = idsOf(all).indexOf(came[0] ?? '');
  return differs(
    place === -1
      ? `start=${start} gives ${came.length} products that are not in the whole list`
      : `start=${start} begins with product number ${place + 1} of the whole list`,
  );
}

async function askZeroStock(interview: Interview, all: Answer): Promise<Finding> {
  const firstZero = all.records.findIndex(isSoldOut);
  const reach = firstZero + PAGE;
  if (firstZero === -1) return unclear('no product has stock 0, even when they are asked for');
  if (reach > MOST_ROWS) return unclear(`none of the first ${MOST_ROWS} products has stock 0`);
  const without = await interview.ask(PATH, { maxResults: reach });
  if (without.why !== '') return unclear(without.why);
  if (without.records.some(isSoldOut)) return differs('products with stock 0 came without being asked for');
  const behind = new Set(idsOf(all).slice(firstZero + 1));
  const isBehind = idsOf(without).some((id) => behind.has(id));
  return isBehind
    ? held('left out without it, there with it')
    : unclear('the page without it ends before the first product with stock 0');
}

function isSoldOut(record: unknown): boolean {
  return valueAt(record, ['stock']) === 0;
}

async function askChangedSince(interview: Interview, all: Answer): Promise<Finding> {
  const before = changesOf(all);
  const day = latestChange(before);
  if (day === undefined) return unclear('no product has an updatedDate that can be read');
  const answer = await interview.ask(PATH, {
    includeZeroStock: true,
    changedSince: day,
    maxResults: MOST_ROWS,
  });
  // Only the first page was asked for: as many of that day as it can hold stand in it.
  const ofDay = judgeable(before, day, answer.records.length);
  return judgeChangedSince(day, ofDay, answer, changesOf(answer));
}

/** A page that is full need not hold all of a day; then its first half is enough to judge from. */
function judgeable(before: readonly Changed[], day: string, came: number): readonly Changed[] {
  const changed = before.filter((entry) => latestChange([entry]) === day);
  return came > 0 && came < changed.length ? changed.slice(0, Math.floor(came / 2)) : changed;
}

function changesOf(answer: Answer): readonly Changed[] {
  return answer.records.map((record) => ({
    key: textAt(record, 'productId') ?? '',
    changed: textAt(record, 'updatedDate') ?? '',
  }));
}
