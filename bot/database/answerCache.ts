import { LRUCache } from 'lru-cache';

/** Keeps the answers to the last `max` questions, each as long as what it was read from has the same stamp. */
export function createAnswerCache<Answer>(
  max: number,
): (stamp: string | number, question: unknown, read: () => Promise<Answer>) => Promise<Answer> {
  const kept = new LRUCache<string, Promise<Answer>>({ max });
  return async (stamp, question, read) => {
    const key = `${stamp} ${JSON.stringify(question)}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const answer = read();
    kept.set(key, answer);
    answer.catch(() => kept.delete(key));
    return answer;
  };
}
