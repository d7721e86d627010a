import { allUnclear, differs, type Finding, type Findings, held, unclear } from './finding.ts';
import type { Interview } from './interview.ts';
import { SALES_PATH, SAMPLE, type Sample } from './salesSample.ts';
import { type SaleSeen, salesSeen } from './salesSeen.ts';

/** Asks for each end of both ranges on its own, so that one end cannot hide the other. */
export async function askSalesRanges(interview: Interview, sample: Sample): Promise<Findings> {
  const [first] = sample.sales;
  if (first === undefined) return {};
  const store = /^\d{1,9}$/.test(first.storeId) ? Number(first.storeId) : undefined;
  const noStore = unclear(`store id ${first.storeId} is no number`);
  const ask = (parameter: string, value: string | number, isOutside: Outside) =>
    askEnd(interview, sample, { parameter, value, isOutside, isAtEnd: atEndOf(parameter, first) });
  const byDate =
    sample.base.fromSalesDate === undefined
      ? allUnclear(['rangeStart', 'rangeEnd'], 'the service refuses the date')
      : {
          rangeStart: await ask('fromSalesDate', first.day, (sale) => sale.day < first.day),
          rangeEnd: await ask('toSalesDate', first.day, (sale) => sale.day > first.day),
        };
  return {
    ...byDate,
    storeRangeStart:
      store === undefined ? noStore : await ask('fromStoreId', store, (sale) => Number(sale.storeId) < store),
    storeRangeEnd:
      store === undefined ? noStore : await ask('toStoreId', store, (sale) => Number(sale.storeId) > store),
  };
}

type Outside = (sale: SaleSeen) => boolean;

interface End {
  readonly parameter: string;
  readonly value: string | number;
  readonly isOutside: Outside;
  readonly isAtEnd: (sale: SaleSeen) => boolean;
}

function atEndOf(parameter: string, first: SaleSeen): (sale: SaleSeen) => boolean {
  return parameter.endsWith('Date')
    ? (sale) => sale.day === first.day
    : (sale) => sale.storeId === first.storeId && sale.day === first.day;
}

async function askEnd(interview: Interview, { base }: Sample, end: End): Promise<Finding> {
  const { parameter, value, isOutside, isAtEnd } = end;
  const answer = await interview.ask(SALES_PATH, { ...base, [parameter]: value, maxResults: SAMPLE });
  if (answer.why !== '') return unclear(answer.why);
  const sales = salesSeen(answer.records);
  const outside = sales.find(isOutside);
  if (outside !== undefined) return differs(`${parameter}=${value} gave ${outside.key}`);
  const count = sales.filter(isAtEnd).length;
  const seen = `${parameter}=${value}: ${count} sales of ${value} came`;
  return count > 0 ? held(seen) : differs(seen);
}
