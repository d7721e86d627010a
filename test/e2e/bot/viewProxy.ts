import { createServer, type IncomingMessage } from 'node:http';
import { freePort } from '../../../bot/demo/standIn.ts';

/** A modal or App Home as the bot sent it. */
export interface ShownView {
  /** open, push, update or publish. */
  readonly method: string;
  readonly id: string;
  readonly view: ViewOnScreen;
}

export interface ViewOnScreen {
  readonly type: string;
  readonly callback_id?: string;
  readonly private_metadata?: string;
  readonly blocks: readonly object[];
}

/** Stands before a stand-in of Slack's Web API, passes every call on, and notes the views that went through. */
export interface ViewProxy {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  readonly views: readonly ShownView[];
  close(): Promise<void>;
}

/**
 * `channelId`: the channel that everybody is in, which neither stand-in tells. `now` is the time that its answers tell:
 * that of the stand-ins is this machine's.
 */
export async function startViewProxy(
  target: string,
  channelId: string,
  now: () => number,
): Promise<ViewProxy> {
  const views: ShownView[] = [];
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    response.setHeader('date', new Date(now()).toUTCString());
    const method = path.replace('/api/', '');
    if (method === 'users.conversations') {
      const answer = JSON.stringify({ ok: true, channels: [{ id: channelId }] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
      return;
    }
    const answer = await passedOn(`${target}${method}`, request, body);
    if (answer === undefined) {
      // The stand-in is gone: so is Slack.
      response.destroy();
      return;
    }
    const { text } = answer;
    if (method.startsWith('views.')) {
      const sent = new URLSearchParams(body.toString('utf8'));
      const told: { view?: { id?: string } } = JSON.parse(text);
      views.push({
        method: method.slice('views.'.length),
        id: told.view?.id ?? '',
        view: JSON.parse(sent.get('view') ?? '{}'),
      });
    }
    response.writeHead(answer.status, { 'content-type': answer.contentType }).end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    views,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the stand-in answered; undefined when it did not. */
async function passedOn(
  url: string,
  { method = 'POST', headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Promise<{ readonly status: number; readonly contentType: string; readonly text: string } | undefined> {
  const contentType = headers['content-type'] ?? 'application/json';
  try {
    const answer = await fetch(url, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': contentType },
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await answer.text();
    return { status: answer.status, contentType: answer.headers.get('content-type') ?? contentType, text };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
