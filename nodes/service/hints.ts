import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a sentence above the output; the same one only once per run. Older n8n shows none. */
export class Hints {
  readonly #context: IExecuteFunctions;
  readonly #said = new Set<string>();

  constructor(context: IExecuteFunctions) {
    this.#context = context;
  }

  say(message: string): void {
    this.#show(message, 'info');
  }

  warn(message: string): void {
    this.#show(message, 'warning');
  }

  #show(message: string, type: 'info' | 'warning'): void {
    if (this.#said.has(message)) return;
    this.#said.add(message);
    this.#context.addExecutionHints?.({ message, type, location: 'outputPane' });
  }
}
