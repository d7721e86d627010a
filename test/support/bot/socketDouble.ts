import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { onTestFinished } from 'vitest';
import { DOUBLE_TEAM } from './payloadBodies.ts';

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
  /** Breaks every connection. */
  drop(): void;
  /** Tells the bot to come again, as Slack does every few hours. */
  refresh(): void;
}

const ACCEPT_KEY = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const CLOSE = 8;

export async function startSocketDouble(): Promise<SocketDouble> {
  const rules: OpenRule[] = [];
  let rule: OpenRule = 'open';
  let opened = 0;
  const sockets = new Set<Duplex>();

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
    else
      json(response, { ok: true, team: 'Double', team_id: DOUBLE_TEAM, user_id: 'U0BOT', bot_id: 'B0BOT' });
  });
  server.on('upgrade', (request, socket) => {
    const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${ACCEPT_KEY}`);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${key.digest('base64')}\r\n\r\n`,
    );
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (frame: Buffer) => {
      // Who closes is answered with the same, and hung up on.
      if (((frame[0] ?? 0) & 0x0f) === CLOSE) socket.end(Buffer.from([0x80 | CLOSE, 0]));
    });
    if (request.url !== '/silent') socket.write(frameOf({ type: 'hello' }));
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
    for (const socket of sockets) socket.destroy();
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
    drop,
    refresh() {
      for (const socket of sockets)
        socket.write(frameOf({ type: 'disconnect', reason: 'refresh_requested' }));
    },
  };
}

/** One short text as a frame. */
function frameOf(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from([0x81, text.length]), text]);
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
