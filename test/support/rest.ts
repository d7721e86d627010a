import { subscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises';
import { hangingCalls } from '../../bot/demo/slack/faults.ts';
import type { BotModule } from './bundledBot.ts';
import { watchPostgres } from './faults/process.ts';
import { keepProcesses } from './processes.ts';

/** Requests of this process, by fetch or undici, that have no whole answer yet. */
const underWay = new Set<unknown>();
let begun = 0;

function requestOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'request' in message ? message.request : message;
}

subscribe('undici:request:create', (message) => {
  const request = requestOf(message);
  // A WebSocket stays open.
  if (typeof request === 'object' && request !== null && Reflect.get(request, 'upgrade')) return;
  underWay.add(request);
  begun += 1;
});
for (const end of ['undici:request:trailers', 'undici:request:error'])
  subscribe(end, (message) => void underWay.delete(requestOf(message)));

/** What PostgreSQL works at, on connections that stand open: Node does not name it. */
const onServer = new Set<Promise<unknown>>();

function whileOnServer<Result>(work: Promise<Result>): Promise<Result> {
  const ended = work.finally(() => onServer.delete(ended));
  onServer.add(ended);
  return ended;
}

const watched = new WeakSet<object>();

/** Sees what the bot sends to PostgreSQL by the classes of its bundle: as a process of its own, and until it is answered. */
export function watchConnections({ PostgresClient, PostgresPool }: BotModule): void {
  const { prototype } = PostgresClient;
  if (watched.has(prototype)) return;
  watched.add(prototype);
  watchPostgres(PostgresClient, whileOnServer);
  const { connect } = prototype;
  // The pool gives a callback.
  Object.defineProperty(prototype, 'connect', {
    value(this: object, callback: (...given: unknown[]) => void) {
      const connected = Promise.withResolvers<void>();
      void whileOnServer(connected.promise);
      const tell = (...given: unknown[]) => {
        connected.resolve();
        callback(...given);
      };
      return Reflect.apply(connect, this, [tell]);
    },
  });
  // Timers of connections that wait for somebody would be taken for pauses of the bot.
  const fromPool = PostgresPool.prototype.connect;
  Object.defineProperty(PostgresPool.prototype, 'connect', {
    value(this: InstanceType<typeof PostgresPool>, ...parameters: unknown[]) {
      this.options.idleTimeoutMillis = 0;
      return Reflect.apply(fromPool, this, parameters);
    },
  });
}

/** Bodies that are being unpacked, which goes on in a thread that Node does not name. */
let unpacking = 0;
const zlib = process.getBuiltinModule('node:zlib');
const { createGunzip } = zlib;
Object.defineProperty(zlib, 'createGunzip', {
  value: (options: Parameters<typeof createGunzip>[0]) => {
    unpacking += 1;
    return createGunzip(options).once('close', () => {
      unpacking -= 1;
    });
  },
});
syncBuiltinESMExports();

keepProcesses();

/** What works in another thread or process. */
const ELSEWHERE = /^(?:ProcessWrap|MessagePort|Worker)/;
/** What stands open while nothing goes on; whatever else Node names is at work. */
const IDLE = /^(?:PipeWrap|TCPServerWrap|TCPSocketWrap|TTYWrap|SignalWrap|Timeout|Immediate)$/;
/** Turns of the event loop in which nothing may happen. */
const QUIET_TURNS = 12;
/** Once in so many turns Node is asked what goes on. */
const LOOK_TURNS = 4;
const PATIENCE_MS = 60_000;
/** Whoever finds a SQLite file locked tries again after a pause that is shorter; a timer that stands longer watches. */
const LONGEST_PAUSE_MS = 40;

/** Turns that are waited for here, by whoever waits for rest at the same time. */
let ownTurns = 0;

/**
 * Resolves when nothing in this process goes on by itself: no request is under way, no thread or process works, and nothing
 * waits for the next turn. What sleeps on a clock of a test sleeps on, and a call that a fault leaves hanging hangs.
 */
export async function atRest(): Promise<void> {
  const giveUp = performance.now() + PATIENCE_MS;
  let before = begun;
  let pausing = 0;
  for (let quiet = 0; quiet < QUIET_TURNS; ) {
    while (onServer.size > 0) {
      quiet = 0;
      // It gets the processor meanwhile.
      await Promise.allSettled(onServer);
    }
    ownTurns += 1;
    await turn();
    ownTurns -= 1;
    const isCalling = underWay.size > hangingCalls() || begun !== before;
    before = begun;
    // What Node names takes longer to ask than a turn takes.
    if (!isCalling && unpacking === 0 && (quiet + 1) % LOOK_TURNS !== 0) {
      quiet += 1;
      continue;
    }
    const active = process.getActiveResourcesInfo();
    const worksElsewhere = unpacking > 0 || active.some((kind) => ELSEWHERE.test(kind));
    const goesOn =
      isCalling ||
      active.some((kind) => !IDLE.test(kind)) ||
      active.filter((kind) => kind === 'Immediate').length > ownTurns;
    if (worksElsewhere || goesOn || !active.includes('Timeout')) pausing = 0;
    else if (pausing === 0) pausing = performance.now();
    const mayPause = pausing > 0 && performance.now() - pausing < LONGEST_PAUSE_MS;
    quiet = worksElsewhere || goesOn || mayPause ? 0 : quiet + 1;
    // Other work gets the processor meanwhile.
    if (worksElsewhere || mayPause) await delay(1);
    if (performance.now() > giveUp)
      throw new Error(
        `the bot did not come to rest: ${underWay.size} requests under way, ${active.join(', ')}`,
      );
  }
}
