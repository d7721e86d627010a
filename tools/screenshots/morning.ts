import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { startSandbox } from 'retail-data-client/sandbox';
import { startBot } from '../../bot/app.ts';
import { createDemoClock } from '../../bot/demo/demoClock.ts';
import { lookAtStock } from '../../bot/demo/earlierStock.ts';
import { demoProductList } from '../../bot/demo/products.ts';
import { PEOPLE, PLACES } from '../../bot/demo/slack/cast.ts';
import { createSocketDelivery } from '../../bot/demo/slack/delivery.ts';
import { createHands, type SlackAct } from '../../bot/demo/slack/hands.ts';
import { startSlack } from '../../bot/demo/slack/slack.ts';
import type { HeldMessage } from '../../bot/demo/slack/workspace.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../bot/settings/settings.ts';
import { daysIn } from '../../bot/text/dayRange.ts';
import type { Previewed } from './preview.ts';

type Blocks = Previewed['blocks'];

/** App Home as the bot sent it. */
export interface View {
  readonly id: string;
  readonly blocks: Blocks;
}

/** What one person does in Slack, and what the bot shows for it. */
export interface Morning {
  /** Of the digest of this morning. */
  readonly digest: Blocks;
  ask(command: string, text: string): Promise<Blocks>;
  /** Clicks the button with that title below an answer; gives the answer to the click. */
  clickBelow(answer: Blocks, title: string): Promise<Blocks>;
  openHome(): Promise<View>;
  clickInHome(home: View, actionId: string, value: string): Promise<View>;
  close(): Promise<void>;
}

const CHANNEL = PLACES['#stock'].id;
const PERSON = PEOPLE.kari.id;
const LOOK_MS = 20;

const BETWEEN_QUESTIONS_MS = 7 * 60_000;

/** Two weeks of stock, enough for a chart. */
const EARLIEST_STOCK = '2026-11-07';

/** The bot on a Friday morning of the sandbox, with the stock of two weeks and a product list. */
export async function openMorning(): Promise<Morning> {
  const oslo = (day: string, time: string) => createCalendar().instantOf(day, time);
  await using open = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-pictures-'));
  open.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const clock = createDemoClock(oslo(EARLIEST_STOCK, '08:44'));
  const sandbox = await startSandbox({ now: () => clock.now() });
  open.defer(() => sandbox.close());
  const slack = await startSlack({ clock });
  open.defer(() => slack.close());
  const productListFile = join(folder, 'products.csv');
  await writeFile(productListFile, demoProductList(sandbox.truth.products()));
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    botToken: 'xoxb-of-the-pictures',
    appToken: 'xapp-of-the-pictures',
    signingSecret: undefined,
    slackApiUrl: slack.apiUrl,
    productListFile,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    databaseUrl: join(folder, 'bot.sqlite'),
    salesHistoryDays: 30,
    digestChannels: [CHANNEL],
  };
  // Two looks take a day's stock in; the second one of today is the bot's.
  const days = daysIn({ from: EARLIEST_STOCK, to: '2026-11-19' });
  await lookAtStock(settings, clock, [
    ...days.flatMap((day) => [oslo(day, '08:44'), oslo(day, '08:45')]),
    oslo('2026-11-20', '08:44'),
  ]);
  clock.setTo(oslo('2026-11-20', '08:45'));
  const bot = await startBot({ settings, clock, log: pino({ level: 'silent' }) });
  open.defer(() => bot.stop(2_000));

  const hands = createHands(slack, createSocketDelivery(slack.sockets));
  const shown = () =>
    slack.workspace
      .seenBy(PERSON, CHANNEL)
      .filter(({ author, blocks }) => author === undefined && blocks.length > 0);
  const nextAfter = async (before: HeldMessage | undefined): Promise<HeldMessage> => {
    for (;;) {
      const next = shown().at(-1);
      if (next !== undefined && next.ts !== before?.ts) return next;
      await delay(LOOK_MS);
    }
  };
  const answerTo = async (act: SlackAct) => {
    const before = shown().at(-1);
    await hands.act(PERSON, act);
    return blocksOf(await nextAfter(before));
  };
  const homeAfter = async (act: SlackAct): Promise<View> => {
    const before = slack.views.home(PERSON)?.hash;
    await hands.act(PERSON, act);
    for (;;) {
      const home = slack.views.home(PERSON);
      if (home !== undefined && home.hash !== before) return { id: home.id, blocks: blocksOf(home.view) };
      await delay(LOOK_MS);
    }
  };

  const digest = blocksOf(await nextAfter(undefined));
  const opened = open.move();
  return {
    digest,
    ask(command, text) {
      clock.setTo(clock.now() + BETWEEN_QUESTIONS_MS);
      return answerTo({ kind: 'command', channel: CHANNEL, command, text });
    },
    clickBelow(answer, title) {
      const message = shown().findLast(({ blocks }) => blocks === answer);
      const on = { kind: 'message', channel: CHANNEL, ts: message?.ts ?? '' } as const;
      return answerTo({ kind: 'click', on, action: { ...buttonIn(answer, title) }, values: {} });
    },
    openHome: () => homeAfter({ kind: 'openHome' }),
    clickInHome: (home, action_id, value) =>
      homeAfter({
        kind: 'click',
        on: { kind: 'view', viewId: home.id },
        action: { type: 'button', action_id, value },
        values: {},
      }),
    close: () => opened.disposeAsync(),
  };
}

function blocksOf(shown: { readonly blocks?: readonly unknown[] }): Blocks {
  return shown.blocks as Blocks;
}

function buttonIn(blocks: Blocks, title: string): object {
  const elements = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  const button = elements.find((element) => element.type === 'button' && element.text.text === title);
  if (button === undefined) throw new Error(`There is no button "${title}" below the answer.`);
  return button;
}
