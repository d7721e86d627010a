import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from './standIn.ts';

/** A Slack stand-in's Web API with the demo's time in its answers. */
export interface DatedSlack {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  close(): Promise<void>;
}

/**
 * A proxy for a stand-in's Web API that sets the `Date` header to the demo's time. The stand-ins answer with this
 * machine's time, from which a bot on the demo's clock would conclude that its clock is wrong.
 */
export async function startDatedSlack(target: string, now: () => number): Promise<DatedSlack> {
  const server = createServer(async (request, response) => {
    try {
      const answer = await forward(target, request);
      const type = answer.headers.get('content-type');
      response
        .writeHead(answer.status, {
          date: new Date(now()).toUTCString(),
          ...(type === null ? {} : { 'content-type': type }),
        })
        .end(Buffer.from(await answer.arrayBuffer()));
    } catch {
      // The stand-in is gone, so close the connection as if Slack were gone.
      response.destroy();
    }
  });
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function forward(target: string, request: IncomingMessage): Promise<Response> {
  const { method = 'POST', url = '', headers } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks);
  return fetch(target + url.replace(/^\/api\//, ''), {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      'content-type': headers['content-type'] ?? 'application/json',
    },
    ...(body.length === 0 ? {} : { body }),
  });
}
