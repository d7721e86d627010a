import type { Calendar } from '../calendar/calendar.ts';
import { storesOperation } from '../operations/stores.ts';
import { ASSUMPTIONS, type AssumptionId } from './assumptions.ts';
import type { Exchange } from './exchange.ts';
import { type Finding, type Findings, unclear } from './finding.ts';
import { askAboutGateway, judgeAnswers } from './gatewayQuestions.ts';
import { type Answer, Interview } from './interview.ts';
import { judgeRecords } from './recordForms.ts';
import { askAboutSales } from './salesQuestions.ts';
import { askAboutStock } from './stockQuestions.ts';
import { askAboutStores } from './storeQuestions.ts';

/** One assumption of the client, and what was found about it. */
export interface CheckRow extends Finding {
  readonly id: AssumptionId;
  readonly assumption: string;
  /** What it means for a reader when it is not so. */
  readonly otherwise: string;
}

export interface ServiceCheck {
  readonly rows: readonly CheckRow[];
  readonly stockCalls: number;
  readonly otherCalls: number;
}

export interface CheckSetting {
  readonly exchange: Exchange;
  readonly calendar: Calendar;
  readonly now: number;
  readonly signal?: AbortSignal | undefined;
}

/** The first answer shows that there is nothing to ask here. The message says why, and what to do. */
export class NotAsked extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotAsked';
  }
}

/**
 * Asks the service what the interface leaves unsaid: reads only, and at most six calls of accumulated stock.
 * @throws NotAsked when the configured key is not accepted, or when it is another service that answers.
 * @throws TransportFailure when the service is not reached at all.
 */
export async function checkService({ exchange, calendar, now, signal }: CheckSetting): Promise<ServiceCheck> {
  const interview = new Interview(exchange, signal);
  const stores = await interview.ask(storesOperation.path, {});
  refuseStranger(stores);
  const findings = await findingsOf(interview, stores, calendar, now);
  return {
    rows: ASSUMPTIONS.map((row) => ({
      ...row,
      ...(findings[row.id] ?? unclear(stores.why === '' ? 'nothing to judge from' : stores.why)),
    })),
    stockCalls: interview.stockCalls,
    otherCalls: interview.otherCalls,
  };
}

function refuseStranger({ status, why }: Answer): void {
  if (status === 401 || status === 403) {
    throw new NotAsked(
      `The service rejected the subscription key (${status}). Check the key in your profile at the service; nothing else was asked.`,
    );
  }
  if (status === 404 || (status === 200 && why !== '')) {
    throw new NotAsked(
      `The service ${shortened(why)}. Check RETAIL_DATA_BASE_URL: this does not look like the service; nothing else was asked.`,
    );
  }
}

/** Without what it said: that may be a whole page. */
function shortened(why: string): string {
  return why.split(':')[0] ?? why;
}

async function findingsOf(
  interview: Interview,
  stores: Answer,
  calendar: Calendar,
  now: number,
): Promise<Findings> {
  // Every further question would be answered the same.
  if (stores.status >= 300 && stores.status < 400) return judgeAnswers(interview);
  const ofStores = stores.why === '' ? await askAboutStores(interview, stores) : {};
  const ofGateway = await askAboutGateway(interview, stores);
  const sales = await askAboutSales(interview, calendar, now);
  const stock = await askAboutStock(interview);
  return {
    ...ofStores,
    ...ofGateway,
    ...sales.findings,
    ...stock.findings,
    ...judgeRecords({
      stores: stores.records,
      days: sales.records,
      sales: sales.sales,
      stock: stock.records,
    }),
    ...judgeAnswers(interview),
  };
}
