import { describeIssue } from '../../errors/describeIssue.ts';
import type { Operation } from '../../operations/operation.ts';
import { safeParse } from '../../operations/schema.ts';
import type { Answer } from './ask.ts';
import { fit, type Row } from './describe.ts';

/** What the questions showed, for five lines at the end: what to set, and what differs from the interface. */
export interface Findings {
  refused(operation: string, title: string, status: number | undefined): void;
  /** Whether the records of an answer have the form that the interface describes. */
  form(operation: Pick<Operation<unknown, unknown, unknown>, 'title' | 'answer'>, records: unknown): void;
  /** Rows that a filter should have given, those it gave of them, and others. */
  filter(
    title: string,
    came: { readonly expected: number; readonly found: number; readonly others: number },
  ): void;
  /** Rows of the first answer of stock, and its headers. */
  stock(answer: Answer, rows: readonly Row[]): void;
  /** Rows that were asked for, and rows that came. */
  page(title: string, asked: number, rows: number): void;
  lines(): readonly string[];
}

const TOTAL = 'x-total-count';
const NO_TOTAL = /^(content-length|age|retry-after|x-ratelimit-.*|ratelimit-.*)$/;

export function createFindings(): Findings {
  const refusals: string[] = [];
  const forms: string[] = [];
  const filters: string[] = [];
  let total = 'Total of stock: not seen, since no stock came.';
  let page = 'Page size: leave it to the service.';
  return {
    refused(operation, title, status) {
      refusals.push(`${operation}, "${title}": ${status ?? 'no whole answer'}`);
    },
    form({ title, answer }, records) {
      const issue = safeParse(answer, records).error?.issues[0];
      if (issue === undefined || forms.some((form) => form.startsWith(`${title} `))) return;
      forms.push(`${title} at ${issue.path.join('.')} (${describeIssue(issue)})`);
    },
    filter(title, { expected, found, others }) {
      if (found < expected || others > 0) filters.push(`"${title}"`);
    },
    stock({ headers }, rows) {
      const said = headers[TOTAL];
      const other = Object.entries(headers).find(
        ([name, value]) => name !== TOTAL && !NO_TOTAL.test(name) && value.trim() === String(rows.length),
      )?.[0];
      if (said !== undefined && Number(said) >= rows.length) {
        total = `Total of stock: ${TOTAL} says ${fit(said, 20)} and ${rows.length} rows came; leave totalHeader as it is.`;
      } else if (other !== undefined) {
        total = `Total of stock: set totalHeader to "${fit(other, 60)}".`;
      } else if (said !== undefined) {
        total = `Total of stock: ${TOTAL} says ${fit(said, 20)}, but ${rows.length} rows came; set totalHeader to false.`;
      } else total = 'Total of stock: no header has it; nothing is to be set.';
    },
    page(title, asked, rows) {
      if (rows < asked)
        page = `Page size: of "${title}" ${rows} rows came where ${asked} were asked for and more follow; leave the page size to the service.`;
    },
    lines() {
      const listed = (found: readonly string[], none: string) =>
        found.length === 0 ? none : `${found.join(', ')}.`;
      return [
        `Answers: ${listed(refusals, 'every question was answered.')}`,
        `Form: ${listed(forms, 'every record is as the interface describes it.')}`,
        `Filters: ${listed(filters, 'each gives the rows that it should.')}`,
        total,
        page,
      ];
    },
  };
}
