import type { Calendar } from '../calendar/calendar.ts';
import { judgeChangedSince, latestChange } from './changedSince.ts';
import { allUnclear, differs, type Finding, type Findings, held, unclear } from './finding.ts';
import { type Answer, headerOf, type Interview } from './interview.ts';
import { askSalesPageSize } from './salesPageSize.ts';
import { askSalesRanges } from './salesRanges.ts';
import { SALES_PATH, SAMPLE, type Sample } from './salesSample.ts';
import { type SaleSeen, salesSeen } from './salesSeen.ts';

const PAGE = 20;

export interface SalesEvidence {
  readonly findings: Findings;
  readonly records: readonly unknown[];
  readonly sales: readonly SaleSeen[];
}

/** Asks about daily sales, for a sample of the last days on which there were any. */
export async function askAboutSales(
  interview: Interview,
  calendar: Calendar,
  now: number,
): Promise<SalesEvidence> {
  const fourteen = { fromSalesDate: calendar.addDays(calendar.dayOf(now), -14) };
  const dated = await firstSales(interview, fourteen);
  if (dated.status === 400) return askUndated(interview, dated);
  if (dated.why !== '') return nothing(dated.why);
  if (dated.records.length > 0) return askFrom(interview, fourteen, dated);
  const ninety = { fromSalesDate: calendar.addDays(calendar.dayOf(now), -90) };
  const older = await firstSales(interview, ninety);
  if (older.why !== '') return nothing(older.why);
  if (older.records.length === 0) return nothing(`no sales since ${ninety.fromSalesDate}`);
  return askFrom(interview, ninety, older);
}

function firstSales(interview: Interview, base: Sample['base']): Promise<Answer> {
  return interview.ask(SALES_PATH, { ...base, maxResults: SAMPLE });
}

/** When the same question without a date is answered, it was the form of the date that was refused. */
async function askUndated(interview: Interview, refused: Answer): Promise<SalesEvidence> {
  const undated = await firstSales(interview, {});
  if (undated.why !== '' || undated.records.length === 0) return nothing(refused.why);
  const evidence = await askFrom(interview, {}, undated);
  const findings = { ...evidence.findings, salesDateFormat: differs(refused.why) };
  return { ...evidence, findings };
}

async function askFrom(interview: Interview, base: Sample['base'], first: Answer): Promise<SalesEvidence> {
  const sample = { base, sales: salesSeen(first.records) };
  if (sample.sales.length === 0) return nothing('the days that came have no sales');
  const ranges = await askSalesRanges(interview, sample);
  const changedSince = await askChangedSince(interview, sample);
  const paging = await askPaging(interview, sample);
  const pages = await askSalesPageSize(interview, sample);
  return {
    records: [...first.records, ...pages.records],
    sales: pages.sales.length > sample.sales.length ? pages.sales : sample.sales,
    findings: {
      salesDateFormat: judgeDates(sample),
      salesTotal: judgeTotal(first),
      salesChangedSince: changedSince,
      ...ranges,
      ...paging,
      ...pages.findings,
    },
  };
}

function judgeDates({ base, sales }: Sample): Finding {
  const from = base.fromSalesDate ?? '';
  const earlier = sales.find(({ day }) => day < from);
  if (earlier !== undefined) return differs(`fromSalesDate=${from} gave sales of ${earlier.day}`);
  return held(`fromSalesDate=${from} is accepted, and the first sales are of ${sales[0]?.day}`);
}

function judgeTotal(first: Answer): Finding {
  const total = headerOf(first, 'x-total-count');
  return total === undefined ? held('no header x-total-count') : differs(`x-total-count: ${total}`);
}

async function askChangedSince(interview: Interview, { base, sales }: Sample): Promise<Finding> {
  const day = latestChange(sales);
  if (day === undefined) return unclear('no sale has a date of change that can be read');
  // The filter only takes sales away, so those that were on the first page are on it again.
  const answer = await interview.ask(SALES_PATH, { ...base, changedSince: day, maxResults: SAMPLE });
  return judgeChangedSince(day, sales, answer, salesSeen(answer.records));
}

/** Asks for a page that begins in the middle of a store: whatever else `start` may count would show. */
async function askPaging(interview: Interview, { base, sales }: Sample): Promise<Findings> {
  const start = sales.findIndex((sale, index) => {
    return index >= 2 && sale.storeId === sales[index - 1]?.storeId && sale.day === sales[index - 1]?.day;
  });
  if (start === -1) return allUnclear(['salesStart', 'salesMaxResults'], 'no store with several sales');
  const answer = await interview.ask(SALES_PATH, { ...base, start, maxResults: PAGE });
  if (answer.why !== '') return allUnclear(['salesStart', 'salesMaxResults'], answer.why);
  const came = salesSeen(answer.records);
  const same = came.filter((sale, index) => sale.key === sales[start + index]?.key).length;
  const compared = Math.min(came.length, sales.length - start);
  const seen = `start=${start} in the middle of a store: ${same} of ${compared} sales as expected`;
  return {
    salesStart: compared > 0 && same === compared ? held(seen) : differs(seen),
    salesMaxResults: judgeCount(came.length),
  };
}

function judgeCount(came: number): Finding {
  const seen = `maxResults=${PAGE}: ${came} sales came`;
  if (came > PAGE) return differs(seen);
  return came === PAGE ? held(seen) : unclear(`${seen}, perhaps all there are`);
}

function nothing(reason: string): SalesEvidence {
  return { findings: allUnclear(SALES_ROWS, reason), records: [], sales: [] };
}

const SALES_ROWS = [
  'rangeStart',
  'rangeEnd',
  'salesDateFormat',
  'storeRangeStart',
  'storeRangeEnd',
  'salesChangedSince',
  'salesStart',
  'salesMaxResults',
  'salesCap',
  'largestMaxResults',
  'salesTotal',
] as const;
