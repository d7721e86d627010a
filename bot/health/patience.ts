/** A question without an answer for so long was lost with its connection, and is asked again. */
const LOST_MS = 30_000;

/** The result of the work; rejects when that takes longer. The work goes on. Whoever asks waits in real time. */
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

/** Whoever asks waits a moment and no longer; many who ask while there is no answer make one question. */
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
