import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { type Bot, startBot } from '../../../bot/app.ts';
import { createDemoClock, type DemoClock } from '../../../bot/demo/demoClock.ts';
import { lookAtStock } from '../../../bot/demo/earlierStock.ts';
import { plainText, type Readable } from '../../../bot/demo/plainText.ts';
import { demoProductList } from '../../../bot/demo/products.ts';
import { asOpened } from '../../../bot/demo/slack/asOpened.ts';
import { PEOPLE, PLACES } from '../../../bot/demo/slack/cast.ts';
import { createHttpDelivery, createSocketDelivery } from '../../../bot/demo/slack/delivery.ts';
import { textAt } from '../../../bot/demo/slack/fields.ts';
import { createHands, type SlackAct } from '../../../bot/demo/slack/hands.ts';
import { type Slack, startSlack } from '../../../bot/demo/slack/slack.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../bot/settings/settings.ts';
import { freePort } from '../../../tools/freePort.ts';
import { type ButtonOnScreen, buttonsIn } from '../../support/bot/buttons.ts';
import { createRecordingLog, type RecordingLog } from '../../support/bot/recordingLog.ts';
import { oslo } from '../../support/bot/time.ts';
import { contentOf } from '../../support/slack/fileContent.ts';
import { until } from '../../support/until.ts';

/** How the bot hears from Slack. */
export type Mode = 'Socket Mode' | 'HTTP';
export const MODES: readonly Mode[] = ['Socket Mode', 'HTTP'];

const PROGRESS = /^Fetching from the data service/;
const KARI = PEOPLE.kari.id;
export const CHANNEL = PLACES['#stock'].id;

/** A message of the bot in #stock, or one that Kari alone sees. */
export interface PostedMessage extends Readable {
  readonly ts: string;
  readonly isPrivate: boolean;
}

export interface ShownView {
  readonly id: string;
  readonly hash: string;
  readonly view: ViewOnScreen;
}

export interface ViewOnScreen {
  readonly type?: string;
  readonly callback_id?: string;
  readonly blocks: readonly object[];
}

/** The real bot between a sandbox of the service and the stand-in of Slack, on a morning that was chosen. */
export interface World {
  readonly sandbox: Sandbox;
  readonly slack: Slack;
  readonly clock: DemoClock;
  readonly settings: Settings;
  readonly recording: RecordingLog;
  start(fields?: Partial<Settings>): Promise<Bot>;
  /** What Kari does. Gives what the bot answered at once. */
  act(act: SlackAct): Promise<unknown>;
  type(command: string, text: string): Promise<unknown>;
  /** Types a command and gives the answer to it. */
  ask(command: string, text: string): Promise<PostedMessage>;
  /** Does something, and gives the private answer that comes of it. */
  answerTo(what: string, work: () => Promise<unknown>): Promise<PostedMessage>;
  /** Clicks a button below a message. */
  click(button: ButtonOnScreen): Promise<unknown>;
  /** Clicks a button in a window or on App Home. */
  clickInView(view: ShownView, button: ButtonOnScreen): Promise<unknown>;
  submit(view: ShownView, values: object): Promise<unknown>;
  /** The window in front, or App Home. */
  modal(): ShownView | undefined;
  home(): ShownView | undefined;
  /** What the bot has sent by that name, as a person reads it. */
  file(name: string): string;
  messages(): PostedMessage[];
  /** What is in the channel for all to see. */
  digests(): PostedMessage[];
  untilDigests(count: number): Promise<PostedMessage[]>;
  /** Secrets that must not be in anything a person or a log gets. */
  readonly secrets: readonly string[];
  close(): Promise<void>;
}

