import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENDER_FILE, compile, GENERATED_FILE } from './compile.ts';
import type { ContenderOrder, Run } from './contender.ts';
import type { Contender } from './contenders.ts';
import type { BodyName, BodySize } from './service/bodies.ts';
import type { ServiceOrder, ServiceReady } from './service/main.ts';
import { differenceOf } from './tally.ts';

export interface BenchOptions {
  readonly contenders: readonly Contender[];
  readonly size: BodySize;
  readonly runs: number;
  /** Told what happens next. */
  readonly onStep: (step: string) => void;
}

/** The runs of each contender, by its name. */
export type Runs = ReadonlyMap<string, readonly Run[]>;

/** What became of a read in a small heap. */
export type HeapOutcome = { readonly finished: true; readonly run: Run } | { readonly finished: false };

export interface Bench {
  readonly written: ServiceReady['written'];
  /** Every contender in turn, forward, then backward, and so on: what changes with time meets all alike. */
  runAll(): Promise<Runs>;
  /** Once with that many megabytes of heap for old objects. */
  runInHeap(contender: Contender, megabytes: number): Promise<HeapOutcome>;
  close(): Promise<void>;
}

/** Compiles the contenders and starts the service with the bodies they read. */
export async function openBench(options: BenchOptions): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-bench-'));
  try {
    return await openIn(folder, options);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function openIn(folder: string, options: BenchOptions): Promise<Bench> {
  options.onStep('compiling the contenders');
  await compile(folder);
  const contenderFile = join(folder, CONTENDER_FILE);
  const generated = join(folder, GENERATED_FILE);
  options.onStep('writing the bodies');
  const bodies = [...new Set(options.contenders.map((contender) => contender.body))];
  const serviceOrder: ServiceOrder = { bodies, size: options.size };
  const service = start(inThisFolder('service/main.ts'), JSON.stringify(serviceOrder));
  const { origin, written }: ServiceReady = await firstMessage(service, 'The service of the bench');

  const orderOf = ({ reader, body }: Contender): string => {
    const order: ContenderOrder = {
      reader,
      baseUrl: `${origin}/${body}`,
      stock: body === 'stock',
      generated,
    };
    return JSON.stringify(order);
  };
  const checked = (run: Run, { title, body }: Contender): Run => {
    const difference = differenceOf(run.counted, tallyOf(written, body));
    if (difference !== undefined) throw new Error(`${title}: ${difference}.`);
    return run;
  };

  return {
    written,
    async runAll() {
      const runs = new Map<string, Run[]>(options.contenders.map(({ name }) => [name, []]));
      for (let turn = 1; turn <= options.runs; turn += 1) {
        const order = turn % 2 === 1 ? options.contenders : options.contenders.toReversed();
        for (const contender of order) {
          options.onStep(`run ${turn} of ${options.runs}: ${contender.title}`);
          const run: Run = await firstMessage(start(contenderFile, orderOf(contender)), contender.title);
          runs.get(contender.name)?.push(checked(run, contender));
        }
      }
      return runs;
    },
    async runInHeap(contender, megabytes) {
      options.onStep(`${contender.title} with a heap of ${megabytes} MB`);
      const child = start(contenderFile, orderOf(contender), [`--max-old-space-size=${megabytes}`], 'pipe');
      let said = '';
      child.stderr?.on('data', (chunk) => {
        said += String(chunk);
      });
      try {
        const run: Run = await firstMessage(child, contender.title);
        return { finished: true, run: checked(run, contender) };
      } catch (error) {
        if (said.includes('heap out of memory')) return { finished: false };
        throw new Error(`${error instanceof Error ? error.message : error}\n${said}`);
      }
    },
    async close() {
      service.disconnect();
      await once(service, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function tallyOf(written: ServiceReady['written'], body: BodyName) {
  const tally = written[body];
  if (tally === undefined) throw new Error(`The service of the bench has no body "${body}".`);
  return tally;
}

function start(
  file: string,
  parameter: string,
  execArgv: string[] = [],
  stderr: 'inherit' | 'pipe' = 'inherit',
): ChildProcess {
  return fork(file, [parameter], {
    execArgv,
    stdio: ['ignore', 'inherit', stderr, 'ipc'],
  });
}

/** The one thing a process says, which is what its order asked for; an end without it is an error. */
function firstMessage<Said>(child: ChildProcess, title: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(message as Said));
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`${title} ended early (${signal ?? `code ${code}`}).`)),
    );
  });
}

function inThisFolder(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
