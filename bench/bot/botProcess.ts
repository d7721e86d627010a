import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The bot as `npm start` runs it, in a process of its own. */
export interface BotProcess {
  /** From the start of the process until it says that it is in Slack. */
  readonly readyMs: number;
  /** Resident memory now, in MB. */
  memoryMb(): Promise<number>;
  /** The most resident memory so far, in MB. */
  peakMb(): Promise<number>;
  /** Warnings and errors of its log. */
  readonly complaints: readonly string[];
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const READY = 'the bot is in Slack';
const WARNING = 40;
const PATIENCE_MS = 60_000;
const PATH = `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;

/** Builds the bot when its sources have changed. */
export function prepareStart(environment: Readonly<Record<string, string>>): void {
  execFileSync('node', ['scripts/setup.mjs', 'start'], {
    cwd: ROOT,
    env: { PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

export async function startBotProcess(environment: Readonly<Record<string, string>>): Promise<BotProcess> {
  const { scripts }: { scripts: { start: string } } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  const env = { PATH, ...environment };
  // A start is measured once the bot is built.
  prepareStart(environment);
  const from = performance.now();
  const child = spawn('sh', ['-c', scripts.start], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const complaints: string[] = [];
  const ready = new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { msg, level }: { msg?: string; level?: number | string } = line.startsWith('{')
        ? JSON.parse(line)
        : { msg: line };
      if (msg === READY) resolve(performance.now() - from);
      if (typeof level === 'number' ? level >= WARNING : /warn|error|fatal/.test(level ?? '')) {
        complaints.push(msg ?? line);
      }
    });
    createInterface({ input: child.stderr }).on('line', (line) => complaints.push(line));
    child.once('exit', (code) =>
      reject(new Error(`The bot ended with code ${code}:\n${complaints.join('\n')}`)),
    );
    setTimeout(() => reject(new Error('The bot was not ready in time.')), PATIENCE_MS).unref();
  });
  const megabytesOf = async (field: string) => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? Number.NaN) / 1024;
  };
  try {
    return {
      readyMs: await ready,
      complaints,
      memoryMb: () => megabytesOf('VmRSS'),
      peakMb: () => megabytesOf('VmHWM'),
      async stop() {
        const ended = once(child, 'exit');
        if (child.exitCode === null && child.signalCode === null) {
          child.kill('SIGTERM');
          await ended;
        }
      },
    };
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
}
