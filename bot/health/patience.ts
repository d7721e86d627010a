/** A read without an answer for this long was lost with its connection, so the next caller starts another. */
const LOST_MS = 30_000;

/** The result of `work`. Rejects after `milliseconds` of real time, without stopping the work. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Callers wait at most `patienceMs`. Concurrent callers share one read. */
export function createImpatientReader<T>(read: () => Promise<T>, patienceMs: number): () => Promise<T> {
  let asked: { readonly answer: Promise<T>; readonly at: number } | undefined;
  const ask = (): Promise<T> => {
    const answer = read().finally(() => {
      if (asked?.answer === answer) asked = undefined;
    });
    asked = { answer, at: performance.now() };
    return answer;
  };
  return () => {
    const isLost = asked !== undefined && performance.now() - asked.at > LOST_MS;
    return within(patienceMs, asked === undefined || isLost ? ask() : asked.answer);
  };
}
