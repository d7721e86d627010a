import { deepCopy } from 'n8n-workflow';

/** Asks each distinct question once per execution, however many input items have it. A refusal is an answer too. */
export class Answers<Row> {
  readonly #answers = new Map<string, Promise<Row[]>>();

  /** The first is given what was read, the others copies: later nodes may change what they are given. */
  async to(question: readonly unknown[], ask: () => Promise<Row[]>): Promise<Row[]> {
    const key = JSON.stringify(question);
    const answered = this.#answers.get(key);
    if (answered !== undefined) return deepCopy(await answered);
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}
