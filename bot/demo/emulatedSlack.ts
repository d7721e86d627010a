import { createServer, type Server } from 'node:http';
import { createEmulator } from 'emulate';
import { postSigned } from './signedPost.ts';
import { blocksOf, freePort, type PostedMessage, type SlackStandIn, textOf } from './standIn.ts';

const BOT_TOKEN = 'xoxb-of-the-local-stand-in';
const SIGNING_SECRET = 'of-the-local-stand-in';
const TEAM = 'T000000001';
const PERSON = 'kari';
const NORWEGIAN_READER = 'ola';

/** Additional parts for clicking: the emulator shows no buttons or modals itself. */
export interface EmulatedSlack extends SlackStandIn {
  readonly userId: string;
  /** Accepts answers to clicks and commands. */
  readonly answerUrl: string;
  /** A trigger id, valid for three seconds and one modal. */
  newTrigger(): Promise<string>;
}

/**
 * Starts the emulated Slack in this process, for machines without a local-slack program. It has no Socket Mode and no
 * slash commands, so commands are signed and posted to the bot here, and a small server receives the answers.
 */
export async function startEmulatedSlack(): Promise<EmulatedSlack> {
  const emulator = await createEmulator({
    service: 'slack',
    port: 0,
    seed: {
      slack: {
        team: { name: 'Retail Data Demo', domain: 'retail-data-demo' },
        users: [
          { name: PERSON, real_name: 'Kari Nordmann' },
          { name: NORWEGIAN_READER, real_name: 'Ola Nordmann' },
        ],
        channels: [{ name: 'stock', topic: 'The stock digest of every morning' }],
      },
    },
  });
  const answers: PostedMessage[] = [];
  /** Timestamps of what people wrote. */
  const asked: string[] = [];
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
  const channelId = idOf('stock', listOf(await call('conversations.list', {}), 'channels'));
  const members = listOf(await call('users.list', {}), 'members');
  const userId = idOf(PERSON, members);
  const norwegianReader = idOf(NORWEGIAN_READER, members);
  const botUserId = textIn(await call('auth.test', {}), 'user_id');

  const slack = {
    botToken: BOT_TOKEN,
    appToken: undefined,
    signingSecret: SIGNING_SECRET,
    slackApiUrl: `${url}/api/`,
    port,
  };
  const answerUrl = `http://127.0.0.1:${sink.port}/answer`;
  const newTrigger = async () =>
    textIn(await call('views.generateTriggerId', { user_id: userId }), 'trigger_id');

  return {
    name: 'emulated Slack',
    page: undefined,
    channelId,
    slack,
    teamId: TEAM,
    userId,
    norwegianReader,
    answerUrl,
    newTrigger,
    async type(command, text, typedBy = userId) {
      const body = new URLSearchParams({
        command,
        text,
        channel_id: channelId,
        channel_name: 'stock',
        team_id: TEAM,
        team_domain: 'retail-data-demo',
        user_id: typedBy,
        user_name: typedBy === userId ? PERSON : NORWEGIAN_READER,
        trigger_id: await newTrigger(),
        response_url: answerUrl,
        api_app_id: 'A0DEMO',
      }).toString();
      const response = await postSigned(slack, body);
      if (!response.ok) throw new Error(`the bot refused ${command}: ${response.status}`);
    },
    async mention(text, threadTs) {
      const mention = `<@${botUserId}> ${text}`;
      const thread = threadTs === undefined ? {} : { thread_ts: threadTs };
      const ts = textIn(
        await call('chat.postMessage', { channel: channelId, text: mention, ...thread }),
        'ts',
      );
      asked.push(ts);
      const event = { type: 'app_mention', user: userId, channel: channelId, text: mention, ts, ...thread };
      const body = {
        type: 'event_callback',
        team_id: TEAM,
        api_app_id: 'A0DEMO',
        event_id: `Ev${ts}`,
        event: { ...event, event_ts: ts },
      };
      const response = await postSigned(slack, JSON.stringify(body), 'application/json');
      if (!response.ok) throw new Error(`the bot refused a mention: ${response.status}`);
      return ts;
    },
    async messages() {
      const history = await call('conversations.history', { channel: channelId });
      const [first] = asked;
      const thread =
        first === undefined ? {} : await call('conversations.replies', { channel: channelId, ts: first });
      const ofBot = [...listOf(history, 'messages'), ...listOf(thread, 'messages')].filter(
        (message) => !asked.includes(textIn(message, 'ts')),
      );
      return [...ofBot.map(publicMessage), ...answers];
    },
    async stop() {
      sink.server.closeAllConnections();
      sink.server.close();
      await emulator.close();
    },
  };
}

/** A server that receives what the bot posts to response URLs. */
function startSink(answers: PostedMessage[]): Promise<{ server: Server; port: number }> {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer: unknown = JSON.parse(body);
    if (typeof answer === 'object' && answer !== null) {
      const isPrivate = !('response_type' in answer) || answer.response_type !== 'in_channel';
      answers.push({ text: textOf(answer), blocks: blocksOf(answer), isPrivate });
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

function textIn(answer: unknown, key: string): string {
  if (typeof answer !== 'object' || answer === null) return '';
  const text: unknown = Reflect.get(answer, key);
  return typeof text === 'string' ? text : '';
}

function idOf(name: string, listed: readonly object[]): string {
  for (const each of listed) {
    if ('name' in each && each.name === name && 'id' in each) return String(each.id);
  }
  throw new Error(`the emulated Slack knows no ${name}`);
}

function publicMessage(message: object): PostedMessage {
  return { text: textOf(message), blocks: blocksOf(message), isPrivate: false };
}
