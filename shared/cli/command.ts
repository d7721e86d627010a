import { resolve } from 'node:path';
import { PortableClient } from '../client/client.ts';
import type { DailySalesFilter } from '../client/options.ts';
import type { Clock } from '../clock/clock.ts';
import { acceptsSale } from '../compiled.ts';
import { InvalidInputError, PageDriftError, RetailDataError } from '../errors/errors.ts';
import { createInProcessRateLimiter } from '../rateLimit/inProcessRateLimiter.ts';
import { redactKey } from '../transport/subscriptionKey.ts';
import { createUndiciTransport } from '../transport/undici.ts';
import { counted, inSize } from './amounts.ts';
import type { Disk } from './disk.ts';
import { FlagError, HELP, readFlags, type SalesFlags } from './flags.ts';
import { type ExportPaths, pathsOf } from './paths.ts';
import { createProgress, type ProgressStream } from './progress.ts';
import { ExportRefusal } from './refusal.ts';
import { type ExportResult, ExportStopped, writeSales } from './salesExport.ts';
import { type Environment, KEY_NAME, readSettings, type ServiceSettings } from './settings.ts';

/** What the command lives in. */
export interface Surroundings {
  readonly args: readonly string[];
  readonly environment: Environment;
  /** Where a relative `--out` begins. */
  readonly folder: string;
  readonly stdout: NodeJS.WritableStream;
  /** Progress, and the sentence when something is wrong. */
  readonly stderr: ProgressStream;
  readonly clock: Clock;
  readonly disk: Disk;
  /** Aborted when someone asks it to stop. */
  readonly signal: AbortSignal;
  readonly checkpointBytes?: number | undefined;
}

export const DONE = 0;
export const FAILED = 1;
export const INTERRUPTED = 2;

/** `npm run sales`: writes a range of daily sales to a file. Gives the exit code; says everything by itself. */
export async function runSales(surroundings: Surroundings): Promise<number> {
  const { args, environment, stdout, stderr } = surroundings;
  if (args.includes('--help')) {
    stdout.write(HELP);
    return DONE;
  }
  const key = environment[KEY_NAME]?.trim() ?? '';
  const line = (sentence: string) => `${key === '' ? sentence : redactKey(sentence, key)}\n`;
  const complain = (sentence: string) => stderr.write(line(sentence));

  const mistakes: string[] = [];
  const reading = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof FlagError)) throw error;
      mistakes.push(error.message);
      return undefined;
    }
  };
  const flags = readFlags(args, reading);
  const settings = readSettings(environment, reading);
  if (flags === undefined || settings === undefined || mistakes.length > 0) {
    for (const mistake of mistakes) complain(mistake);
    return FAILED;
  }
  const paths = pathsOf(resolve(surroundings.folder, flags.out));
  try {
    const result = await write(surroundings, flags, settings, paths);
    stdout.write(line(resultSentence(result, paths)));
    return DONE;
  } catch (error) {
    const interrupted = error instanceof ExportStopped && surroundings.signal.aborted;
    complain(
      interrupted ? `Interrupted. ${keptIn(paths, error.kept, flags)}` : sentenceOf(error, paths, flags),
    );
    return interrupted ? INTERRUPTED : FAILED;
  }
}

async function write(
  surroundings: Surroundings,
  flags: SalesFlags,
  settings: ServiceSettings,
  paths: ExportPaths,
): Promise<ExportResult> {
  const { clock, disk, signal, stderr, checkpointBytes } = surroundings;
  if (!(await disk.hasFolder(paths.folder))) {
    throw new ExportRefusal(`--out is in ${paths.folder}, which is not a folder; make it, or name another.`);
  }
  const transport = createUndiciTransport(settings);
  try {
    const { filter, format, style, pageSize, overwrite, restart } = flags;
    const rateLimiter = createInProcessRateLimiter(clock);
    return await writeSales({
      client: new PortableClient({ transport, clock, rateLimiter, acceptsSale }),
      clock,
      disk,
      paths,
      subject: { ...settings, query: queryOf(filter), format, style },
      filter,
      pageSize,
      overwrite,
      restart,
      progress: createProgress(stderr, clock),
      signal,
      checkpointBytes,
    });
  } finally {
    await transport.close();
  }
}

function resultSentence({ rows, bytes, wasComplete }: ExportResult, { outName }: ExportPaths): string {
  const already = wasComplete ? ' An earlier run had read them all; run again to read anew.' : '';
  return `Wrote ${outName}: ${counted(rows, 'sale', 'sales')}, ${inSize(bytes)}.${already}`;
}

function queryOf(filter: DailySalesFilter): Record<string, string | number> {
  const query: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) query[name] = value;
  return query;
}

function sentenceOf(error: unknown, paths: ExportPaths, flags: SalesFlags): string {
  if (error instanceof ExportStopped) {
    const why = sentenceOf(error.cause, paths, flags);
    const goesOn = !(error.cause instanceof PageDriftError || error.cause instanceof ExportRefusal);
    return goesOn ? `${why} ${keptIn(paths, error.kept, flags)}` : why;
  }
  if (error instanceof PageDriftError) return `${error.message} Add --restart to begin anew.`;
  if (error instanceof RetailDataError) return `${error.message} ${error.advice}`;
  if (!(error instanceof Error)) return String(error);
  if (error instanceof ExportRefusal) return error.message;
  if ('syscall' in error) return `The disk did not do it: ${error.message}. Mend that first.`;
  return error.stack ?? error.message;
}

function keptIn({ partName }: ExportPaths, kept: number, { restart }: SalesFlags): string {
  const again = restart ? 'the same command again without --restart' : 'the same command again';
  return `${counted(kept, 'sale is', 'sales are')} kept in ${partName}; run ${again} to go on.`;
}
