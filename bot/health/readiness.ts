import type { Clock } from 'retail-data-client/clock/clock';
import type { Outage } from './outage.ts';
import { holdsFigures, NOT_READY, type ServiceFacts, serviceProblem } from './serviceFacts.ts';
import type { Outages } from './watch.ts';

export interface ReadinessOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly outages: Pick<Outages, 'slack' | 'database'>;
  /** @throws when the database fails or does not answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  /** When digests that are due were last looked for, by the clock; undefined before the first time. */
  readonly lastSweepAt: () => number | undefined;
  /** Whether anything that Slack sends arrives here. */
  readonly isReceiving: () => boolean;
  /** Why stock or sales cannot be taken in, although the service answers; undefined while they can. */
  readonly importFailure: () => string | undefined;
  /** Which clock is wrong; undefined while none is. */
  readonly clockProblem: () => string | undefined;
  /** Aborted while the bot stops. */
  readonly signal: AbortSignal;
  readonly startedAt: number;
}

export interface Readiness {
  readonly isReady: boolean;
  /** One line for each thing the bot needs. */
  readonly text: string;
}

/** A sweep every minute, and two that may fail. */
const MAX_SWEEP_AGE_MS = 3 * 60_000;

/** What is wrong, with NOT_READY where nothing can be done meanwhile; undefined for what is well. */
type Problems = Readonly<Record<string, string | undefined>>;

export async function readReadiness(options: ReadinessOptions): Promise<Readiness> {
  const { clock, outages, isReceiving, signal, startedAt } = options;
  const last = options.lastSweepAt();
  const isSweeping = last !== undefined && clock.now() - last < MAX_SWEEP_AGE_MS;
  const facts = await options.serviceFacts().catch((error: unknown) => {
    outages.database.failed('reading', error instanceof Error ? error.message : String(error));
    return undefined;
  });
  return readinessOf({
    database: databaseProblem(facts, outages.database),
    service: facts && serviceProblem(facts, startedAt),
    import: importProblem(facts, options.importFailure()),
    slack: slackProblem(outages.slack),
    connection: isReceiving() ? undefined : `${NOT_READY}: nothing that Slack sends arrives`,
    clock: clockProblemOf(options.clockProblem()),
    sweeper: isSweeping ? undefined : `${NOT_READY}: no digest was looked for in the last three minutes`,
    running: signal.aborted ? `${NOT_READY}: the bot is stopping` : undefined,
  });
}

/** What the bot waits for while it starts, in this order; for the service only where its key is a new one. */
export type StartingStep = 'database' | 'service' | 'slack';

/** While the bot starts: what it waits for is not ready, and what comes after that has not been looked at. */
export function startingReadiness(
  waitsFor: StartingStep,
  outages: Pick<Outages, 'service' | 'slack'>,
): Readiness {
  const because = ({ cause }: Pick<Outage, 'cause'>) => (cause() === undefined ? '' : ` (${cause()})`);
  switch (waitsFor) {
    case 'database':
      return readinessOf({ database: `${NOT_READY}: it is being opened` });
    case 'service':
      return readinessOf({
        database: undefined,
        service: `${NOT_READY}: the new subscription key has not been compared yet${because(outages.service)}`,
      });
    case 'slack':
      return readinessOf({
        database: undefined,
        slack: `${NOT_READY}: Slack has not let the bot in yet${because(outages.slack)}`,
      });
  }
}

/** A database that answers may still take nothing, or be damaged: answers out of it could be wrong. */
function databaseProblem(
  facts: ServiceFacts | undefined,
  database: Pick<Outage, 'cause'>,
): string | undefined {
  // What keeps a write from being done often keeps others waiting for the connection, and says more than their silence.
  const cause = database.cause('damage') ?? database.cause('writing');
  if (facts === undefined) return `${NOT_READY}: ${cause ?? database.cause('reading') ?? 'no answer'}`;
  return cause === undefined ? undefined : `${NOT_READY}: ${cause}`;
}

function importProblem(facts: ServiceFacts | undefined, failure: string | undefined): string | undefined {
  if (failure !== undefined) return `${NOT_READY}: ${failure}`;
  if (facts === undefined || holdsFigures(facts)) return undefined;
  return `${NOT_READY}: neither stock nor sales have been read yet`;
}

function clockProblemOf(problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${NOT_READY}: ${problem}`;
}

function slackProblem(slack: Pick<Outage, 'cause'>): string | undefined {
  const cause = slack.cause();
  return cause === undefined ? undefined : `${NOT_READY}: Slack cannot be used (${cause})`;
}

function readinessOf(problems: Problems): Readiness {
  const lines = Object.entries(problems).map(([name, problem]) => `${name}: ${problem ?? 'ok'}\n`);
  const isReady = !Object.values(problems).some((problem) => problem?.startsWith(NOT_READY));
  return { isReady, text: lines.join('') };
}
