import { createServer } from 'node:http';
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
  /** Puts a file where Slack keeps files; gives its address. */
  keepFile(content: string): string;
  close(): Promise<void>;
}

export async function startViewProxy(target: string): Promise<ViewProxy> {
  const views: ShownView[] = [];
  const files: string[] = [];
  const port = await freePort();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks);
    const path = request.url ?? '';
    if (path.startsWith('/files/')) {
      response.writeHead(200, { 'content-type': 'text/csv' }).end(files[Number(path.slice(7))] ?? '');
      return;
    }
    const method = path.replace('/api/', '');
    const answer = await fetch(`${target}${method}`, {
      method: request.method ?? 'POST',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? 'application/json',
      },
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await answer.text();
    if (method.startsWith('views.')) {
      const sent = new URLSearchParams(body.toString('utf8'));
      const told: { view?: { id?: string } } = JSON.parse(text);
      views.push({
        method: method.slice('views.'.length),
        id: told.view?.id ?? '',
        view: JSON.parse(sent.get('view') ?? '{}'),
      });
    }
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
      .end(text);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    apiUrl: `${origin}/api/`,
    views,
    keepFile: (content) => `${origin}/files/${files.push(content) - 1}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
