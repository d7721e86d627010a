import { accumulatedStockOperation } from '../operations/accumulatedStock.ts';
import { DAILY_SALES_CAP } from '../operations/dailySales.ts';
import { allUnclear, differs, type Findings, held, unclear } from './finding.ts';
import type { Answer, Interview } from './interview.ts';
import { totalIn } from './totalHeader.ts';

const PATH = accumulatedStockOperation.path;

/** Asks, in two calls at most, whether the first answer was all there is, and what cut it short if not. */
export async function askStockPageSize(interview: Interview, all: Answer): Promise<Findings> {
  const came = all.records.length;
  const total = totalIn(all);
  const whole = { stockDefault: held(`${came} products came`), stockCap: held(`${came} came in one answer`) };
  if (total === came) return whole;
  const asked = await interview.ask(PATH, { includeZeroStock: true, maxResults: DAILY_SALES_CAP });
  if (asked.why !== '') return allUnclear(['stockDefault', 'stockCap'], asked.why);
  const most = asked.records.length;
  const isAll = total === undefined ? await isTheEnd(interview, most) : most >= total;
  if (isAll === undefined)
    return allUnclear(['stockDefault', 'stockCap'], 'nobody says whether more would come');
  const stockDefault =
    most > came
      ? differs(`${came} came, and ${most} with maxResults=${DAILY_SALES_CAP}`)
      : held(`${came} products came`);
  if (isAll) return { stockDefault, stockCap: held(`${most} came in one answer`) };
  return {
    stockDefault: most > came ? stockDefault : unclear('the cap hides it'),
    stockCap: differs(`${most} came of ${total ?? 'more'} with maxResults=${DAILY_SALES_CAP}`),
  };
}

async function isTheEnd(interview: Interview, start: number): Promise<boolean | undefined> {
  const next = await interview.ask(PATH, { includeZeroStock: true, start, maxResults: 1 });
  return next.why === '' ? next.records.length === 0 : undefined;
}
