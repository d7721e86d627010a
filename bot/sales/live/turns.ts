import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Worded } from '../../language/language.ts';
import type { UnderWay } from '../../workers/underWay.ts';
import type { SalesSumsQuestion } from '../reader.ts';
import { salesWords } from '../words/words.ts';
import { type LiveSums, readSalesLive } from './read.ts';

/** The service wasn't asked, since too many ranges are being fetched already. */
export class LiveSalesBusy extends Error {
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    super('too many ranges are being fetched from the service');
    this.name = 'LiveSalesBusy';
    this.sentence = sentence;
  }
}

/** `asOf`: the sums are as the service had them then or later, in epoch milliseconds. */
export interface LiveAnswer extends LiveSums {
  readonly asOf: number;
}

/** Fetches the ranges of one question, one after another. */
interface LiveTurn {
  /** @throws RetailDataError, LiveSalesBusy */
  read(question: SalesSumsQuestion): Promise<LiveAnswer>;
  /** Call when the question is answered, so that the next one can fetch. */
  end(): void;
}

/** `asker` identifies a person. */
export type LiveSales = (asker: string) => LiveTurn;

/** A year takes minutes, and every row passes through this process. */
const MAX_CONCURRENT = 2;

const MAX_PER_PERSON = 1;

const PATIENCE_MS = 30_000;

/** For all ranges of one question. Slack takes an answer for 30 minutes. */
const ANSWER_WITHIN_MS = 20 * 60_000;

const ENDED = 'the question has ended';

/**
 * Fetches for one question at a time per person, and for two in this process; others wait up to PATIENCE_MS. Concurrent
 * questions for the same range share one call. A question that isn't answered within `withinMs` ends with a
 * DeadlineError, so that a slow service keeps nobody's place for good.
 */
export function createLiveSales(
  client: Pick<RetailDataOperations, 'dailySales'>,
  clock: Pick<Clock, 'now' | 'sleep'>,
  underWay: Pick<UnderWay, 'track' | 'wait'>,
  signal?: AbortSignal,
  withinMs = ANSWER_WITHIN_MS,
): LiveSales {
  const running = new Map<string, Promise<LiveAnswer>>();
  const everybody = createGate(MAX_CONCURRENT, clock);
  const people = new Map<string, Gate>();

  const gateOf = (asker: string): Gate => {
    const gate = people.get(asker) ?? createGate(MAX_PER_PERSON, clock);
    people.set(asker, gate);
    return gate;
  };

  /** @throws LiveSalesBusy */
  const enter = async (asker: string): Promise<() => void> => {
    const own = gateOf(asker);
    const leaveOwn = () => {
      own.leave();
      if (own.isUnused()) people.delete(asker);
    };
    if (!(await own.enter())) throw new LiveSalesBusy((t) => salesWords(t).busy.withYours);
    if (!(await everybody.enter())) {
      leaveOwn();
      throw new LiveSalesBusy((t) => salesWords(t).busy.withOthers);
    }
    return () => {
      everybody.leave();
      leaveOwn();
    };
  };

  const ask = (key: string, question: SalesSumsQuestion, deadlineMs: number): Promise<LiveAnswer> => {
    const asOf = clock.now();
    const asked = underWay
      .track(async () => ({ ...(await readSalesLive(client, question, { signal, deadlineMs })), asOf }))
      .finally(() => running.delete(key));
    running.set(key, asked);
    return asked;
  };

  return (asker) => {
    const endsAt = clock.now() + withinMs;
    let entered: Promise<() => void> | undefined;
    let last: Promise<unknown> = Promise.resolve();
    let hasEnded = false;
    /** What this question has read: a period that is compared with several is read once. */
    const own = new Map<string, Promise<LiveAnswer>>();
    const once = (key: string, read: () => Promise<LiveAnswer>) => {
      const known = own.get(key) ?? read();
      own.set(key, known);
      return known;
    };
    return {
      async read(question) {
        // Half of a question may come by when the other half has failed: its place would never be given back.
        if (hasEnded) throw new Error(ENDED);
        const key = JSON.stringify(question);
        const known = own.get(key) ?? running.get(key);
        if (known !== undefined) return underWay.wait(known);
        entered ??= enter(asker);
        await underWay.wait(entered);
        const asked = last.then(() => {
          if (hasEnded) throw new Error(ENDED);
          const left = Math.max(1, endsAt - clock.now());
          return once(key, () => running.get(key) ?? ask(key, question, left));
        });
        last = asked.catch(() => undefined);
        return underWay.wait(asked);
      },
      end() {
        hasEnded = true;
        // Keep the turn until the running fetch ends.
        void Promise.all([entered, last]).then(
          ([leave]) => leave?.(),
          () => undefined,
        );
      },
    };
  };
}

/** A semaphore: callers above the limit wait in order. */
interface Gate {
  /** False when no place was free within `PATIENCE_MS`. */
  enter(): Promise<boolean>;
  leave(): void;
  isUnused(): boolean;
}

function createGate(limit: number, clock: Pick<Clock, 'sleep'>): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter() {
      if (inside < limit) {
        inside += 1;
        return true;
      }
      const done = new AbortController();
      return new Promise<boolean>((resolve) => {
        const letIn = () => {
          done.abort();
          resolve(true);
        };
        waiting.add(letIn);
        clock.sleep(PATIENCE_MS, done.signal).then(
          () => resolve(!waiting.delete(letIn)),
          () => undefined,
        );
      });
    },
    leave() {
      const [next] = waiting;
      // The first that waits takes over the place, so `inside` stays the same.
      if (next === undefined) inside -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
    isUnused: () => inside === 0 && waiting.size === 0,
  };
}
