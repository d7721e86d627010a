import { LRUCache } from 'lru-cache';

/** Keeps the answers to the last `max` questions, each as long as what it was read from has the same stamp. */
export function createAnswerCache<Answer>(
  max: number,
): (stamp: string | number, question: unknown, read: () => Promise<Answer>) => Promise<Answer> {
  // In an object, since an answer may be undefined.
  const kept = new LRUCache<string, { readonly answer: Answer }, () => Promise<Answer>>({
    max,
    fetchMethod: async (_key, _stale, { context: read }) => ({ answer: await read() }),
    ignoreFetchAbort: true,
  });
  return async (stamp, question, read) => {
    const key = `${stamp} ${JSON.stringify(question)}`;
    const { answer } = await kept.forceFetch(key, { context: read });
    return answer;
  };
}
