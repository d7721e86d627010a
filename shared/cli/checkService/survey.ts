import type { Clock } from '../../clock/clock.ts';
import type { Operation as ServiceOperation } from '../../operations/operation.ts';
import { type Answer, type Ask, type Key, NoAnswer } from './ask.ts';
import { describeOrder, fit, type Row } from './describe.ts';
import type { Findings } from './verdict.ts';

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
export interface Survey {
  readonly findings: Findings;
  /** The rows of the answer; undefined when it was not a JSON array. Asks nothing of an operation that refused a call. */
  ask(title: string, operation: Operation, query: Query, key?: Key): Promise<readonly Row[] | undefined>;
  /** Adds a line to the question asked last. */
  note(sentence: string): void;
  /** The answer that came last with rows. */
  latest(): Answer | undefined;
  /** Whether any answer was a JSON array. */
  hasData(): boolean;
}

export function createSurvey(
  askService: Ask,
  findings: Findings,
  clock: Clock,
  output: NodeJS.WritableStream,
): Survey {
  const refusedBy = new Set<Operation>();
  let hasData = false;
  let latest: Answer | undefined;
  const note = (sentence: string) => output.write(`  ${sentence}\n`);

  async function send(operation: Operation, query: Query, key: Key): Promise<Answer | undefined> {
    const startedAt = clock.now();
    try {
      const answer = await askService(operation, query, key);
      note(`${answer.status} after ${clock.now() - startedAt} ms, ${answer.text.length} characters`);
      for (const [name, value] of Object.entries(answer.headers))
        if (!DULL_HEADERS.test(name)) note(`${name}: ${fit(value, 500)}`);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      note(`No whole answer came: ${error.message}`);
      return undefined;
    }
  }

  async function ask(title: string, operation: Operation, query: Query, key: Key = 'own') {
    if (refusedBy.has(operation)) return undefined;
    const search = new URLSearchParams(query).toString().replaceAll('+', '%20');
    const target = `${operation.path}${search === '' ? '' : `?${search}`}`;
    output.write(`\n${title}\n`);
    note(`GET ${target}`);
    const answer = await send(operation, query, key);
    if (key === 'own' && answer?.status !== 200) findings.refused(operation.title, title, answer?.status);
    if (answer === undefined) return undefined;
    const records = recordsOf(answer);
    if (records === undefined) note(`No data: ${fit(answer.text) || 'the body is empty'}`);
    // A 400 is about the question; any other refusal would meet the next question too, and spend a call of the limit.
    if (key === 'own' && ![200, 400].includes(answer.status)) {
      refusedBy.add(operation);
      note('Nothing further is asked of this operation.');
    }
    if (records === undefined) return undefined;
    hasData = true;
    const rows = operation.rowsOf(records);
    findings.form(operation, records);
    latest = answer;
    const inRecords = records.length === rows.length ? '' : `, records: ${records.length}`;
    note(`rows: ${rows.length}${inRecords}${describeOrder(rows, operation.ids)}`);
    for (const row of new Set([...rows.slice(0, 2), ...rows.slice(-1)]))
      note(`  ${fit(JSON.stringify(row))}`);
    return rows;
  }

  return { findings, ask, note, hasData: () => hasData, latest: () => latest };
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
