import { basename, resolve } from 'node:path';
import { createCalendar } from '../../calendar/calendar.ts';
import { dateOf, dayOf } from '../../calendar/openDays.ts';
import { RetailDataClient } from '../../client/nodeClient.ts';
import { RetailDataError } from '../../errors/errors.ts';
import type { CliContext } from '../context.ts';
import { Mistakes } from '../mistakes.ts';
import { createRedactor, readSettings, type ServiceSettings } from '../settings.ts';
import { counted, inDigits, inSize } from './amounts.ts';
import { type ExportResult, ExportStopped, exportSales } from './exportSales.ts';
import type { FileSystem } from './fileSystem.ts';
import { HELP, readFlags, type SalesFlags } from './flags.ts';
import { createProgress } from './progress.ts';
import { ExportRefusal } from './refusal.ts';

const DONE = 0;
const FAILED = 1;
const INTERRUPTED = 2;

export interface SalesPlaces {
  /** Where a relative `--out` begins. */
  readonly workingFolder: string;
  readonly fileSystem: FileSystem;
}

/** Where an export writes. A file and its days are in one folder, so that a rename is one step. */
interface Target {
  readonly folder: string;
  /** Set when one file is wanted. */
  readonly file: string | undefined;
  readonly name: string;
}

/** `npm run sales`: writes a range of daily sales. Gives the exit code; says everything by itself. */
export async function runSales(context: CliContext, places: SalesPlaces): Promise<number> {
  const { args, environment, stdout, stderr, clock, signal } = context;
  if (args.includes('--help')) {
    stdout.write(HELP);
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
  const target = targetOf(flags, places.workingFolder);
  try {
    const result = await write(context, places.fileSystem, flags, settings, target);
    stdout.write(`${redact(describeResult(result, flags, target))}\n`);
    return DONE;
  } catch (error) {
    const isInterrupted = error instanceof ExportStopped && signal.aborted;
    const why = isInterrupted ? 'Interrupted.' : describeError(error);
    printError(`${why}${describeKept(error, flags, target)}`);
    return isInterrupted ? INTERRUPTED : FAILED;
  }
}

function targetOf({ out, kind }: SalesFlags, workingFolder: string): Target {
  const path = resolve(workingFolder, out);
  const name = basename(path);
  return kind === 'folder'
    ? { folder: path, file: undefined, name }
    : { folder: `${path}.days`, file: path, name };
}

async function write(
  { clock, stderr, signal }: CliContext,
  fileSystem: FileSystem,
  flags: SalesFlags,
  settings: ServiceSettings,
  { folder, file }: Target,
): Promise<ExportResult> {
  const { filter, format, style, pageSize, again, overwrite } = flags;
  const client = new RetailDataClient({ ...settings, clock });
  try {
    return await exportSales({
      client,
      fileSystem,
      folder,
      file,
      subject: { ...settings, filter, format, style },
      days: daysOf(flags),
      pageSize,
      again,
      overwrite,
      progress: createProgress(stderr, clock),
      signal,
    });
  } finally {
    await client.close();
  }
}

function daysOf({ from, to }: SalesFlags): readonly string[] {
  const days: string[] = [];
  for (let day = dayOf(from); day <= dayOf(to); day += 1) days.push(dateOf(day));
  return days;
}

/** "Wrote sales.csv: 12,288 sales of 7 days, 1.1 MB." */
function describeResult(
  { rows, bytes, daysKept }: ExportResult,
  flags: SalesFlags,
  { name }: Target,
): string {
  const days = daysOf(flags).length;
  const sales = counted(rows, 'sale', 'sales');
  if (daysKept === 0) return `Wrote ${name}: ${sales} of ${counted(days, 'day', 'days')}, ${inSize(bytes)}.`;
  const read = `${sales} of ${counted(days - daysKept, 'day', 'days')} read now`;
  return `Wrote ${name}: ${read}, ${counted(daysKept, 'day', 'days')} by an earlier run, ${inSize(bytes)}. To read all anew, add --again.`;
}

function describeError(error: unknown): string {
  if (error instanceof ExportStopped) return describeError(error.cause);
  if (error instanceof RetailDataError) return `${error.message} ${error.advice}`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExportRefusal) return error.message;
  if ('syscall' in error) {
    return `A file could not be read or written: ${error.message}. Free up space or fix the permissions.`;
  }
  return error.stack ?? error.message;
}

/** What is kept for the next run; nothing where the same command could not go on. */
function describeKept(error: unknown, flags: SalesFlags, { folder }: Target): string {
  if (!(error instanceof ExportStopped) || error.cause instanceof ExportRefusal) return '';
  const days = `${inDigits(error.days)} of ${counted(daysOf(flags).length, 'day', 'days')}`;
  return flags.again
    ? ` ${days} were read anew; run the same command again to read all of them.`
    : ` ${days} are whole in ${basename(folder)}; run the same command again to go on.`;
}
