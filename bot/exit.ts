import { SettingsError } from './settings/settings.ts';

/** sysexits.h: something is wrong with the configuration, which no restart mends. */
const EXIT_CONFIG = 78;

type ErrorClass = abstract new (...parameters: never) => Error;

/**
 * Runs a program and ends the process: with 0, with 78 for wrong settings, else with 1. An error of the `expected`
 * classes is for whoever started it and shows as its message alone; any other shows with its stack.
 */
export async function runAndExit(
  program: () => Promise<void>,
  expected: readonly ErrorClass[],
): Promise<never> {
  try {
    await program();
    return process.exit(0);
  } catch (error) {
    const isExpected = expected.some((each) => error instanceof each);
    process.stderr.write(`${error instanceof Error ? (isExpected ? error.message : error.stack) : error}\n`);
    return process.exit(error instanceof SettingsError ? EXIT_CONFIG : 1);
  }
}
