import { accumulatedStockOperation } from '../operations/accumulatedStock.ts';
import { TransportFailure } from '../transport/transport.ts';
import type { Exchange, KeyChoice, Question, Reply } from './exchange.ts';

/** Of the 20 calls a minute and 400 a day that all users of the key share (interface: "Limits"). */
export const MOST_STOCK_CALLS = 6;
export const MOST_OTHER_CALLS = 20;

/** An answer as the judges read it. */
export interface Answer {
  /** 0 when there was none. */
  readonly status: number;
  readonly headers: Reply['headers'];
  readonly text: string;
  /** The elements of a 200 that is an array. */
  readonly records: readonly unknown[];
  /** Why there are no records to judge from, as part of a sentence; empty when there are. */
  readonly why: string;
}

type Parameters = Readonly<Record<string, string | number | boolean>>;

/** Asks the service one question after the other, counts them, and never asks more than it may. */
export class Interview {
  readonly #exchange: Exchange;
  readonly #signal: AbortSignal | undefined;
  readonly #answers: Answer[] = [];
  #stockCalls = 0;
  #otherCalls = 0;
  #stockRefusal: Answer | undefined;

  constructor(exchange: Exchange, signal?: AbortSignal) {
    this.#exchange = exchange;
    this.#signal = signal;
  }

  get stockCalls(): number {
    return this.#stockCalls;
  }

  get otherCalls(): number {
    return this.#otherCalls;
  }

  /** Every answer so far, in order. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** The refusal that ended the stock calls: who is refused does not go on knocking. */
  get stockRefusal(): Answer | undefined {
    return this.#stockRefusal;
  }

  /** @throws TransportFailure when the very first question finds no service. */
  async ask(path: string, parameters: Parameters, key: KeyChoice = 'own'): Promise<Answer> {
    const isStock = path === accumulatedStockOperation.path;
    if (isStock && this.#stockRefusal !== undefined) {
      return silence(`not asked, since a stock call before it was refused (${this.#stockRefusal.status})`);
    }
    this.#count(isStock);
    const query = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    );
    const answer = await this.#answerOf({ path, query, key, signal: this.#signal });
    this.#answers.push(answer);
    if (isStock && answer.status >= 400) this.#stockRefusal = answer;
    return answer;
  }

  #count(isStock: boolean): void {
    if (isStock) this.#stockCalls += 1;
    else this.#otherCalls += 1;
    if (this.#stockCalls <= MOST_STOCK_CALLS && this.#otherCalls <= MOST_OTHER_CALLS) return;
    throw new RangeError(
      `The check would ask more than ${MOST_STOCK_CALLS} stock calls or ${MOST_OTHER_CALLS} others; nothing was sent.`,
    );
  }

  async #answerOf(question: Question): Promise<Answer> {
    try {
      return read(await this.#exchange(question));
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (!(error instanceof TransportFailure) || this.#answers.length === 0) throw error;
      return silence(`no whole answer came (${error.kind}: ${error.message})`);
    }
  }
}

function silence(why: string): Answer {
  return { status: 0, headers: [], text: '', records: [], why };
}

function read({ status, headers, text }: Reply): Answer {
  const answer = { status, headers, text, records: [] };
  if (status !== 200) return { ...answer, why: `answered with ${status}${quoted(text)}` };
  const content = parsed(text);
  if (!Array.isArray(content)) return { ...answer, why: 'answered with something that is no JSON array' };
  return { ...answer, records: content, why: '' };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Not shortened here: the key is masked later, and a part of it would not be recognised. */
function quoted(text: string): string {
  return text.trim() === '' ? '' : `: ${text.trim()}`;
}

/** The value of a header, its name in any case. */
export function headerOf(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([known]) => known.toLowerCase() === name)?.[1];
}