export async function openWorld(mode: Mode, at = '2026-11-20 08:45'): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-e2e-'));
  const real = createDemoClock(oslo(at));
  // Pauses between retries are cut; those between sweeps, and the patience of a stop, are not.
  const clock: DemoClock = {
    ...real,
    sleep: (milliseconds, signal) =>
      real.sleep(milliseconds < 15_000 ? milliseconds / 20 : milliseconds, signal),
  };
  const sandbox = await startSandbox({ now: () => clock.now() });
  const slack = await startSlack({ clock });
  const productListFile = join(folder, 'products.csv');
  writeFileSync(productListFile, demoProductList(sandbox.truth.products()));
  const recording = createRecordingLog();
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    botToken: 'xoxb-of-the-world',
    appToken: mode === 'HTTP' ? undefined : 'xapp-of-the-world',
    signingSecret: 'secret-of-the-world',
    slackApiUrl: slack.apiUrl,
    port: await freePort(),
    productListFile,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    databaseUrl: join(folder, 'bot.sqlite'),
    // Enough for days of cover. Reading the default of 90 takes most of a short test.
    salesHistoryDays: 30,
    digestChannels: [CHANNEL],
  };
  const hands = createHands(
    slack,
    mode === 'HTTP' ? createHttpDelivery(settings) : createSocketDelivery(slack.sockets),
  );
  const act = (given: SlackAct) => hands.act(KARI, given);
  const type = (command: string, text: string) => act({ kind: 'command', channel: CHANNEL, command, text });
  const messages = () => messagesIn(slack, CHANNEL);
  const digests = () => messages().filter(({ isPrivate, text }) => !isPrivate && text.includes('digest'));
  const answerTo = async (what: string, work: () => Promise<unknown>) => {
    const before = messages().at(-1)?.ts ?? '';
    await work();
    return until(`the answer to ${what}`, async () =>
      messages().find(({ isPrivate, ts, text }) => isPrivate && ts > before && !PROGRESS.test(text)),
    );
  };
  const { botToken, appToken, signingSecret, subscriptionKey } = settings;

  return {
    sandbox,
    slack,
    clock,
    settings,
    recording,
    act,
    type,
    messages,
    digests,
    answerTo,
    click(button) {
      const holder = messages().findLast((message) =>
        buttonsIn(message).some((each) => JSON.stringify(each) === JSON.stringify(button)),
      );
      const on = { kind: 'message', channel: CHANNEL, ts: holder?.ts ?? '' } as const;
      return act({ kind: 'click', on, action: { type: 'button', ...button }, values: {} });
    },
    clickInView: ({ id, view }, button) =>
      act({
        kind: 'click',
        on: { kind: 'view', viewId: id },
        action: { type: 'button', ...button },
        values: Object(asOpened(view)),
      }),
    submit: ({ id }, values) => act({ kind: 'submit', viewId: id, values: Object(values) }),
    modal: () => shownView(slack.views.modals(KARI).at(-1)),
    home: () => shownView(slack.views.home(KARI)),
    file(name) {
      const file = slack.seen.find((each) => each.kind === 'file' && each.name === name);
      if (file?.kind !== 'file') throw new Error(`there is no file ${name}`);
      return contentOf(file);
    },
    secrets: [subscriptionKey, botToken, appToken, signingSecret].filter((secret) => secret !== undefined),
    async start(fields = {}) {
      const asked = { ...settings, ...fields };
      const now = clock.now();
      // The stock is taken in by the second look at it, and nobody is to wait a minute for that.
      await lookAtStock(asked, clock, [now - 60_000]).catch(() => undefined);
      clock.setTo(now);
      return startBot({ settings: asked, clock, log: recording.log });
    },
    ask: (command, text) => answerTo(`${command} ${text}`, () => type(command, text)),
    untilDigests: (count) =>
      until(`${count} digests`, async () => {
        const posted = digests();
        return posted.length >= count ? posted : undefined;
      }),
    async close() {
      await slack.close();
      await sandbox.close();
      // A thread of a bot that was stopped impatiently may still write there for a moment.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

/** What the bot said in a channel that Kari sees, without what is in threads. */
export function messagesIn({ workspace }: Slack, channel: string): PostedMessage[] {
  return workspace
    .seenBy(KARI, channel)
    .filter(({ author, files }) => author === undefined && files === undefined)
    .map(({ ts, text, blocks, onlyFor }) => ({ ts, text, blocks, isPrivate: onlyFor !== undefined }));
}

function shownView(shown: ReturnType<Slack['views']['home']>): ShownView | undefined {
  return shown === undefined ? undefined : { ...shown, view: { blocks: [], ...shown.view } };
}

export { until };

/** The rows below the head of a message's table: the exact number of each figure, the text of all else. */
export function rowsOf(message: { readonly blocks: readonly unknown[] }): (string | number)[][] {
  for (const block of message.blocks) {
    if (typeof block !== 'object' || block === null || !('rows' in block)) continue;
    const { rows } = block;
    if (Array.isArray(rows)) return rows.slice(1).map((row: readonly Cell[]) => row.map(cellOf));
  }
  return fencedRows(message);
}

type Cell = { readonly text: string; readonly value?: number };

const cellOf = ({ text, value }: Cell) => value ?? text;

/** Windows take no tables: there they are lines of text. */
function fencedRows(message: { readonly blocks: readonly unknown[] }): string[][] {
  const [, fenced = ''] = message.blocks.map(textOfBlock).join('\n').split('```');
  const [, ...lines] = fenced.trim().split('\n');
  return lines.map((line) => line.trim().split(/ {2,}/));
}

function textOfBlock(block: unknown): string {
  if (typeof block !== 'object' || block === null || !('text' in block)) return '';
  const { text } = block;
  return textAt(text, 'text');
}

export const reading = plainText;

/** All text of a view. */
export function readingOfView({ blocks }: { readonly blocks: readonly object[] }): string {
  return plainText({ text: '', blocks });
}
