import { storesOperation } from '../../operations/stores.ts';
import { ASSUMPTIONS, type Assumption, type AssumptionId } from './assumptions.ts';
import { type Finding, Unclear, unclear } from './finding.ts';
import { isRedirect } from './gatewayChecks.ts';
import type { Answer, Prober } from './prober.ts';

/** One assumption of the client, and what was found about it. */
export interface CheckRow extends Finding, Pick<Assumption, 'assumption' | 'otherwise'> {
  readonly id: AssumptionId;
}

export interface ServiceCheck {
  readonly rows: readonly CheckRow[];
  readonly stockCalls: number;
  readonly otherCalls: number;
}

/** The first answer shows that there is nothing to ask here. The message says why, and what to do. */
export class NotTheService extends Error {}

/**
 * Asks the service what the interface leaves unsaid: reads only, and at most six calls of accumulated stock.
 * @throws NotTheService when the configured key is not accepted, or when it is another service that answers.
 * @throws TransportFailure when the service is not reached at all.
 */
export async function checkService(prober: Prober): Promise<ServiceCheck> {
  const first = await prober.ask(storesOperation.path);
  requireService(first);
  const findings = new Map<AssumptionId, Finding>();
  for (const row of ASSUMPTIONS) {
    if (!('check' in row)) continue;
    // Every further question would be answered with the same redirect.
    findings.set(row.id, isRedirect(first) ? unclear(first.why) : await findingOf(row.check(prober)));
  }
  // What is judged from all answers comes last, when they are there.
  for (const row of ASSUMPTIONS) if ('review' in row) findings.set(row.id, row.review(prober));
  return {
    rows: ASSUMPTIONS.map(({ id, assumption, otherwise }) => ({
      id,
      assumption,
      otherwise,
      ...(findings.get(id) ?? unclear('not asked')),
    })),
    stockCalls: prober.stockCalls,
    otherCalls: prober.otherCalls,
  };
}

async function findingOf(check: Promise<Finding>): Promise<Finding> {
  try {
    return await check;
  } catch (error) {
    if (error instanceof Unclear) return unclear(error.message);
    throw error;
  }
}

function requireService({ status, why }: Answer): void {
  if (status === 401 || status === 403) {
    throw new NotTheService(
      `The service rejected the subscription key (${status}). Check the key in your profile at the service; nothing else was asked.`,
    );
  }
  if (status === 404 || (status === 200 && why !== '')) {
    // Without what it said: that may be a whole page.
    const what = why.split(':')[0] ?? why;
    throw new NotTheService(
      `The service ${what}. Check RETAIL_DATA_BASE_URL: this does not look like the service; nothing else was asked.`,
    );
  }
}
