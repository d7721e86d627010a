import { ForeignDatabaseError } from '../database/identity.ts';
import { DatabaseOpeningError } from '../database/openingError.ts';
import { PortError } from '../settings/portError.ts';
import { SettingsError } from '../settings/settings.ts';
import { SlackStartError } from '../slack/app.ts';

/** EX_CONFIG of sysexits.h: a restart fails again until somebody fixes what the message says. */
const EXIT_CONFIG = 78;

type ErrorClass = abstract new (...parameters: never) => Error;

const MISTAKES: readonly ErrorClass[] = [SettingsError, SlackStartError, PortError, ForeignDatabaseError];

/**
 * Runs a program and ends the process: with 0, with 78 for an error that only a change of settings fixes, or with 1.
 * Prints only the message of such an error, of a database that cannot be opened, of wrong arguments and of the
 * `expected` classes; prints the stack of others. `stays`: instead of ending with 78 at once, waits to be stopped,
 * because a supervisor that ignores exit codes would restart it for ever.
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
    const withoutStack = [...MISTAKES, DatabaseOpeningError, ...expected];
    const isMessageOnly = withoutStack.some((each) => error instanceof each) || isWrongArgument(error);
    process.stderr.write(
      `${error instanceof Error ? (isMessageOnly ? error.message : error.stack) : error}\n`,
    );
    if (!isMistake(error)) return process.exit(1);
    if (stays) await waitToBeStopped();
    return process.exit(EXIT_CONFIG);
  }
}

/** Waits for a signal. Health checks fail, because nothing listens. */
async function waitToBeStopped(): Promise<void> {
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

/** An error of Node's `parseArgs`. */
function isWrongArgument(error: unknown): boolean {
  return String(Object(error).code).startsWith('ERR_PARSE_ARGS_');
}
