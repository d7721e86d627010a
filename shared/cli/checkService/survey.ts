import type { Clock } from '../../clock/clock.ts';
import type { Operation as ServiceOperation } from '../../operations/operation.ts';
import { queryString } from '../../transport/transport.ts';
import { type Answer, type Ask, type Key, NoAnswer } from './ask.ts';
import { describeOrder, fit, type Row } from './describe.ts';
import { Findings } from './verdict.ts';

/** What is asked for, and how its answers are read. */
export interface Operation
  extends Pick<ServiceOperation<unknown, unknown, unknown>, 'name' | 'title' | 'path' | 'answer'> {
  /** The fields that order the rows and tell them apart. */
  readonly ids: readonly string[];
  rowsOf(records: readonly unknown[]): readonly Row[];
}

export type Query = Readonly<Record<string, string>>;

/** Headers of the connection and the server, which say nothing about the data. */
const DULL_HEADERS = /^(connection|content-length|date|keep-alive|server|set-cookie|transfer-encoding|vary)$/;

/** Asks one question after the other, and prints each with what came. */
export class Survey {
  readonly findings = new Findings();
  readonly #ask: Ask;
  readonly #clock: Clock;
  readonly #output: NodeJS.WritableStream;
  readonly #refusedBy = new Set<Operation>();
  /** The answer that came last with rows; undefined when none was a JSON array. */
  latest: Answer | undefined;

  constructor(ask: Ask, clock: Clock, output: NodeJS.WritableStream) {
    this.#ask = ask;
    this.#clock = clock;
    this.#output = output;
  }

  /** Adds a line to the question asked last. */
  note(sentence: string): void {
    this.#output.write(`  ${sentence}\n`);
  }

  /** The rows of the answer; undefined when it was not a JSON array. Asks nothing of an operation that refused a call. */
  async ask(
    title: string,
    operation: Operation,
    query: Query,
    key: Key = 'own',
  ): Promise<readonly Row[] | undefined> {
    if (this.#refusedBy.has(operation)) return undefined;
    this.#output.write(`\n${title}\n`);
    this.note(`GET ${operation.path}${queryString({ query })}`);
    const answer = await this.#send(operation, query, key);
    if (key === 'own' && answer?.status !== 200)
      this.findings.refused(operation.title, title, answer?.status);
    if (answer === undefined) return undefined;
    const records = recordsOf(answer);
    if (records === undefined) this.note(`No data: ${fit(answer.text) || 'the body is empty'}`);
    // A 400 is about the question; any other refusal would meet the next question too, and spend a call of the limit.
    if (key === 'own' && ![200, 400].includes(answer.status)) {
      this.#refusedBy.add(operation);
      this.note('Nothing further is asked of this operation.');
    }
    if (records === undefined) return undefined;
    const rows = operation.rowsOf(records);
    this.findings.form(operation, records);
    this.latest = answer;
    const inRecords = records.length === rows.length ? '' : `, records: ${records.length}`;
    this.note(`rows: ${rows.length}${inRecords}${describeOrder(rows, operation.ids)}`);
    for (const row of new Set([...rows.slice(0, 2), ...rows.slice(-1)]))
      this.note(`  ${fit(JSON.stringify(row))}`);
    return rows;
  }

  async #send(operation: Operation, query: Query, key: Key): Promise<Answer | undefined> {
    const startedAt = this.#clock.now();
    try {
      const answer = await this.#ask(operation, query, key);
      const took = this.#clock.now() - startedAt;
      this.note(`${answer.status} after ${took} ms, ${answer.text.length} characters`);
      for (const [name, value] of Object.entries(answer.headers))
        if (!DULL_HEADERS.test(name)) this.note(`${name}: ${fit(value, 500)}`);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.note(`No whole answer came: ${error.message}`);
      return undefined;
    }
  }
}

function recordsOf({ status, text }: Answer): readonly unknown[] | undefined {
  if (status !== 200) return undefined;
  try {
    const content: unknown = JSON.parse(text);
    return Array.isArray(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
