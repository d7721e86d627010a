import { describeIssue } from '../../errors/describeIssue.ts';
import type { Operation } from '../../operations/operation.ts';
import { safeParse } from '../../operations/schema.ts';
import type { Answer } from './ask.ts';
import { fit, type Row } from './describe.ts';

const TOTAL = 'x-total-count';
const NO_TOTAL = /^(content-length|age|retry-after|x-ratelimit-.*|ratelimit-.*)$/;

/** What the questions showed, for five lines at the end: what to set, and what differs from the interface. */
export class Findings {
  readonly #refusals: string[] = [];
  readonly #forms: string[] = [];
  readonly #filters: string[] = [];
  #total = 'Total of stock: not seen, since no stock came.';
  #page = 'Page size: leave it to the service.';

  refused(operation: string, title: string, status: number | undefined): void {
    this.#refusals.push(`${operation}, "${title}": ${status ?? 'no whole answer'}`);
  }

  /** Whether the records of an answer have the form that the interface describes. */
  form(
    { title, answer }: Pick<Operation<unknown, unknown, unknown>, 'title' | 'answer'>,
    records: unknown,
  ): void {
    const issue = safeParse(answer, records).error?.issues[0];
    if (issue === undefined || this.#forms.some((form) => form.startsWith(`${title} `))) return;
    this.#forms.push(`${title} at ${issue.path.join('.')} (${describeIssue(issue)})`);
  }

  /** Rows that a filter should have given, those it gave of them, and others. */
  filter(title: string, came: Readonly<Record<'expected' | 'found' | 'others', number>>): void {
    if (came.found < came.expected || came.others > 0) this.#filters.push(`"${title}"`);
  }

  /** Rows of the first answer of stock, and its headers. */
  stock({ headers }: Answer, rows: readonly Row[]): void {
    const said = headers[TOTAL];
    const other = Object.entries(headers).find(
      ([name, value]) => name !== TOTAL && !NO_TOTAL.test(name) && value.trim() === String(rows.length),
    )?.[0];
    const ofTotal = `${TOTAL} says ${fit(said ?? '', 20)}`;
    if (said !== undefined && Number(said) >= rows.length) {
      this.#total = `Total of stock: ${ofTotal} and ${rows.length} rows came; leave totalHeader as it is.`;
    } else if (other !== undefined) {
      this.#total = `Total of stock: set totalHeader to "${fit(other, 60)}".`;
    } else if (said !== undefined) {
      this.#total = `Total of stock: ${ofTotal}, but ${rows.length} rows came; set totalHeader to false.`;
    } else this.#total = 'Total of stock: no header has it; nothing is to be set.';
  }

  /** Rows that were asked for, and rows that came. */
  page(title: string, asked: number, rows: number): void {
    if (rows < asked)
      this.#page = `Page size: of "${title}" ${rows} rows came where ${asked} were asked for and more follow; leave the page size to the service.`;
  }

  lines(): readonly string[] {
    const listed = (found: readonly string[], none: string) =>
      found.length === 0 ? none : `${found.join(', ')}.`;
    return [
      `Answers: ${listed(this.#refusals, 'every question was answered.')}`,
      `Form: ${listed(this.#forms, 'every record is as the interface describes it.')}`,
      `Filters: ${listed(this.#filters, 'each gives the rows that it should.')}`,
      this.#total,
      this.#page,
    ];
  }
}
