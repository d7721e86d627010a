import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { createEmulator } from 'emulate';
import { blocksOf, freePort, type PostedMessage, type SlackStandIn, textOf } from './standIn.ts';

const BOT_TOKEN = 'xoxb-of-the-local-stand-in';
const SIGNING_SECRET = 'of-the-local-stand-in';
const TEAM = 'T000000001';
const PERSON = 'U000000001';

/**
 * Starts the emulated Slack in this process, for machines that local-slack has no program for. It has no Socket Mode
 * and no slash commands: those are signed and posted to the bot here, and a small server takes the answers.
 */
export async function startEmulatedSlack(): Promise<SlackStandIn> {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        team: { name: 'Retail Data Demo', domain: 'retail-data-demo' },
        channels: [{ name: 'stock', topic: 'The stock digest of every morning' }],
      },
    },
  });
  const answers: PostedMessage[] = [];
  const sink = await startSink(answers);
  const port = await freePort();
  const url = emulator.url.replace('//localhost', '//127.0.0.1');
  const call = async (method: string, body: object): Promise<unknown> => {
    const response = await fetch(`${url}/api/${method}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${BOT_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const channelId = channelNamed('stock', await call('conversations.list', {}));

  return {
    name: 'emulated Slack',
    page: undefined,
    channelId,
    rendering: 'text',
    slack: {
      botToken: BOT_TOKEN,
      appToken: undefined,
      signingSecret: SIGNING_SECRET,
      slackApiUrl: `${url}/api/`,
      port,
    },
    async type(command, text) {
      const body = new URLSearchParams({
        command,
        text,
        channel_id: channelId,
        channel_name: 'stock',
        team_id: TEAM,
        team_domain: 'retail-data-demo',
        user_id: PERSON,
        user_name: 'kari',
        trigger_id: randomUUID(),
        response_url: `http://127.0.0.1:${sink.port}/answer`,
        api_app_id: 'A0DEMO',
      }).toString();
      const response = await fetch(`http://127.0.0.1:${port}/slack/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...signatureOf(body) },
        body,
      });
      if (!response.ok) throw new Error(`the bot refused ${command}: ${response.status}`);
    },
    async messages() {
      const history = await call('conversations.history', { channel: channelId });
      return [...listOf(history, 'messages').map(publicMessage), ...answers];
    },
    async stop() {
      sink.server.closeAllConnections();
      sink.server.close();
      await emulator.close();
    },
  };
}

/** As Slack signs what it posts to an app. */
function signatureOf(body: string): Record<string, string> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', SIGNING_SECRET).update(`v0:${timestamp}:${body}`).digest('hex');
  return { 'x-slack-request-timestamp': String(timestamp), 'x-slack-signature': `v0=${signature}` };
}

/** Takes what the bot posts to the response addresses. */
function startSink(answers: PostedMessage[]): Promise<{ server: Server; port: number }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer: unknown = JSON.parse(body);
    if (typeof answer === 'object' && answer !== null) {
      answers.push({ text: textOf(answer), blocks: blocksOf(answer), isPrivate: true });
    }
    response.end('ok');
  });
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port for the answers'));
      else resolve({ server, port: address.port });
    });
  });
}

function listOf(answer: unknown, key: string): object[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const list: unknown = Reflect.get(answer, key);
  return Array.isArray(list) ? list.filter((entry) => typeof entry === 'object' && entry !== null) : [];
}

function channelNamed(name: string, answer: unknown): string {
  for (const channel of listOf(answer, 'channels')) {
    if ('name' in channel && channel.name === name && 'id' in channel) return String(channel.id);
  }
  throw new Error(`the emulated Slack has no channel ${name}`);
}

function publicMessage(message: object): PostedMessage {
  return { text: textOf(message), blocks: blocksOf(message), isPrivate: false };
}
