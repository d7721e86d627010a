import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isEmpty } from './inputs.ts';
import { labelOf } from './labels.ts';

/** Each hint stands in a box of its own above the output; a run over many items would bury it. */
const MOST_HINTS = 10;

/** Shows a sentence above the output, when there is one; the same one only once per run. Older n8n shows none. */
export class Hints {
  readonly #context: IExecuteFunctions;
  readonly #said = new Set<string>();
  #infos = 0;
  #limited = 0;

  constructor(context: IExecuteFunctions) {
    this.#context = context;
  }

  say(message: string | undefined): void {
    if (message === undefined || !this.#isNew(message)) return;
    this.#infos += 1;
    if (this.#infos > MOST_HINTS + 1) return;
    this.#show(this.#infos > MOST_HINTS ? 'There are further hints, which are not shown.' : message, 'info');
  }

  /** A warning is shown however many hints there are. */
  warn(message: string | undefined): void {
    if (message !== undefined && this.#isNew(message)) this.#show(message, 'warning');
  }

  /** Warns of a filter that was added and is empty, as after an expression without a value. */
  warnOfEmpty(filters: IDataObject): void {
    for (const [name, value] of Object.entries(filters)) {
      if (!isEmpty(value)) continue;
      this.warn(`${labelOf(name === 'productId' ? 'productIds' : name)} is empty, so it filters nothing.`);
    }
  }

  /** Notes how many results an input item gave. */
  count(results: number, limit: number | undefined): void {
    if (results === limit) this.#limited += 1;
  }

  /** Says how many input items gave as much as 'Limit' allows. Of a single one, n8n says so itself. */
  sayLimits(): void {
    const items = this.#context.getInputData().length;
    if (this.#limited === 0 || items === 1) return;
    this.warn(
      `${this.#limited} of ${items} input items gave as much as 'Limit' allows. Turn on 'Return All' or raise 'Limit' for more.`,
    );
  }

  #isNew(message: string): boolean {
    if (this.#said.has(message)) return false;
    this.#said.add(message);
    return true;
  }

  #show(message: string, type: 'info' | 'warning'): void {
    this.#context.addExecutionHints?.({ message, type, location: 'outputPane' });
  }
}
