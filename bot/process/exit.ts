import { ForeignDatabaseError } from '../database/identity.ts';
import { DatabaseOpeningError } from '../database/openingError.ts';
import { PortError } from '../settings/portError.ts';
import { SettingsError } from '../settings/settings.ts';
import { SlackStartError } from '../slack/app.ts';

/** EX_CONFIG of sysexits.h: to start again is in vain until somebody has changed what the message names. */
const EXIT_CONFIG = 78;

type ErrorClass = abstract new (...parameters: never) => Error;

const MISTAKES: readonly ErrorClass[] = [SettingsError, SlackStartError, PortError, ForeignDatabaseError];

/**
 * Runs a program and ends the process: with 0, with 78 for what only a change of settings mends, else with 1. Those
 * errors, a database that cannot be opened, wrong arguments and errors of the `expected` classes are for whoever started
 * it and show as their message alone; any other shows with its stack. With `stays` the process ends with 78 only when it
 * is told to stop: a supervisor that knows no exit codes would start it again for ever.
 */
export async function runAndExit(
  program: () => Promise<void>,
  {
    expected = [],
    stays = false,
  }: { readonly expected?: readonly ErrorClass[]; readonly stays?: boolean } = {},
): Promise<never> {
  try {
    await program();
    return process.exit(0);
  } catch (error) {
    const told = [...MISTAKES, DatabaseOpeningError, ...expected];
    const isTold = told.some((each) => error instanceof each) || isWrongArgument(error);
    process.stderr.write(`${error instanceof Error ? (isTold ? error.message : error.stack) : error}\n`);
    if (!isMistake(error)) return process.exit(1);
    if (stays) await toldToStop();
    return process.exit(EXIT_CONFIG);
  }
}

/** Nothing listens meanwhile, so health checks fail. */
async function toldToStop(): Promise<void> {
  process.stderr.write(
    'The bot waits here, unhealthy, until it is stopped. Start it again after the change.\n',
  );
  const alive = setInterval(() => {}, 60_000);
  await new Promise<void>((resolve) => {
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  clearInterval(alive);
}

function isMistake(error: unknown): boolean {
  if (error instanceof DatabaseOpeningError) return !error.isTransient;
  return MISTAKES.some((each) => error instanceof each);
}

/** As `parseArgs` of Node tells it. */
function isWrongArgument(error: unknown): boolean {
  return String(Object(error).code).startsWith('ERR_PARSE_ARGS_');
}
