import type { SalesRow } from '../client/salesRows.ts';
import type { Interner } from './interner.ts';
import { addForm, emptyForms, learnTemplate, RowReader } from './rowTemplate.ts';

/** Five fields in every order make 48 forms; a body that has more is not worth learning. */
const MOST_FORMS = 64;
/** A body whose rows never repeat a form is not asked for it row by row for ever. */
const MOST_LESSONS = 4_096;

export const UNFAMILIAR = -1;
export const INCOMPLETE = -2;

/** The forms of rows seen so far in one body. */
export class TemplateBook {
  readonly #reader: RowReader;
  readonly #forms = emptyForms();
  #learned = 0;
  #lessons = 0;

  constructor(interner: Interner) {
    this.#reader = new RowReader(interner);
  }

  /** The place behind the row at `from` when its form is known, else UNFAMILIAR, or INCOMPLETE when `end` decides. */
  read(bytes: Uint8Array, view: DataView, from: number, end: number): number {
    const to = this.#reader.read(this.#forms, bytes, view, from);
    if (to !== -1) return to;
    return this.#reader.failedAt > end ? INCOMPLETE : UNFAMILIAR;
  }

  /** The row that `read` has just found. */
  row(salesDate: string, storeId: string): SalesRow {
    return this.#reader.row(salesDate, storeId);
  }

  /** Learns the form of an accepted row. The form is kept only if it reads the very same row from the same bytes. */
  learn(bytes: Uint8Array, view: DataView, from: number, to: number, row: SalesRow): void {
    if (this.#learned >= MOST_FORMS || this.#lessons >= MOST_LESSONS) return;
    this.#lessons += 1;
    const template = learnTemplate(bytes, from, to);
    if (template === undefined) return;
    const trial = emptyForms();
    addForm(trial, template);
    if (this.#reader.read(trial, bytes, view, from) !== to) return;
    if (!isSame(this.#reader.row(row.salesDate, row.storeId), row)) return;
    addForm(this.#forms, template);
    this.#learned += 1;
  }
}

function isSame(one: SalesRow, other: SalesRow): boolean {
  return (
    one.productId === other.productId &&
    Object.is(one.salesVolume, other.salesVolume) &&
    Object.is(one.salesQuantity, other.salesQuantity) &&
    one.lastChangedDate === other.lastChangedDate &&
    one.lastChangedTime === other.lastChangedTime
  );
}
