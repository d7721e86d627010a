import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { onTestFinished, vi } from 'vitest';
import { createDemoClock } from '../../../bot/demo/demoClock.ts';
import { lookAtStock } from '../../../bot/demo/earlierStock.ts';
import { PEOPLE } from '../../../bot/demo/slack/cast.ts';
import { createHttpDelivery } from '../../../bot/demo/slack/delivery.ts';
import { createHands } from '../../../bot/demo/slack/hands.ts';
import { startSlack } from '../../../bot/demo/slack/slack.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { freePort } from '../../../tools/freePort.ts';
import { unprivileged } from '../../support/unprivileged.ts';
import { until } from '../../support/until.ts';
import { projectFolder, type RunningCommand, run } from '../start/strangersMachine.ts';
import { CHANNEL, messagesIn, type PostedMessage } from './world.ts';

const MINUTE = 60_000;
export const BOT_TOKEN = 'xoxb-of-the-surroundings';

/** A machine with Node and a build of the bot, and nothing else: no npm, no node_modules, no sources. */
export interface BareMachine {
  /** Where the build is, as bot/dist; nobody may write there. */
  readonly folder: string;
  /** The one folder that the bot may write to. */
  readonly data: string;
  /** Runs a command of the build there as somebody who is not root, with these settings alone. */
  command(name: string, settings?: NodeJS.ProcessEnv, parameters?: readonly string[]): RunningCommand;
}

/** Copies a build to a machine of its own, which is gone when the test ends. */
export function bareMachine(dist: string): BareMachine {
  const machine = mkdtempSync(join(tmpdir(), 'retail-data-built-'));
  const [folder, data, tools] = ['opt', 'data', 'bin'].map((name) => join(machine, name)) as [
    string,
    string,
    string,
  ];
  onTestFinished(() => {
    execFileSync('chmod', ['-R', 'u+w', machine]);
    rmSync(machine, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  for (const made of [data, tools, join(folder, 'bot')]) mkdirSync(made, { recursive: true });
  cpSync(dist, join(folder, 'bot', 'dist'), { recursive: true });
  copyFileSync(process.execPath, join(tools, 'node'));
  copyFileSync(join(projectFolder, 'tools', 'preload', 'clock.ts'), join(machine, 'clock.ts'));
  execFileSync('chmod', ['-R', 'a=rX', machine]);
  chmodSync(data, 0o777);
  return {
    folder,
    data,
    command(name, settings = {}, parameters = []) {
      // A start on another day than today's is the business of the test, not of the bot.
      const preload =
        settings.RETAIL_DATA_TEST_NOW === undefined ? [] : ['--import', join(machine, 'clock.ts')];
      return run('node', [...preload, join('bot', 'dist', `${name}.js`), ...parameters], {
        ...unprivileged(),
        cwd: folder,
        env: { PATH: tools, ...settings },
      });
    },
  };
}

/** The sandbox of the service and the stand-in of Slack on that morning, and what a bot between them is set to. */
export interface Surroundings {
  readonly sandbox: Sandbox;
  readonly settings: Record<string, string>;
  readonly healthUrl: string;
  digests(): PostedMessage[];
  /** Types a command and gives the private answer to it. */
  ask(command: string, text: string): Promise<PostedMessage>;
}

export async function openSurroundings(morning: number, databaseFile: string): Promise<Surroundings> {
  const clock = createDemoClock(morning);
  // The bot accepts no command that was signed on another day than its own.
  vi.useFakeTimers({ toFake: ['Date'], now: morning });
  onTestFinished(() => void vi.useRealTimers());
  const sandbox = await startSandbox({ now: () => clock.now() });
  onTestFinished(() => sandbox.close());
  // The bot's clock goes on from that morning; the test's stands still.
  const startedAt = performance.now();
  const now = () => morning + performance.now() - startedAt;
  const slack = await startSlack({ clock: { ...clock, now } });
  onTestFinished(() => slack.close());
  const place = { port: await freePort(), signingSecret: 'secret-of-the-surroundings' };
  const hands = createHands(slack, createHttpDelivery(place));
  const healthPort = await freePort();
  const service = { baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey };
  // The stock is taken in by the second look at it, and nobody is to wait a minute for that.
  const slackSettings = { botToken: BOT_TOKEN, appToken: undefined, slackApiUrl: slack.apiUrl, ...place };
  const settings = { ...DEFAULT_SETTINGS, ...service, ...slackSettings, databaseUrl: databaseFile };
  await lookAtStock(settings, clock, [morning - MINUTE]);
  clock.setTo(morning);
  const messages = () => messagesIn(slack, CHANNEL);
  const privateOnes = () => messages().filter(({ isPrivate }) => isPrivate);
  return {
    sandbox,
    healthUrl: `http://127.0.0.1:${healthPort}`,
    settings: {
      RETAIL_DATA_TEST_NOW: String(morning),
      RETAIL_DATA_BASE_URL: sandbox.url,
      RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
      SLACK_BOT_TOKEN: BOT_TOKEN,
      SLACK_SIGNING_SECRET: place.signingSecret,
      SLACK_API_URL: slack.apiUrl,
      PORT: String(place.port),
      HEALTH_PORT: String(healthPort),
      DATABASE_URL: `file:${databaseFile}`,
      DIGEST_CHANNELS: CHANNEL,
      SALES_HISTORY_DAYS: '2',
    },
    digests: () => messages().filter(({ isPrivate, text }) => !isPrivate && text.includes('digest')),
    async ask(command, text) {
      const before = privateOnes().length;
      await hands.act(PEOPLE.kari.id, { kind: 'command', channel: CHANNEL, command, text });
      return until(`the answer to ${command} ${text}`, async () =>
        privateOnes()
          .slice(before)
          .find((answer) => !answer.text.startsWith('Fetching from the data service')),
      );
    },
  };
}
