import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createCalendar } from '../../calendar/calendar.ts';
import { RetailDataClient } from '../../client/nodeClient.ts';
import { RetailDataError } from '../../errors/errors.ts';
import type { CliContext } from '../context.ts';
import { Mistakes } from '../mistakes.ts';
import { createRedactor, readSettings } from '../settings.ts';
import { type ExportResult, exportSales, WrongDay } from './exportSales.ts';
import { helpOf, readFlags } from './flags.ts';
import { counted, createProgress } from './progress.ts';

const DONE = 0;
const FAILED = 1;
const INTERRUPTED = 2;

export interface SalesCall {
  /** How the command is typed, for its help. */
  readonly usage: string;
  /** Where a relative `--out` begins. */
  readonly workingFolder: string;
}

/** Writes the daily sales of a period, a file for each day. Gives the exit code. */
export async function runSales(context: CliContext, { usage, workingFolder }: SalesCall): Promise<number> {
  const { args, environment, stdout, stderr, clock, signal } = context;
  if (args.includes('--help')) {
    stdout.write(helpOf(usage));
    return DONE;
  }
  const redact = createRedactor(environment);
  const printError = (sentence: string) => stderr.write(`${redact(sentence)}\n`);

  const mistakes = new Mistakes();
  const flags = readFlags(args, createCalendar().latestSalesDay(clock.now()), mistakes);
  const settings = readSettings(environment, mistakes);
  if (flags === undefined || settings === undefined || mistakes.messages.length > 0) {
    for (const message of mistakes.messages) printError(message);
    return FAILED;
  }
  const client = new RetailDataClient({ ...settings, clock });
  const progress = createProgress(stderr, clock);
  try {
    const folder = resolve(workingFolder, flags.out);
    const checkout = checkoutThatTracks(folder);
    if (checkout !== undefined) {
      printError(
        `Warning: ${flags.out} is in the git checkout ${checkout}, which does not ignore it: the sales could be committed. Choose a folder outside, or add it to .gitignore.`,
      );
    }
    const result = await exportSales({ ...flags, folder, client, progress, signal });
    progress.end();
    stdout.write(`${redact(describeResult(result, flags.out))}\n`);
    return DONE;
  } catch (error) {
    progress.end();
    printError(signal.aborted ? 'Interrupted. Run the same command again to go on.' : describeError(error));
    return signal.aborted ? INTERRUPTED : FAILED;
  } finally {
    await client.close();
  }
}

/** The git checkout that a folder would be part of; undefined outside of one, and where git ignores the folder. */
function checkoutThatTracks(folder: string): string | undefined {
  let root = folder;
  while (!existsSync(join(root, '.git'))) {
    if (dirname(root) === root) return undefined;
    root = dirname(root);
  }
  const { status } = spawnSync('git', ['check-ignore', '--quiet', join(folder, 'day.csv')], { cwd: root });
  return status === 0 ? undefined : root;
}

/** "Wrote 5 days to sales: 12,288 sales. 2 days have a file already. 1 day has no sales yet." */
function describeResult({ written, sales, present, empty }: ExportResult, out: string): string {
  const [have, lack] = [present, empty].map((count) => (count === 1 ? 'has' : 'have'));
  return [
    `Wrote ${counted(written, 'day')} to ${out}: ${counted(sales, 'sale')}.`,
    ...(present > 0 ? [`${counted(present, 'day')} ${have} a file already; --again reads all.`] : []),
    ...(empty > 0 ? [`${counted(empty, 'day')} ${lack} no sales yet.`] : []),
  ].join(' ');
}

function describeError(error: unknown): string {
  if (error instanceof RetailDataError) {
    return `${error.message} ${error.advice} Days with a file are complete; run the same command again to go on.`;
  }
  if (!(error instanceof Error)) return String(error);
  if (error instanceof WrongDay) return error.message;
  if ('syscall' in error) {
    return `A file could not be read or written: ${error.message}. Free up space or fix the permissions, then run the same command again.`;
  }
  return error.stack ?? error.message;
}
