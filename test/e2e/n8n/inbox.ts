import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Takes what examples post to Slack or mail; a stand-in of both. */
export interface Inbox {
  readonly url: string;
  /** The posts it has taken from the workflow of that name and not given out yet. */
  take(workflow: string): Record<string, string>[];
  /** How many posts of that workflow it has refused. */
  refused(workflow: string): number;
  /** Refuses the posts of that workflow until it is told otherwise. */
  refuse(workflow: string, refuses: boolean): void;
  close(): Promise<void>;
}

export async function openInbox(): Promise<Inbox> {
  const taken: { workflow: string; post: Record<string, string> }[] = [];
  const refusing = new Set<string>();
  const refused = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const workflow = decodeURIComponent(request.url?.slice(1) ?? '');
    const post: Record<string, string> = Object(await json(request));
    if (refusing.has(workflow)) {
      refused.set(workflow, (refused.get(workflow) ?? 0) + 1);
      response.writeHead(503).end();
      return;
    }
    taken.push({ workflow, post });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The inbox has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    take(workflow) {
      const posts = taken.filter((one) => one.workflow === workflow);
      for (const one of posts) taken.splice(taken.indexOf(one), 1);
      return posts.map(({ post }) => post);
    },
    refused: (workflow) => refused.get(workflow) ?? 0,
    refuse: (workflow, refuses) => void (refuses ? refusing.add(workflow) : refusing.delete(workflow)),
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
