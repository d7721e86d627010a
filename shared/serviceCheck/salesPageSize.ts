import { DAILY_SALES_CAP } from '../operations/dailySales.ts';
import { differs, type Finding, type Findings, held, unclear } from './finding.ts';
import type { Interview } from './interview.ts';
import { SALES_PATH, type Sample } from './salesSample.ts';
import { type SaleSeen, salesSeen } from './salesSeen.ts';

/** About 1.2 MB. */
const LARGE = 10_000;
/** Of fewer sales than this nothing can be said about large pages. */
const ENOUGH = 1_000;

export interface LargePage {
  readonly findings: Findings;
  readonly records: readonly unknown[];
  readonly sales: readonly SaleSeen[];
}

/** Asks for a large page, and for the largest page size with a filter that keeps the answer small. */
export async function askSalesPageSize(interview: Interview, sample: Sample): Promise<LargePage> {
  const answer = await interview.ask(SALES_PATH, { ...sample.base, maxResults: LARGE });
  const sales = salesSeen(answer.records);
  const salesCap = answer.why === '' ? await judgeCap(interview, sample, sales.length) : unclear(answer.why);
  const findings = { salesCap, largestMaxResults: await askLargest(interview, sample) };
  return { findings, records: answer.records, sales };
}

async function judgeCap(interview: Interview, { base }: Sample, came: number): Promise<Finding> {
  const seen = `maxResults=${LARGE}: ${came} sales came`;
  if (came >= LARGE) return held(seen);
  const next = await interview.ask(SALES_PATH, { ...base, start: came, maxResults: 1 });
  if (next.why !== '') return unclear(next.why);
  if (salesSeen(next.records).length > 0) return differs(`${seen}, and there are more`);
  return came >= ENOUGH
    ? held(`${seen}, all there are`)
    : unclear(`${seen}, all there are: too few to judge from`);
}

async function askLargest(interview: Interview, { base, sales }: Sample): Promise<Finding> {
  const productId = sales.find((sale) => /^[1-9]\d{0,8}$/.test(sale.productId))?.productId;
  if (productId === undefined) return unclear('no product id without a leading zero');
  const answer = await interview.ask(SALES_PATH, { ...base, productId, maxResults: DAILY_SALES_CAP });
  if (answer.status === 400) return differs(answer.why);
  return answer.why === '' ? held('answered with 200') : unclear(answer.why);
}
