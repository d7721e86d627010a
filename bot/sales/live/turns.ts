import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Worded } from '../../language/language.ts';
import type { SalesSumsQuestion } from '../reader.ts';
import { salesWords } from '../words/words.ts';
import { type LiveSums, readSalesLive } from './read.ts';

/** The service was not asked: too much is being fetched already. */
export class LiveSalesBusy extends Error {
  readonly sentence: Worded;

  constructor(sentence: Worded) {
    super('too many ranges are being fetched from the service');
    this.name = 'LiveSalesBusy';
    this.sentence = sentence;
  }
}

/** What one question of a person fetches from the service, one range after another. */
interface LiveTurn {
  /** @throws RetailDataError, LiveSalesBusy */
  read(question: SalesSumsQuestion): Promise<LiveSums>;
  /** The question is answered: the next one may fetch. */
  end(): void;
}

/** `asker` names a person. */
export type LiveSales = (asker: string) => LiveTurn;

/** A year takes minutes, and every row of it passes through this process. */
const MOST_AT_ONCE = 2;

const MOST_OF_ONE_PERSON = 1;

const PATIENCE_MS = 30_000;

/**
 * Asks the service for one question at a time per person, and for two at once in this process; others wait a while. The
 * same range that several people ask for at a time is asked for once.
 */
export function createLiveSales(
  client: RetailDataOperations,
  clock: Pick<Clock, 'sleep'>,
  signal?: AbortSignal,
): LiveSales {
  const underWay = new Map<string, Promise<LiveSums>>();
  const everybody = createGate(MOST_AT_ONCE, clock);
  const people = new Map<string, Gate>();

  const gateOf = (asker: string): Gate => {
    const gate = people.get(asker) ?? createGate(MOST_OF_ONE_PERSON, clock);
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

  const ask = (key: string, question: SalesSumsQuestion): Promise<LiveSums> => {
    const asked = readSalesLive(client, question, signal).finally(() => underWay.delete(key));
    underWay.set(key, asked);
    return asked;
  };

  return (asker) => {
    let entered: Promise<() => void> | undefined;
    let last: Promise<unknown> = Promise.resolve();
    let hasEnded = false;
    return {
      async read(question) {
        const key = JSON.stringify(question);
        const known = underWay.get(key);
        if (known !== undefined) return known;
        entered ??= enter(asker);
        await entered;
        const asked = last.then(() => {
          if (hasEnded) throw new Error('the question has ended');
          return underWay.get(key) ?? ask(key, question);
        });
        last = asked.catch(() => undefined);
        return asked;
      },
      end() {
        hasEnded = true;
        // What is being read goes on to its end, and so does the turn.
        void Promise.all([entered, last]).then(
          ([leave]) => leave?.(),
          () => undefined,
        );
      },
    };
  };
}

/** Lets so many in at once; the others wait in their order. */
interface Gate {
  /** False when nobody left within `PATIENCE_MS`. */
  enter(): Promise<boolean>;
  leave(): void;
  isUnused(): boolean;
}

function createGate(most: number, clock: Pick<Clock, 'sleep'>): Gate {
  let inside = 0;
  const waiting = new Set<() => void>();
  return {
    async enter() {
      if (inside < most) {
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
      // Whoever comes in takes the place of whoever leaves.
      if (next === undefined) inside -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
    isUnused: () => inside === 0 && waiting.size === 0,
  };
}
