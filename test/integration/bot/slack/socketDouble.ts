import { createServer, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { TEAM } from '../../../../bot/demo/slack/cast.ts';
import { acceptTextSocket, type TextSocket } from '../../../../bot/demo/slack/webSocket.ts';

/** What becomes of one call of apps.connections.open, or of the connection it leads to. */
export type OpenRule =
  | 'open'
  /** The connection breaks before the answer. */
  | 'reset'
  /** No answer at all. */
  | 'hang'
  /** A connection on which Slack never greets. */
  | 'silent'
  | { readonly status: number }
  | { readonly refuse: string };

/** Slack's Socket Mode on the loopback interface, driven by rules. */
export interface SocketDouble {
  /** For SLACK_API_URL. */
  readonly url: string;
  /** Calls of apps.connections.open so far. */
  opened(): number;
  /** Connections that stand open. */
  connections(): number;
  /** Rules for the next calls, one each; afterwards every call opens a connection. */
  next(...rules: OpenRule[]): void;
  /** The same for all further calls. */
  always(rule: OpenRule): void;
  /** Whether all further connections are without a greeting. */
  isSilent(): boolean;
  /** Breaks every connection. */
  drop(): void;
  /** Tells the bot to come again, as Slack does every few hours. */
  refresh(): void;
}

export async function startSocketDouble(): Promise<SocketDouble> {
  const rules: OpenRule[] = [];
  let rule: OpenRule = 'open';
  let opened = 0;
  const sockets = new Set<TextSocket>();

  const open = (response: ServerResponse) => {
    opened += 1;
    const now = rules.shift() ?? rule;
    if (now === 'hang') return;
    if (now === 'reset') return void response.destroy();
    if (typeof now === 'object' && 'status' in now) return void response.writeHead(now.status).end();
    if (typeof now === 'object') return json(response, { ok: false, error: now.refuse });
    json(response, { ok: true, url: `ws://127.0.0.1:${port()}/${now}` });
  };

  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/api/apps.connections.open') open(response);
    else json(response, { ok: true, team: 'Double', team_id: TEAM, user_id: 'U0BOT', bot_id: 'B0BOT' });
  });
  server.on('upgrade', (request, stream) => {
    const socket = acceptTextSocket(request, stream, () => {});
    sockets.add(socket);
    stream.on('close', () => sockets.delete(socket));
    if (request.url !== '/silent') socket.send(JSON.stringify({ type: 'hello' }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const port = () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return address.port;
  };
  const drop = () => {
    for (const socket of sockets) socket.close();
  };
  onTestFinished(() => {
    drop();
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${port()}/api/`,
    opened: () => opened,
    connections: () => sockets.size,
    next: (...more) => void rules.push(...more),
    always: (each) => {
      rule = each;
    },
    isSilent: () => rule === 'silent',
    drop,
    refresh() {
      for (const socket of sockets)
        socket.send(JSON.stringify({ type: 'disconnect', reason: 'refresh_requested' }));
    },
  };
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
