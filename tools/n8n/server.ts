import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { N8nFolder } from './folder.ts';

/** n8n says it when its routes are there; its health page answers before. */
const READY = 'Editor is now accessible via';
const LONGEST_START_MS = 300_000;
const LONGEST_END_MS = 20_000;
const KEPT_LOG_CHARACTERS = 20_000;

/** n8n as a server. */
export interface N8nServer {
  /** http://127.0.0.1:PORT */
  readonly url: string;
  /** The last of what it logged. */
  log(): string;
  /** Ends when the server has ended, by itself or by `stop`. */
  readonly ended: Promise<void>;
  /** Sets its clock to that instant (epoch milliseconds); the folder must have been opened with one to start at. */
  moveClock(instant: number): void;
  stop(): Promise<void>;
}

/** Starts n8n in that folder; rejects with its log when it does not come up. */
export async function startServer(folder: N8nFolder): Promise<N8nServer> {
  const { node, entry } = folder.n8n;
  const child = spawn(node, [...folder.preloads, entry, 'start'], {
    cwd: folder.path,
    env: { ...folder.environment, RETAIL_DATA_TEST_CLOCK_MOVES: 'yes' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const log = keepLog(child);
  const ended = once(child, 'exit').then(() => undefined);
  const server: N8nServer = {
    url: `http://127.0.0.1:${folder.port}`,
    log: log.text,
    ended,
    moveClock: (instant) => child.send({ now: instant }),
    stop: () => stop(child, ended),
  };
  try {
    await ready(log, ended);
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

function keepLog(child: ChildProcess) {
  let text = '';
  const readers = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text = (text + part).slice(-KEPT_LOG_CHARACTERS);
      for (const read of readers) read();
    });
  return { text: () => text, readers };
}

function ready(log: ReturnType<typeof keepLog>, ended: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (what: string) => () => settle(() => reject(new Error(`${what}\n${log.text()}`)));
    const deadline = setTimeout(fail('n8n did not come up in five minutes.'), LONGEST_START_MS);
    const look = () => {
      if (log.text().includes(READY)) settle(resolve);
    };
    const settle = (end: () => void) => {
      clearTimeout(deadline);
      log.readers.delete(look);
      end();
    };
    log.readers.add(look);
    ended.then(fail('n8n ended before it was up.'));
  });
}

/** n8n closes its database on SIGTERM; one that does not end by then is killed. */
async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const deadline = setTimeout(() => child.kill('SIGKILL'), LONGEST_END_MS);
  await ended;
  clearTimeout(deadline);
}
