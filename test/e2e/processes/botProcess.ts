import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPILE_CACHE } from '../../support/compileCache.ts';
import type { ClockReading } from '../../support/faults/flowingClock.ts';
import type { BotMessage, BotOrder, BotReport, DeathSentence, Memory, Work } from './botOrder.ts';
import { isStopped } from './stopped.ts';

/** As `npm start` starts it. */
const FLAGS = ['--max-semi-space-size=2'];
const START_PATIENCE_MS = 180_000;
/** Longer than the bot takes to finish or hand back what is in flight. */
const STOP_PATIENCE_MS = 180_000;
const ANSWER_PATIENCE_MS = 2_000;
const LOOK_MS = 20;

/** The real bot in a process of its own, which can be killed at any moment. */
export interface BotProcess {
  readonly pid: number;
  readonly isAlive: boolean;
  /** Its log, one JSON object a line, and what it wrote to stderr. */
  log(): string;
  setClock(reading: ClockReading): void;
  dieAt(sentence: DeathSentence | undefined): void;
  signal(name: NodeJS.Signals): void;
  memory(): Promise<Memory>;
  /** Whether it has read everything that it was told, or is dead; not if it stands still. */
  answers(): Promise<boolean>;
  /** Whether it is at work, as it says itself; not if it waits for the clock, stands still or is dead. */
  isWorking(): Promise<boolean>;
  /** SIGKILL, and until it is gone. */
  kill(): Promise<void>;
  /** SIGTERM, and until it is gone; its exit code. @throws Error when it does not end, and then it is killed. */
  stop(): Promise<number | null>;
}

/**
 * Resolves once the bot is in Slack, or is dead, when it was sentenced to die on the way. `script` is botChild.ts, bundled.
 */
export async function startBotProcess(script: string, order: BotOrder): Promise<BotProcess> {
  const child = spawn(process.execPath, [...FLAGS, '--expose-gc', script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: '1',
      MALLOC_MMAP_THRESHOLD_: '131072',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
    },
  });
  const exited = once(child, 'exit').then(() => {});
  let log = '';
  child.stdout?.on('data', (chunk) => {
    log += String(chunk);
  });
  child.stderr?.on('data', (chunk) => {
    log += String(chunk);
  });
  const askers: ((memory: Memory) => void)[] = [];
  const workAskers: ((work: Work) => void)[] = [];
  const ready = new Promise<void>((resolve) => {
    child.on('message', (report: BotReport) => {
      if (report.kind === 'ready') resolve();
      if (report.kind === 'memory') askers.shift()?.(report);
      if (report.kind === 'work') workAskers.shift()?.(report);
    });
  });
  const bot: BotProcess = {
    pid: child.pid ?? 0,
    get isAlive() {
      return isAlive(child);
    },
    log: () => log,
    setClock: (reading) => tell(child, { kind: 'clock', reading }),
    dieAt: (dieAt) => tell(child, { kind: 'dieAt', dieAt }),
    signal: (name) => void child.kill(name),
    memory: () =>
      new Promise((resolve, reject) => {
        askers.push(resolve);
        exited.then(() => reject(new Error('the bot ended before it said how much memory it holds')));
        tell(child, { kind: 'memory' });
      }),
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    answers: () =>
      Promise.race([
        bot.memory().then(
          () => true,
          () => true,
        ),
        delay(ANSWER_PATIENCE_MS, false, { ref: false }),
      ]),
    async isWorking() {
      const answer = new Promise<boolean>((resolve) => {
        workAskers.push(({ underWay }) => resolve(underWay > 0));
        tell(child, { kind: 'work' });
      });
      // However busy the machine is: without an answer nobody knows.
      while (bot.isAlive && !isStopped(bot.pid)) {
        const said = await Promise.race([answer, exited, delay(LOOK_MS)]);
        if (said !== undefined) return said;
      }
      return false;
    },
    async stop() {
      child.kill('SIGTERM');
      const ended = await Promise.race([
        exited.then(() => true),
        delay(STOP_PATIENCE_MS, false, { ref: false }),
      ]);
      if (ended) return child.exitCode;
      await bot.kill();
      throw new Error(`the bot did not end within ${STOP_PATIENCE_MS / 1_000} s of SIGTERM:\n${log}`);
    },
  };
  const tooLate = new AbortController();
  const timer = setTimeout(() => tooLate.abort(), START_PATIENCE_MS);
  await Promise.race([ready, exited, once(tooLate.signal, 'abort')]);
  clearTimeout(timer);
  if (tooLate.signal.aborted) {
    await bot.kill();
    throw new Error(`the bot did not start within ${START_PATIENCE_MS / 1_000} s:\n${log}`);
  }
  if (!bot.isAlive && child.signalCode !== 'SIGKILL') throw new Error(`the bot ended at its start:\n${log}`);
  return bot;
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function tell(child: ChildProcess, message: BotMessage): void {
  // A process that was just killed hears nothing any more, which is no failure of the test.
  if (child.connected) child.send(message, () => {});
}
