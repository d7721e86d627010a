import { createCalendar } from '../../calendar/calendar.ts';
import { TransportFailure } from '../../transport/transport.ts';
import type { CliContext } from '../context.ts';
import { Mistakes } from '../mistakes.ts';
import { createRedactor, readSettings } from '../settings.ts';
import { checkService, NotTheService } from './checkService.ts';
import { createHttpClient } from './httpClient.ts';
import { Prober } from './prober.ts';
import { reportOf } from './report.ts';

const HELP = `npm run check-service

Asks the service what its interface leaves unsaid, read-only and with at most six calls of stock, and prints which
assumptions of the client held. The service and the key are read from RETAIL_DATA_BASE_URL and
RETAIL_DATA_SUBSCRIPTION_KEY.

  --help  prints this

Ends with 0 when nothing differs, 1 when something does, 2 when nothing could be checked.
`;

const NOTHING_DIFFERS = 0;
const SOMETHING_DIFFERS = 1;
const NOT_CHECKED = 2;

/** `npm run check-service`: asks the configured service what the interface leaves unsaid. Gives the exit code. */
export async function runCheckService(context: CliContext): Promise<number> {
  const { args, environment, stdout, stderr, clock, signal } = context;
  if (args.includes('--help')) {
    stdout.write(HELP);
    return NOTHING_DIFFERS;
  }
  const redact = createRedactor(environment);
  const printError = (sentence: string) => stderr.write(`${redact(sentence)}\n`);

  const mistakes = new Mistakes();
  for (const arg of args)
    mistakes.messages.push(`"${arg}" is not known; check-service has no flags but --help.`);
  const settings = readSettings(environment, mistakes);
  if (settings === undefined || mistakes.messages.length > 0) {
    for (const message of mistakes.messages) printError(message);
    if (settings === undefined)
      printError('To try it without a key, start npm run sandbox and set the two it prints.');
    return NOT_CHECKED;
  }
  try {
    const today = createCalendar().dayOf(clock.now());
    const check = await checkService(new Prober(createHttpClient(settings), today, signal));
    stdout.write(reportOf(check, redact));
    return check.rows.some(({ verdict }) => verdict === 'differs') ? SOMETHING_DIFFERS : NOTHING_DIFFERS;
  } catch (error) {
    printError(describeError(error, signal));
    return NOT_CHECKED;
  }
}

function describeError(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'Interrupted; nothing was changed.';
  if (error instanceof NotTheService) return error.message;
  if (error instanceof TransportFailure) {
    return `The service could not be reached (${error.kind}: ${error.message}). Check RETAIL_DATA_BASE_URL and the network.`;
  }
  if (!(error instanceof Error)) return String(error);
  return error.stack ?? error.message;
}
