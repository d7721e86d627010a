import { createCalendar } from '../calendar/calendar.ts';
import { checkService, NotAsked, type ServiceCheck } from '../serviceCheck/checkService.ts';
import { tableOf } from '../serviceCheck/table.ts';
import { TransportFailure } from '../transport/transport.ts';
import type { Environment } from './context.ts';
import { createHttpExchange } from './httpExchange.ts';
import { Mistakes } from './mistakes.ts';
import { createRedactor, readSettings, type ServiceSettings } from './settings.ts';

/** What the command lives in. */
export interface CheckSurroundings {
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly stdout: NodeJS.WritableStream;
  /** The sentence when nothing could be checked. */
  readonly stderr: NodeJS.WritableStream;
  readonly now: () => number;
  /** Aborted when someone asks it to stop. */
  readonly signal: AbortSignal;
}

const HELP = `npm run check-service

Asks the service what its interface leaves unsaid, read-only and with at most six calls of stock, and prints which
assumptions of the client held. The service and the key are read from RETAIL_DATA_BASE_URL and
RETAIL_DATA_SUBSCRIPTION_KEY.

  --help  prints this

Ends with 0 when nothing differs, 1 when something does, 2 when nothing could be checked.
`;

export const NOTHING_DIFFERS = 0;
export const SOMETHING_DIFFERS = 1;
export const NOT_CHECKED = 2;

/** `npm run check-service`: asks the configured service what the interface leaves unsaid. Gives the exit code. */
export async function runCheck(surroundings: CheckSurroundings): Promise<number> {
  const { args, environment, stdout, stderr } = surroundings;
  if (args.includes('--help')) {
    stdout.write(HELP);
    return NOTHING_DIFFERS;
  }
  const masked = createRedactor(environment);

  const mistakes = new Mistakes();
  for (const arg of args)
    mistakes.messages.push(`"${arg}" is not known; check-service has no flags but --help.`);
  const settings = readSettings(environment, mistakes);
  if (settings === undefined || mistakes.messages.length > 0) {
    if (settings === undefined)
      mistakes.messages.push('To try it without a key, start npm run sandbox and set the two it prints.');
    for (const mistake of mistakes.messages) stderr.write(`${masked(mistake)}\n`);
    return NOT_CHECKED;
  }
  try {
    const check = await checkAt(settings, surroundings);
    stdout.write(tableOf(withoutKeyIn(check, masked)));
    return check.rows.some(({ verdict }) => verdict === 'differs') ? SOMETHING_DIFFERS : NOTHING_DIFFERS;
  } catch (error) {
    stderr.write(`${masked(sentenceOf(error, surroundings.signal))}\n`);
    return NOT_CHECKED;
  }
}

function checkAt(settings: ServiceSettings, { now, signal }: CheckSurroundings): Promise<ServiceCheck> {
  const exchange = createHttpExchange(settings);
  return checkService({ exchange, calendar: createCalendar(), now: now(), signal });
}

/** Masked before the table shortens it: a part of the key would no longer be recognised. */
function withoutKeyIn(check: ServiceCheck, masked: (text: string) => string): ServiceCheck {
  return { ...check, rows: check.rows.map((row) => ({ ...row, seen: masked(row.seen) })) };
}

function sentenceOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Interrupted; nothing was changed.';
  if (error instanceof NotAsked) return error.message;
  if (error instanceof TransportFailure) {
    return `The service could not be reached (${error.kind}: ${error.message}). Check RETAIL_DATA_BASE_URL and the network.`;
  }
  if (!(error instanceof Error)) return String(error);
  return error.stack ?? error.message;
}
