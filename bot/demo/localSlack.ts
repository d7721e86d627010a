import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { blocksOf, freePort, type PostedMessage, type SlackStandIn, textOf } from './standIn.ts';

const TEAM = 'T0DEMO';
const CHANNEL = 'C0STOCK';
const PERSON = 'U0KARI';
const NORWEGIAN_READER = 'U0OLA';
const BOT_USER = 'U0BOT';
const BOT_TOKEN = 'xoxb-of-the-local-stand-in';
const APP_TOKEN = 'xapp-of-the-local-stand-in';
const READY_TRIES = 200;

/** The path of the local-slack program; undefined if its package isn't installed. */
export function findLocalSlack(): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve('local-slack-linux-x64/package.json');
    return join(dirname(manifest), 'bin', 'local-slack');
  } catch {
    return undefined;
  }
}

/**
 * Starts local-slack, which has Socket Mode, slash commands, and a page to type and watch on. It writes only below
 * `folder`.
 */
export async function startLocalSlack(program: string, folder: string): Promise<SlackStandIn> {
  const port = await freePort();
  const configuration = join(folder, 'local-slack.json');
  await writeFile(configuration, JSON.stringify(workspace()));
  const child = spawn(program, ['--config', configuration, '--port', String(port)], {
    // A separate process group: Ctrl-C must reach only the bot, which then ends local-slack.
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, TMPDIR: folder },
  });
  const url = `http://localhost:${port}`;
  await untilReady(child, `${url}/_control/state`);

  return {
    name: 'local-slack',
    page: url,
    channelId: CHANNEL,
    teamId: TEAM,
    norwegianReader: NORWEGIAN_READER,
    slack: {
      botToken: BOT_TOKEN,
      appToken: APP_TOKEN,
      signingSecret: undefined,
      slackApiUrl: `${url}/api/`,
      port,
    },
    async type(command, text, userId = PERSON) {
      const response = await fetch(`${url}/_control/command`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ channel: CHANNEL, user: userId, command, text }),
      });
      if (!response.ok) throw new Error(`local-slack refused ${command}: ${response.status}`);
    },
    async mention(text, threadTs) {
      const response = await fetch(`${url}/_control/message`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          channel: CHANNEL,
          user: PERSON,
          text: `<@${BOT_USER}> ${text}`,
          ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
        }),
      });
      if (!response.ok) throw new Error(`local-slack refused a message: ${response.status}`);
      return tsIn(await response.json());
    },
    async messages() {
      const response = await fetch(`${url}/_control/messages/${CHANNEL}`);
      return readMessages(await response.json());
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function workspace(): object {
  return {
    workspace: { name: 'Retail Data Demo', domain: 'retail-data-demo', teamId: TEAM },
    apps: [
      {
        appId: 'A0DEMO',
        botUserId: BOT_USER,
        botName: 'retail-data',
        botToken: BOT_TOKEN,
        appToken: APP_TOKEN,
        mode: 'socket',
      },
    ],
    users: [
      { id: PERSON, name: 'kari', real_name: 'Kari Nordmann', tz: 'Europe/Oslo' },
      { id: NORWEGIAN_READER, name: 'ola', real_name: 'Ola Nordmann', tz: 'Europe/Oslo' },
    ],
    channels: [
      {
        id: CHANNEL,
        name: 'stock',
        topic: 'The stock digest of every morning',
        members: [PERSON, NORWEGIAN_READER, BOT_USER],
      },
    ],
  };
}

async function untilReady(child: ChildProcess, address: string): Promise<void> {
  for (let tried = 0; tried < READY_TRIES; tried += 1) {
    if (child.exitCode !== null) throw new Error(`local-slack ended at once with code ${child.exitCode}`);
    try {
      const response = await fetch(address);
      await response.body?.cancel();
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await delay(50);
  }
  child.kill('SIGKILL');
  throw new Error('local-slack did not become ready');
}

/** The timestamp of the message that was written. */
function tsIn(answer: unknown): string {
  const message =
    typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : undefined;
  if (typeof message === 'object' && message !== null && 'ts' in message) return String(message.ts);
  throw new Error('local-slack did not name the message that was written');
}

function readMessages(answer: unknown): PostedMessage[] {
  if (typeof answer !== 'object' || answer === null || !('messages' in answer)) return [];
  const { messages } = answer;
  if (!Array.isArray(messages)) return [];
  return messages
    .filter((message) => typeof message === 'object' && message !== null && 'bot_id' in message)
    .map((message: object) => ({
      text: textOf(message),
      blocks: blocksOf(message),
      isPrivate: 'subtype' in message && message.subtype === 'ephemeral',
    }));
}
