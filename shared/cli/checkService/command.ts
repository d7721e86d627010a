import { createCalendar } from '../../calendar/calendar.ts';
import type { CliContext } from '../context.ts';
import { Mistakes } from '../mistakes.ts';
import { createRedactor, readSettings } from '../settings.ts';
import { createAsk } from './ask.ts';
import { askEverything } from './questions.ts';
import { Survey } from './survey.ts';

const helpOf = (usage: string) => `${usage}

Asks the service what its interface leaves unsaid, and prints each question with what the service answered, and a verdict
of five lines: what to set, and what differs from the interface. It only reads, and asks for stock at most six times. Set RETAIL_DATA_BASE_URL and RETAIL_DATA_SUBSCRIPTION_KEY first.

  --help  prints this

Ends with 0 when the service answered with data, 1 when it did not, 2 when the check was interrupted.
`;

const ANSWERED = 0;
const FAILED = 1;
const INTERRUPTED = 2;

/** Prints what the configured service does. `usage` is how the command is typed. Gives the exit code. */
export async function runCheckService(context: CliContext, usage: string): Promise<number> {
  const { args, environment, stdout, stderr, clock, signal } = context;
  if (args.includes('--help')) {
    stdout.write(helpOf(usage));
    return ANSWERED;
  }
  const redact = createRedactor(environment);
  const printError = (sentence: string) => stderr.write(`${redact(sentence)}\n`);

  const mistakes = new Mistakes();
  for (const arg of args) mistakes.messages.push(`check-service has no flag "${arg}". Leave it out.`);
  const settings = readSettings(environment, mistakes);
  if (settings === undefined)
    mistakes.messages.push(
      'To try it without a key, start npm run sandbox and set the two values it prints.',
    );
  if (settings === undefined || mistakes.messages.length > 0) {
    for (const message of mistakes.messages) printError(message);
    return FAILED;
  }
  stdout.write(`Reading from ${settings.baseUrl}. Nothing is changed there.\n`);
  const service = createAsk(settings, redact, signal);
  const survey = new Survey(service.ask, clock, stdout);
  try {
    await askEverything(survey, createCalendar().dayOf(clock.now()));
  } catch (error) {
    if (!signal.aborted) throw error;
    printError('Interrupted.');
    return INTERRUPTED;
  } finally {
    await service.close();
  }
  if (survey.latest !== undefined) {
    const lines = survey.findings.lines().map((line) => `  ${line}\n`);
    stdout.write(redact(`\nVerdict\n${lines.join('')}`));
    return ANSWERED;
  }
  printError(
    'No answer held data. After 401 or 403, check RETAIL_DATA_SUBSCRIPTION_KEY, else RETAIL_DATA_BASE_URL.',
  );
  return FAILED;
}
