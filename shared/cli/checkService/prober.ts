import { dateOf, dayOf } from '../../calendar/openDays.ts';
import { accumulatedStockOperation } from '../../operations/accumulatedStock.ts';
import { TransportFailure } from '../../transport/transport.ts';
import { Unclear } from './finding.ts';
import type { HttpClient, Question, Reply } from './httpClient.ts';
import { parseJson } from './records.ts';

/** Of the 20 calls a minute and 400 a day that all users of the key share (interface: "Limits"). */
export const MAX_STOCK_CALLS = 6;
const MAX_OTHER_CALLS = 20;

/** An answer as the checks read it. */
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

export type Parameters = Readonly<Record<string, string | number | boolean>>;

/** Asks the service one question after the other and none twice, counts them, and never asks more than it may. */
export class Prober {
  readonly #client: HttpClient;
  readonly #today: string;
  readonly #signal: AbortSignal | undefined;
  readonly #answers = new Map<string, Answer>();
  #stockCalls = 0;
  #otherCalls = 0;
  #stockRefusal: Answer | undefined;

  /** @param today the day at the service, yyyy-MM-dd */
  constructor(client: HttpClient, today: string, signal?: AbortSignal) {
    this.#client = client;
    this.#today = today;
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
    return [...this.#answers.values()];
  }

  /** The refusal that ended the stock calls: a client that was refused must not call on. */
  get stockRefusal(): Answer | undefined {
    return this.#stockRefusal;
  }

  daysAgo(days: number): string {
    return dateOf(dayOf(this.#today) - days);
  }

  /**
   * The answer to a question, the one from before when it was asked already.
   * @throws TransportFailure when the very first question finds no service.
   */
  async ask(path: string, parameters: Parameters = {}, key: Question['key'] = 'own'): Promise<Answer> {
    const query = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, String(value)]),
    );
    const question = JSON.stringify([path, query, key]);
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const isStock = path === accumulatedStockOperation.path;
    if (isStock && this.#stockRefusal !== undefined) {
      return noAnswer(`not asked, since a stock call before it was refused (${this.#stockRefusal.status})`);
    }
    this.#count(isStock);
    const answer = await this.#send({ path, query, key, signal: this.#signal });
    this.#answers.set(question, answer);
    if (isStock && answer.status >= 400) this.#stockRefusal = answer;
    return answer;
  }

  /**
   * The same for a question that has to be answered with records.
   * @throws Unclear when it was not
   */
  async read(path: string, parameters: Parameters = {}): Promise<Answer> {
    const answer = await this.ask(path, parameters);
    if (answer.why !== '') throw new Unclear(answer.why);
    return answer;
  }

  #count(isStock: boolean): void {
    if (isStock) this.#stockCalls += 1;
    else this.#otherCalls += 1;
    if (this.#stockCalls <= MAX_STOCK_CALLS && this.#otherCalls <= MAX_OTHER_CALLS) return;
    throw new RangeError(
      `The check would ask more than ${MAX_STOCK_CALLS} stock calls or ${MAX_OTHER_CALLS} others; nothing was sent.`,
    );
  }

  async #send(question: Question): Promise<Answer> {
    try {
      return answerOf(await this.#client(question));
    } catch (error) {
      this.#signal?.throwIfAborted();
      if (!(error instanceof TransportFailure) || this.#answers.size === 0) throw error;
      return noAnswer(`no whole answer came (${error.kind}: ${error.message})`);
    }
  }
}

function noAnswer(why: string): Answer {
  return { status: 0, headers: [], text: '', records: [], why };
}

function answerOf({ status, headers, text }: Reply): Answer {
  const answer = { status, headers, text, records: [] };
  // Not shortened here: the key is taken out later, and a part of it would not be recognised.
  if (status !== 200)
    return { ...answer, why: [`answered with ${status}`, text.trim()].filter(Boolean).join(': ') };
  const content = parseJson(text);
  if (!Array.isArray(content)) return { ...answer, why: 'answered with something that is no JSON array' };
  return { ...answer, records: content, why: '' };
}

/** The value of a header, its name in any case. */
export function headerOf(answer: Answer, name: string): string | undefined {
  return answer.headers.find(([known]) => known.toLowerCase() === name)?.[1];
}
