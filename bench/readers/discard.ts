import { emptyTally } from '../tally.ts';
import { NO_ROWS, type Reader, type ReaderOptions } from './reader.ts';
import { createRequests } from './undiciRequest.ts';

/** The transport alone: the bytes are counted and thrown away. */
export function openReader(options: ReaderOptions): Reader {
  const request = createRequests(options);
  return {
    async warmUp() {
      await (await request(NO_ROWS)).body.dump();
    },
    async read() {
      const tally = emptyTally();
      for await (const chunk of (await request('')).body) tally.bytes += chunk.length;
      return tally;
    },
  };
}
