import type { IPollFunctions } from 'n8n-workflow';
import type { DayEvent, Finding } from './days.ts';

const WORDS = {
  stockUpdated: { data: 'Stock', one: 'product', many: 'products' },
  salesAvailable: { data: 'Sales', one: 'row', many: 'rows' },
  storesChanged: { data: 'Stores', one: 'store', many: 'stores' },
} as const;

/** What a poll that asked the service found, in n8n's log. */
export class PollLog {
  readonly #context: IPollFunctions;
  readonly #event: keyof typeof WORDS;

  constructor(context: IPollFunctions, event: keyof typeof WORDS) {
    this.#context = context;
    this.#event = event;
  }

  stillChanges(latest: string): void {
    this.#line('info', `${this.#data(latest)} may still change: this poll checks again.`);
  }

  found(latest: string, findings: readonly Finding[], fired: readonly DayEvent[]): void {
    if (fired.length > 0) {
      const days = fired.map(({ date, rows, settled }) => this.#data(date, rows, settled));
      this.#line('info', `${days.join(', ')}: starts the workflow.`);
      return;
    }
    const { look } = findings.at(-1) ?? {};
    if (look?.count === 0) this.#line('debug', `${this.#data(latest, 0)}: the next poll checks again.`);
    else
      this.#line('info', `${this.#data(latest, look?.count)} may still change: the next poll checks again.`);
  }

  leftToNextPoll(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#line('info', `Left to the next poll. ${reason}`);
  }

  stores(changed: number): void {
    const { one, many } = WORDS.storesChanged;
    const found = `${changed} ${changed === 1 ? one : many} new or changed.`;
    this.#line(changed === 0 ? 'debug' : 'info', found);
  }

  notesAreLost(lastDate: string): void {
    this.#line(
      'warn',
      `n8n has no notes of earlier polls. Days up to ${lastDate} may have started the workflow before, so they don't start it again.`,
    );
  }

  #data(date: string, count?: number, isSettled = true): string {
    const { data, one, many } = WORDS[this.#event];
    const changing = isSettled ? '' : ', still changing';
    return `${data} ${date}${count === undefined ? '' : ` (${count} ${count === 1 ? one : many}${changing})`}`;
  }

  #line(level: 'debug' | 'info' | 'warn', message: string): void {
    const { id, name } = this.#context.getWorkflow();
    const nodeName = this.#context.getNode().name;
    this.#context.logger[level](`${nodeName}: ${message}`, { workflowId: id, workflowName: name, nodeName });
  }
}
