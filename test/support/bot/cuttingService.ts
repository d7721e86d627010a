import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';

/** Stands before the service and cuts what it lists, in pages and totals alike. */
export interface CuttingService {
  readonly url: string;
  /** What is left of the whole list of accumulated stock, of stores, or of any other answer. */
  cut: (path: string, rows: readonly object[]) => readonly object[];
  /** Queries of accumulated stock, in their order. */
  readonly stockQueries: readonly URLSearchParams[];
}

export async function startCuttingService(serviceUrl: string): Promise<CuttingService> {
  const stockQueries: URLSearchParams[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', serviceUrl);
    const isPaged = url.pathname.includes('accumulated-stock');
    const { maxResults, start } = Object.fromEntries(url.searchParams);
    if (isPaged) {
      stockQueries.push(new URLSearchParams(url.searchParams));
      url.searchParams.delete('maxResults');
      url.searchParams.delete('start');
    }
    const key = String(request.headers['ocp-apim-subscription-key']);
    const answer = await fetch(url, { headers: { 'ocp-apim-subscription-key': key } });
    const whole: unknown = await answer.json();
    const left = Array.isArray(whole) ? service.cut(url.pathname, whole) : whole;
    const from = Number(start ?? 0);
    const page =
      isPaged && Array.isArray(left)
        ? left.slice(from, maxResults === undefined ? undefined : from + Number(maxResults))
        : left;
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      ...(Array.isArray(left) && { 'x-total-count': String(left.length) }),
    });
    response.end(JSON.stringify(page));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const service: CuttingService = {
    url: `http://127.0.0.1:${address.port}`,
    cut: (_path, rows) => rows,
    stockQueries,
  };
  return service;
}
