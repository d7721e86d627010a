import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { type Bot, startBot } from '../../../bot/app.ts';
import { demoProductList } from '../../../bot/demo/demo.ts';
import { createDemoClock, type DemoClock } from '../../../bot/demo/demoClock.ts';
import { lookAtStock } from '../../../bot/demo/earlierStock.ts';
import { startEmulatedSlack } from '../../../bot/demo/emulatedSlack.ts';
import { findLocalSlack, startLocalSlack } from '../../../bot/demo/localSlack.ts';
import { plainText } from '../../../bot/demo/plainText.ts';
import { type PostedMessage, type SlackStandIn, textOf } from '../../../bot/demo/standIn.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../bot/settings/settings.ts';
import { createRecordingLog, type RecordingLog } from '../../support/bot/recordingLog.ts';
import { oslo } from '../../support/bot/time.ts';
import { until } from '../../support/until.ts';
import { createHttpHands, createPageHands, type Hands } from './hands.ts';
import { startViewProxy, type ViewProxy } from './viewProxy.ts';

export type StandInName = 'local-slack' | 'emulate';

/** Stand-ins that can run on this machine: local-slack speaks Socket Mode, emulate speaks HTTP. */
export const STAND_INS: readonly StandInName[] =
  findLocalSlack() === undefined ? ['emulate'] : ['local-slack', 'emulate'];

const PROGRESS = /^Fetching from the data service/;

/** The real bot between a sandbox of the service and a stand-in of Slack, on a morning that was chosen. */
export interface World {
  readonly sandbox: Sandbox;
  readonly standIn: SlackStandIn;
  readonly clock: DemoClock;
  readonly settings: Settings;
  readonly recording: RecordingLog;
  start(fields?: Partial<Settings>): Promise<Bot>;
  /** Types a command and gives the answer to it. */
  ask(command: string, text: string): Promise<PostedMessage>;
  /** Does something, and gives the private answer that comes of it. */
  answerTo(what: string, work: () => Promise<unknown>): Promise<PostedMessage>;
  readonly hands: Hands;
  readonly proxy: ViewProxy;
  /** What is in the channel for all to see. */
  digests(): Promise<PostedMessage[]>;
  untilDigests(count: number): Promise<PostedMessage[]>;
  /** Secrets that must not be in anything a person or a log gets. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

export async function openWorld(name: StandInName, at = '2026-11-20 08:45'): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-e2e-'));
  const real = createDemoClock(oslo(at));
  // Pauses between retries are cut; those between sweeps, and the patience of a stop, are not.
  const clock: DemoClock = {
    ...real,
    sleep: (milliseconds, signal) =>
      real.sleep(milliseconds < 15_000 ? milliseconds / 20 : milliseconds, signal),
  };
  const sandbox = await startSandbox({ now: () => clock.now() });
  const program = findLocalSlack();
  const page =
    name === 'local-slack' && program !== undefined ? await startLocalSlack(program, folder) : undefined;
  const emulated = page === undefined ? await startEmulatedSlack() : undefined;
  const standIn = page ?? emulated;
  if (standIn === undefined) throw new Error('no stand-in of Slack was started');
  const proxy = await startViewProxy(standIn.slack.slackApiUrl, standIn.channelId, () => clock.now());
  const hands = emulated === undefined ? await createPageHands(standIn) : createHttpHands(emulated, proxy);
  const productListFile = join(folder, 'products.csv');
  writeFileSync(productListFile, demoProductList(sandbox.truth.products()));
  const recording = createRecordingLog();
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    ...standIn.slack,
    slackApiUrl: proxy.apiUrl,
    productListFile,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    databaseUrl: join(folder, 'bot.sqlite'),
    // Enough for days of cover. Reading the default of 90 takes most of a short test.
    salesHistoryDays: 30,
    digestChannels: [standIn.channelId],
  };
  const digests = async () =>
    // A file in a digest's thread is a message of its own in one of the stand-ins.
    (await standIn.messages()).filter(({ isPrivate, text }) => !isPrivate && text.includes('digest'));
  const answers = async () => (await standIn.messages()).filter(({ isPrivate }) => isPrivate);
  const answerTo = async (what: string, work: () => Promise<unknown>) => {
    const before = (await answers()).length;
    await work();
    return until(`the answer to ${what}`, async () =>
      (await answers()).slice(before).find((answer) => !PROGRESS.test(answer.text)),
    );
  };

  return {
    sandbox,
    standIn,
    clock,
    settings,
    recording,
    digests,
    proxy,
    hands,
    answerTo,
    secrets: [settings.subscriptionKey, settings.botToken, settings.appToken, settings.signingSecret].filter(
      (secret) => secret !== undefined,
    ),
    async start(fields = {}) {
      const asked = { ...settings, ...fields };
      const now = clock.now();
      // The stock is taken in by the second look at it, and nobody is to wait a minute for that.
      await lookAtStock(asked, clock, [now - 60_000]).catch(() => undefined);
      clock.setTo(now);
      return startBot({ settings: asked, clock, log: recording.log });
    },
    ask: (command, text) => answerTo(`${command} ${text}`, () => standIn.type(command, text)),
    untilDigests: (count) =>
      until(`${count} digests`, async () => {
        const posted = await digests();
        return posted.length >= count ? posted : undefined;
      }),
    async close() {
      hands.close();
      await standIn.stop();
      await proxy.close();
      await sandbox.close();
      // A thread of a bot that was stopped impatiently may still write there for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

export { until };

/** The rows below the head of a message's table: the exact number of each figure, the text of all else. */
export function rowsOf(message: { readonly blocks: readonly unknown[] }): (string | number)[][] {
  for (const block of message.blocks) {
    if (typeof block !== 'object' || block === null || !('rows' in block)) continue;
    const { rows } = block;
    if (Array.isArray(rows)) return rows.slice(1).map((row: readonly Cell[]) => row.map(contentOf));
  }
  return fencedRows(message);
}

type Cell = { readonly text: string; readonly value?: number };

const contentOf = ({ text, value }: Cell) => value ?? text;

/** Windows take no tables: there they are lines of text. */
function fencedRows(message: { readonly blocks: readonly unknown[] }): string[][] {
  const [, fenced = ''] = message.blocks.map(textOfBlock).join('\n').split('```');
  const [, ...lines] = fenced.trim().split('\n');
  return lines.map((line) => line.trim().split(/ {2,}/));
}

function textOfBlock(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('text' in block)) return '';
  const { text } = block;
  return typeof text === 'object' && text !== null ? textOf(text) : '';
}

export const reading = plainText;

/** All text of a view. */
export function readingOfView({ blocks }: { readonly blocks: readonly object[] }): string {
  return plainText({ text: '', blocks, isPrivate: true });
}
