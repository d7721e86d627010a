import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { type Bot, startBot } from '../../../bot/bot.ts';
import { createDemoClock, type DemoClock } from '../../../bot/demo/demoClock.ts';
import { startEmulatedSlack } from '../../../bot/demo/emulatedSlack.ts';
import { findLocalSlack, startLocalSlack } from '../../../bot/demo/localSlack.ts';
import { plainText } from '../../../bot/demo/plainText.ts';
import { type PostedMessage, type SlackStandIn, textOf } from '../../../bot/demo/standIn.ts';
import { DEFAULT_ACCESS } from '../../../bot/settings/access.ts';
import type { Settings } from '../../../bot/settings/settings.ts';
import { createRecordingLog, type RecordingLog } from '../support/recordingLog.ts';
import { oslo } from '../support/service.ts';

export type StandInName = 'local-slack' | 'emulate';

/** Stand-ins that can run on this machine: local-slack speaks Socket Mode, emulate speaks HTTP. */
export const STAND_INS: readonly StandInName[] =
  findLocalSlack() === undefined ? ['emulate'] : ['local-slack', 'emulate'];

const PATIENCE_MS = 20_000;
const PROGRESS = /^Asking the service/;

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
  const standIn =
    name === 'local-slack' && program !== undefined
      ? await startLocalSlack(program, folder)
      : await startEmulatedSlack();
  const recording = createRecordingLog();
  const settings: Settings = {
    ...standIn.slack,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    timeZone: 'Europe/Oslo',
    databaseFile: join(folder, 'bot.sqlite'),
    salesHistoryDays: 90,
    salesRetentionDays: 400,
    stockRetentionDays: 120,
    digestTime: '08:30',
    digestDeadline: '12:00',
    healthPort: undefined,
    access: DEFAULT_ACCESS,
    digestChannels: [standIn.channelId],
    logLevel: 'info',
  };
  const digests = async () => (await standIn.messages()).filter(({ isPrivate }) => !isPrivate);

  return {
    sandbox,
    standIn,
    clock,
    settings,
    recording,
    digests,
    secrets: [settings.subscriptionKey, settings.botToken, settings.appToken, settings.signingSecret].filter(
      (secret) => secret !== undefined,
    ),
    start: (fields = {}) =>
      startBot({ settings: { ...settings, ...fields }, clock, log: recording.log, renderings: ['text'] }),
    async ask(command, text) {
      const answers = async () => (await standIn.messages()).filter(({ isPrivate }) => isPrivate);
      const before = (await answers()).length;
      await standIn.type(command, text);
      return until(`the answer to ${command} ${text}`, async () =>
        (await answers()).slice(before).find((answer) => !PROGRESS.test(answer.text)),
      );
    },
    untilDigests: (count) =>
      until(`${count} digests`, async () => {
        const posted = await digests();
        return posted.length >= count ? posted : undefined;
      }),
    async close() {
      await standIn.stop();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits for something real to happen. */
export async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const giveUp = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUp) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await delay(20);
  }
  throw new Error(`${what} did not come within ${PATIENCE_MS / 1000} seconds`);
}

/** The rows below the head of the table in a message that was drawn as text. */
export function rowsOf(message: PostedMessage): string[][] {
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
