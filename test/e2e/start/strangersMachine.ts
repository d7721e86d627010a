import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../../../', import.meta.url));

/** What coreutils brings that an npm script could want. */
const COREUTILS =
  'cat chmod cp cut date dirname basename echo env expr head ln ls mkdir mktemp mv nproc printf pwd readlink rm rmdir sleep sort stat tail tee test touch tr true uname uniq wc'.split(
    ' ',
  );

export interface Machine {
  /** A copy of every file of the project that is, or would be, in a commit. */
  readonly checkout: string;
  /** Environment with only node, npm, git, sh and coreutils on PATH, and no setting of the bot. */
  readonly environment: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Other programs than those of this machine, by their paths. */
export interface OwnPrograms {
  readonly node?: string;
  /** The start file of npm, which the machine's node runs. */
  readonly npm?: string;
}

/** A machine that has seen nothing of this project: no compiler, no Python, an empty checkout. */
export async function strangersMachine(programs: OwnPrograms = {}): Promise<Machine> {
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-stranger-'));
  const tools = join(folder, 'bin');
  await mkdir(tools);
  const tool = async (name: string, path: string | undefined) => {
    if (path !== undefined) await symlink(path, join(tools, name));
  };
  for (const name of ['git', 'sh', ...COREUTILS]) await tool(name, await find(name));
  await tool('node', programs.node ?? (await find('node')));
  if (programs.npm === undefined) await tool('npm', await find('npm'));
  else await writeFile(join(tools, 'npm'), `#!/bin/sh\nexec node '${programs.npm}' "$@"\n`, { mode: 0o755 });
  const checkout = join(folder, 'checkout');
  await copyTree(checkout);
  return {
    checkout,
    environment: cleanEnvironment(tools),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Copies every file of the project that is, or would be, in a commit. */
export async function copyTree(checkout: string): Promise<void> {
  const listing = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: projectFolder,
    encoding: 'utf8',
  });
  for (const file of listing.split('\0').filter((name) => name !== '')) {
    const target = join(checkout, file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(projectFolder, file), target);
  }
}

/** The project once more in that folder, with what is installed here. */
export async function copyInstalled(checkout: string): Promise<void> {
  await copyTree(checkout);
  for (const part of ['', 'bot', 'shared']) {
    const installed = join(projectFolder, part, 'node_modules');
    if (existsSync(installed)) await symlink(installed, join(checkout, part, 'node_modules'));
  }
}

/** The machine's own program, not the one an npm script put first on PATH. */
async function find(tool: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder.includes('node_modules') || folder.includes('node-gyp-bin')) continue;
    const path = join(folder, tool);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

/** npm's cache is kept, and preferred: what the test run installed is not fetched again. */
export function cleanEnvironment(path: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_|ACCESS_|SLACK_|RETAIL_DATA_|DIGEST_|SALES_|STOCK_|PRODUCT_LIST|DATABASE_URL|(HEALTH_)?PORT|LOG_LEVEL|NODE_ENV|NODE_OPTIONS|VITEST|INIT_CWD)/.test(
        name,
      ),
  );
  const cache = process.env.npm_config_cache;
  return {
    ...Object.fromEntries(kept),
    PATH: path,
    npm_config_prefer_offline: 'true',
    ...(cache === undefined ? {} : { npm_config_cache: cache }),
  };
}

/** The lines in which that stands; a check of them shows what it has found. */
export function linesWith(output: string, pattern: RegExp): string[] {
  return output.split('\n').filter((line) => pattern.test(line));
}

export interface RunningCommand {
  output(): string;
  /** Resolves once the output holds the text; rejects when the command ends before, or after the deadline. */
  until(text: string, deadlineMs: number): Promise<void>;
  /** Ctrl-C, as a terminal sends it: to every process of the command. */
  interrupt(): void;
  /** Another signal, to every process of the command. */
  signal(name: NodeJS.Signals): void;
  /** The exit code; rejects after the deadline, having ended the command. */
  exit(deadlineMs: number): Promise<number | null>;
}

const running = new Set<ChildProcess>();
// What a test that failed has left behind would slow the others down.
process.once('exit', () => {
  for (const { pid } of running) endGroup(pid, 'SIGKILL');
});

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

export function run(
  program: string,
  parameters: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    /** As somebody else than who runs the tests. */
    readonly uid?: number;
    readonly gid?: number;
  },
): RunningCommand {
  const child = spawn(program, parameters, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  let hasClosed = false;
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
    tell();
  });
  child.stderr.on('data', (chunk) => {
    output += String(chunk);
    tell();
  });
  const signalGroup = (signal: NodeJS.Signals) => endGroup(child.pid, signal);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      hasClosed = true;
      running.delete(child);
      resolve(code);
      tell();
    });
  });
  const before = <T>(deadlineMs: number, what: string, work: Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        signalGroup('SIGKILL');
        reject(new Error(`${what} did not come within ${deadlineMs} ms. The output was:\n${output}`));
      }, deadlineMs);
    });
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };

  return {
    output: () => output,
    until: (text, deadlineMs) =>
      before(
        deadlineMs,
        `"${text}"`,
        new Promise((resolve, reject) => {
          const look = () => {
            if (output.includes(text)) resolve();
            else if (hasClosed) reject(new Error(`It ended before "${text}":\n${output}`));
            else return;
            listeners.delete(look);
          };
          listeners.add(look);
          look();
        }),
      ),
    interrupt: () => signalGroup('SIGINT'),
    signal: signalGroup,
    exit: (deadlineMs) => before(deadlineMs, 'The end', ended),
  };
}
