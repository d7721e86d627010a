import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SlackRates } from './slackRates.ts';
import { acceptTextSocket, type TextSocket } from './webSocket.ts';

export const TEAM = 'T0TOOLS';

/** A call of the Web API, in the order of arrival. */
export interface SlackCall {
  /** Epoch milliseconds by this Slack's clock. */
  readonly at: number;
  readonly method: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** True when a limit of Slack refused it. */
  readonly isLimited: boolean;
}

export interface SlackAnswer {
  readonly text: string;
  readonly blocks: readonly unknown[];
}

export interface SlackOptions {
  /** What the answers of Slack are dated by; the machine's clock when not given. */
  readonly now?: () => number;
  /** The channels that the bot is in; none when not given. */
  readonly channelIds?: readonly string[];
  /** No limits when not given. */
  readonly rates?: SlackRates;
}

/**
 * Slack's side for the bench and the pictures, which every call succeeds with: the Web API that the bot needs, a Socket
 * Mode connection, and where answers go.
 */
export interface Slack {
  /** For SLACK_API_URL. */
  readonly apiUrl: string;
  readonly calls: readonly SlackCall[];
  /** The first call from now on that fits. */
  nextCall(fits: (call: SlackCall) => boolean): Promise<SlackCall>;
  /** Resolves when the bot has connected by Socket Mode. */
  readonly connected: Promise<void>;
  /** Sends an envelope; resolves when the bot has acknowledged it. */
  sendEnvelope(id: string, payload: object): Promise<void>;
  /** The address for the answer with that id, and the first answer there that is no sign of progress. */
  expectAnswer(id: string): { readonly url: string; readonly answered: Promise<SlackAnswer> };
  close(): Promise<void>;
}

/** What stands in an answer while the service is asked. */
const PROGRESS = /^Fetching from the data service/;

export async function startSlack(options: SlackOptions = {}): Promise<Slack> {
  const { now = Date.now, channelIds = [], rates } = options;
  const calls: SlackCall[] = [];
  const waiting = new Set<(call: SlackCall) => void>();
  const acknowledged = new Map<string, () => void>();
  const answers = new Map<string, (answer: SlackAnswer) => void>();
  let socket: TextSocket | undefined;
  let isConnected = () => {};
  const connected = new Promise<void>((resolve) => {
    isConnected = resolve;
  });
  let port = 0;

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = request.url ?? '';
    response.setHeader('date', new Date(now()).toUTCString());
    if (path.startsWith('/answer/')) {
      response.end('ok');
      const { text: said = '', blocks = [] }: Partial<SlackAnswer> = JSON.parse(body);
      if (!PROGRESS.test(said)) answers.get(path.slice('/answer/'.length))?.({ text: said, blocks });
      return;
    }
    const method = path.replace('/api/', '').split('?')[0] ?? '';
    const parameters = parametersOf(request, body);
    const seconds = rates?.take(method, parameters.channel, now()) ?? 0;
    const call = { at: now(), method, parameters, isLimited: seconds > 0 };
    calls.push(call);
    response.setHeader('content-type', 'application/json');
    if (call.isLimited) {
      response.writeHead(429, { 'retry-after': String(seconds) });
      response.end('{"ok":false,"error":"ratelimited"}');
      return;
    }
    response.end(JSON.stringify({ ok: true, ...replyTo(call, calls.length) }));
    for (const take of waiting) take(call);
  });
  server.on('upgrade', (request, upgraded) => {
    socket = acceptTextSocket(request, upgraded, (said) => {
      const { envelope_id: id }: { envelope_id?: string } = JSON.parse(said);
      if (id !== undefined) acknowledged.get(id)?.();
      acknowledged.delete(id ?? '');
    });
    socket.send(
      JSON.stringify({ type: 'hello', num_connections: 1, connection_info: { app_id: 'A0TOOLS' } }),
    );
    isConnected();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port on the loopback interface');
  port = address.port;

  function replyTo({ at, method, parameters }: SlackCall, count: number): object {
    const { user, channel, view_id: viewId } = parameters;
    switch (method) {
      case 'auth.test':
        return {
          team_id: TEAM,
          team: 'Tools',
          user_id: 'U0BOT',
          bot_id: 'B0BOT',
          url: 'https://tools.example/',
        };
      case 'apps.connections.open':
        return { url: `ws://127.0.0.1:${port}/link` };
      case 'users.info':
        return { user: { id: user, team_id: TEAM, locale: 'en-GB' } };
      case 'conversations.info':
        return { channel: { id: channel, is_member: true, is_private: false } };
      case 'users.conversations':
        return { channels: channelIds.map((id) => ({ id, is_member: true, is_private: false })) };
      case 'chat.postMessage':
        return { channel, ts: `${Math.floor(at / 1_000)}.${String(count).padStart(6, '0')}` };
      case 'views.open':
      case 'views.push':
      case 'views.update':
      case 'views.publish':
        return { view: { id: viewId ?? `V${count}`, hash: String(count) } };
      default:
        return {};
    }
  }

  return {
    apiUrl: `http://127.0.0.1:${port}/api/`,
    calls,
    nextCall(fits) {
      return new Promise((resolve) => {
        const take = (call: SlackCall) => {
          if (!fits(call)) return;
          waiting.delete(take);
          resolve(call);
        };
        waiting.add(take);
      });
    },
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
      const answered = new Promise<SlackAnswer>((resolve) => {
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

function parametersOf(request: IncomingMessage, body: string): Record<string, string> {
  const query = new URL(request.url ?? '/', 'http://slack').searchParams;
  const isForm = !(request.headers['content-type'] ?? '').includes('json');
  return Object.fromEntries([...query, ...(isForm ? new URLSearchParams(body) : [])]);
}
