import { Agent } from 'undici';
import { type ReaderOptions, SALES_PATH, STOCK_PATH } from './reader.ts';

/** Requests over one connection of an own agent: the global one may be Node's bundled undici. */
export function createRequests({ baseUrl, stock }: ReaderOptions) {
  const { origin, pathname } = new URL(baseUrl);
  const agent = new Agent({ connections: 1, maxResponseSize: -1, headersTimeout: 0 });
  return async (query: string) => {
    const path = `${pathname}${stock ? STOCK_PATH : SALES_PATH}${query}`;
    const answer = await agent.request({ origin, path, method: 'GET' });
    if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}.`);
    return answer;
  };
}
