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
 * A proxy for a stand-in's Web API that adds what the stand-ins lack. It sets the `Date` header to the demo's time: they
 * answer with this machine's, from which a bot on the demo's clock would conclude that its clock is wrong. And it keeps
 * the metadata of messages, which local-slack drops.
 */
export async function startDatedSlack(target: string, now: () => number): Promise<DatedSlack> {
  const metadata = new Map<string, unknown>();
  const server = createServer(async (request, response) => {
    try {
      const body = await bodyOf(request);
      const answer = await forward(target, request, body);
      const type = answer.headers.get('content-type');
      const bytes = Buffer.from(await answer.arrayBuffer());
      response
        .writeHead(answer.status, {
          date: new Date(now()).toUTCString(),
          ...(type === null ? {} : { 'content-type': type }),
        })
        .end(withMetadata(request.url ?? '', body, bytes, metadata));
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

/** Keeps the metadata of a posted message, and adds what was kept to messages that are read. */
function withMetadata(url: string, sent: Buffer, answer: Buffer, kept: Map<string, unknown>): Buffer {
  if (/chat\.postMessage$/.test(url)) {
    const metadata = new URLSearchParams(sent.toString()).get('metadata');
    const { ts }: { ts?: string } = JSON.parse(answer.toString());
    if (metadata !== null && ts !== undefined) kept.set(ts, JSON.parse(metadata));
    return answer;
  }
  if (!/conversations\.(?:replies|history)$/.test(url)) return answer;
  const page: { messages?: { ts: string }[] } = JSON.parse(answer.toString());
  const messages = page.messages?.map((message) =>
    kept.has(message.ts) ? { ...message, metadata: kept.get(message.ts) } : message,
  );
  return Buffer.from(JSON.stringify({ ...page, messages }));
}

async function bodyOf(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function forward(
  target: string,
  request: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<Response> {
  const { method = 'POST', url = '', headers } = request;
  return fetch(target + url.replace(/^\/api\//, ''), {
    method,
    headers: {
      authorization: headers.authorization ?? '',
      'content-type': headers['content-type'] ?? 'application/json',
    },
    ...(body.length === 0 ? {} : { body }),
  });
}
