import type { IExecuteFunctions } from 'n8n-workflow';

/** Each hint stands in a box of its own above the output; a run over many items would bury it. */
const MOST_HINTS = 10;

/** Shows a sentence above the output, when there is one; the same one only once per run. Older n8n shows none. */
export class Hints {
  readonly #context: IExecuteFunctions;
  readonly #said = new Set<string>();

  constructor(context: IExecuteFunctions) {
    this.#context = context;
  }

  say(message: string | undefined): void {
    this.#show(message, 'info');
  }

  warn(message: string | undefined): void {
    this.#show(message, 'warning');
  }

  #show(message: string | undefined, type: 'info' | 'warning'): void {
    if (message === undefined || this.#said.has(message)) return;
    this.#said.add(message);
    if (this.#said.size > MOST_HINTS + 1) return;
    const shown = this.#said.size > MOST_HINTS ? 'There are further hints, which are not shown.' : message;
    this.#context.addExecutionHints?.({ message: shown, type, location: 'outputPane' });
  }
}
