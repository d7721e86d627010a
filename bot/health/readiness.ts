import type { Clock } from 'retail-data-client/clock/clock';
import type { Outage } from './outage.ts';
import { holdsFigures, NOT_READY, type ServiceFacts, serviceProblem } from './serviceFacts.ts';
import type { Outages } from './watch.ts';

export interface ReadinessOptions {
  readonly clock: Pick<Clock, 'now'>;
  readonly outages: Pick<Outages, 'slack' | 'database'>;
  /** @throws when the database fails or doesn't answer in time */
  readonly serviceFacts: () => Promise<ServiceFacts>;
  /** When the bot last looked for due digests, by the clock; undefined before the first time. */
  readonly lastSweepAt: () => number | undefined;
  /** Whether Slack's requests arrive here. */
  readonly isReceiving: () => boolean;
  /** Why stock or sales can't be stored although the service answers; undefined if they can. */
  readonly importFailure: () => string | undefined;
  /** Messages that are long due and that Slack has not taken, and why. Rejects when the database doesn't answer in time. */
  readonly overdue: () => Promise<{ readonly messages: number; readonly reason: string | undefined }>;
  /** Which alerts can't be judged, and why; undefined if all can. The bot stays ready. */
  readonly alertsProblem: () => string | undefined;
  /** Which clock is wrong; undefined if none is. */
  readonly clockProblem: () => string | undefined;
  /** Aborted when the bot stops. */
  readonly signal: AbortSignal;
  readonly startedAt: number;
}

export interface Readiness {
  readonly isReady: boolean;
  /** One line for each dependency. */
  readonly text: string;
}

/** Digests are looked for every minute; two times may fail. */
const MAX_SWEEP_AGE_MS = 3 * 60_000;

/** The problem of each dependency; undefined if it has none. Starts with NOT_READY if the bot can't work meanwhile. */
type Problems = Readonly<Record<string, string | undefined>>;

export async function readReadiness(options: ReadinessOptions): Promise<Readiness> {
  const { clock, outages, isReceiving, signal, startedAt } = options;
  const last = options.lastSweepAt();
  const isSweeping = last !== undefined && clock.now() - last < MAX_SWEEP_AGE_MS;
  const [facts, overdue] = await Promise.all([
    options.serviceFacts().catch((error: unknown) => {
      outages.database.failed('reading', error instanceof Error ? error.message : String(error));
      return undefined;
    }),
    options.overdue().catch(() => undefined),
  ]);
  return readinessOf({
    database: databaseProblem(facts, outages.database),
    service: facts && serviceProblem(facts, startedAt),
    import: importProblem(facts, options.importFailure()),
    slack: slackProblem(outages.slack),
    connection: isReceiving() ? undefined : `${NOT_READY}: nothing that Slack sends arrives`,
    clock: clockProblemOf(options.clockProblem()),
    messages: overdueProblem(overdue),
    alerts: options.alertsProblem(),
    sweeper: isSweeping ? undefined : `${NOT_READY}: no digest was looked for in the last three minutes`,
    running: signal.aborted ? `${NOT_READY}: the bot is stopping` : undefined,
  });
}

/** What the bot waits for during startup, in this order. It waits for the service only with a new subscription key. */
export type StartingStep = 'database' | 'service' | 'slack';

/** The state during startup: the current step is not ready, and later steps have not been checked. */
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

/** A database that answers may still refuse writes or be damaged, so that answers could be wrong. */
function databaseProblem(
  facts: ServiceFacts | undefined,
  database: Pick<Outage, 'cause'>,
): string | undefined {
  // A failing write often blocks the reads behind it, and its cause says more than their timeout.
  const cause = database.cause('damage') ?? database.cause('writing');
  if (facts === undefined) return `${NOT_READY}: ${cause ?? database.cause('reading') ?? 'no answer'}`;
  return cause === undefined ? undefined : `${NOT_READY}: ${cause}`;
}

function importProblem(facts: ServiceFacts | undefined, failure: string | undefined): string | undefined {
  if (failure !== undefined) return `${NOT_READY}: ${failure}`;
  if (facts === undefined || holdsFigures(facts)) return undefined;
  return `${NOT_READY}: neither stock nor sales have been read yet`;
}

/** The bot stays ready: people are answered, and other messages may arrive. */
function overdueProblem(overdue: Awaited<ReturnType<ReadinessOptions['overdue']>> | undefined) {
  if (overdue === undefined || overdue.messages === 0) return undefined;
  return `${overdue.messages} due for more than 30 minutes, and Slack has not taken them (${overdue.reason ?? 'no answer'})`;
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
