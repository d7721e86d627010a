import { deepCopy } from 'n8n-workflow';
import type { Store, StoresQuery } from 'retail-data-client/portable';

type Ask = (query: StoresQuery) => Promise<Store[]>;

/** Asks each distinct question once per execution, however many input items have it. A refusal is an answer too. */
export class StoreLookup {
  readonly #answers = new Map<string, Promise<Store[]>>();

  /** The stores of a question; a copy for each, since later nodes may change what they are given. */
  async stores(query: StoresQuery, ask: Ask): Promise<Store[]> {
    const question = JSON.stringify([query.storeId, query.storeNameContains, query.changedSince]);
    const answered = this.#answers.get(question);
    if (answered !== undefined) return deepCopy(await answered);
    const answer = ask(query);
    this.#answers.set(question, answer);
    return deepCopy(await answer);
  }
}
