import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { acceptTextSocket, type TextSocket } from './webSocket.ts';

export const TEAM = 'T0BENCH';

/** Slack's side of the bench: the Web API that the bot needs, a Socket Mode connection, and where answers go. */
export interface BenchSlack {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  /** Resolves when the bot has connected by Socket Mode. */
  readonly connected: Promise<void>;
  /** Sends an envelope; resolves when the bot has acknowledged it. */
  sendEnvelope(id: string, payload: object): Promise<void>;
  /** The address for the answer with that id, and the first answer there that is no sign of progress. */
  expectAnswer(id: string): { readonly url: string; readonly answered: Promise<string> };
  close(): Promise<void>;
}

/** What stands in an answer while the service is asked. */
const PROGRESS = /^Asking the service/;

export async function startBenchSlack(): Promise<BenchSlack> {
  const acknowledged = new Map<string, () => void>();
  const answers = new Map<string, (answer: string) => void>();
  let socket: TextSocket | undefined;
  let isConnected = () => {};
  const connected = new Promise<void>((resolve) => {
    isConnected = resolve;
  });
  let port = 0;

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? '';
    if (path.startsWith('/answer/')) {
      response.end('ok');
      const { text: said = '' }: { text?: string } = JSON.parse(body);
      if (!PROGRESS.test(said)) answers.get(path.slice('/answer/'.length))?.(said);
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ok: true, ...replyTo(path, parametersOf(request, body), port) }));
  });
  server.on('upgrade', (request, upgraded) => {
    socket = acceptTextSocket(request, upgraded, (said) => {
      const { envelope_id: id }: { envelope_id?: string } = JSON.parse(said);
      if (id !== undefined) acknowledged.get(id)?.();
      acknowledged.delete(id ?? '');
    });
    socket.send(
      JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A0BENCH' } }),
    );
    isConnected();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port on the loopback interface');
  port = address.port;

  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    connected,
    sendEnvelope(id, payload) {
      return new Promise((resolve, reject) => {
        if (socket === undefined) return reject(new Error('The bot is not connected by Socket Mode.'));
        acknowledged.set(id, resolve);
        socket.send(
          JSON.stringify({
            type: 'slash_commands',
            envelope_id: id,
            payload,
            accepts_response_payload: true,
          }),
        );
      });
    },
    expectAnswer(id) {
      const answered = new Promise<string>((resolve) => {
        answers.set(id, (answer) => {
          answers.delete(id);
          resolve(answer);
        });
      });
      return { url: `http://127.0.0.1:${port}/answer/${id}`, answered };
    },
    async close() {
      socket?.close();
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function replyTo(path: string, parameters: URLSearchParams, port: number): object {
  const id = parameters.get('user') ?? parameters.get('channel') ?? '';
  switch (path.replace('/api/', '').split('?')[0]) {
    case 'auth.test':
      return {
        team_id: TEAM,
        team: 'Bench',
        user_id: 'U0BOT',
        bot_id: 'B0BOT',
        url: 'https://bench.example/',
      };
    case 'apps.connections.open':
      return { url: `ws://127.0.0.1:${port}/link` };
    case 'users.info':
      return { user: { id, team_id: TEAM, locale: 'en-GB' } };
    case 'conversations.info':
      return { channel: { id, is_member: true, is_private: false } };
    default:
      return {};
  }
}

function parametersOf(request: IncomingMessage, body: string): URLSearchParams {
  const query = new URL(request.url ?? '/', 'http://slack').searchParams;
  if (!(request.headers['content-type'] ?? '').includes('json')) {
    for (const [name, value] of new URLSearchParams(body)) query.set(name, value);
  }
  return query;
}
