import { PageDriftError } from 'retail-data-client/portable';

const MOST_READS = 3;

/**
 * Reads until the sales did not change between two pages: what was read in pieces that do not fit is dropped, since
 * nothing of it has been handed over. `onAgain` is told before each further read.
 */
export async function wholeRead<T>(read: () => Promise<T>, onAgain: () => void): Promise<T> {
  for (let reads = 1; ; reads += 1) {
    let failure: unknown;
    try {
      return await read();
    } catch (error) {
      failure = error;
    }
    if (!(failure instanceof PageDriftError) || reads === MOST_READS) throw failure;
    onAgain();
  }
}
