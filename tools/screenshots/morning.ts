import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { startSandbox } from 'retail-data-client/sandbox';
import { startBot } from '../../bot/app.ts';
import { demoProductList } from '../../bot/demo/demo.ts';
import { createDemoClock } from '../../bot/demo/demoClock.ts';
import { lookAtStock } from '../../bot/demo/earlierStock.ts';
import { postSigned } from '../../bot/demo/slack/delivery.ts';
import { freePort } from '../../bot/demo/slack/loopback.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../bot/settings/settings.ts';
import { daysIn } from '../../bot/text/dayRange.ts';
import { type SlackAnswer, startSlack, TEAM } from '../slack/slack.ts';
import type { Previewed } from './preview.ts';

type Blocks = Previewed['blocks'];

/** App Home as the bot sent it. */
export interface View {
  readonly id: string;
  readonly blocks: Blocks;
  readonly [field: string]: unknown;
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

const CHANNEL = 'C0STOCK';
const PERSON = 'U0KARI';
const SIGNING_SECRET = 'of-the-pictures';

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
  const slack = await startSlack({ now: () => clock.now(), channelIds: [CHANNEL] });
  open.defer(() => slack.close());
  const productListFile = join(folder, 'products.csv');
  await writeFile(productListFile, demoProductList(sandbox.truth.products()));
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    botToken: 'xoxb-of-the-pictures',
    appToken: undefined,
    signingSecret: SIGNING_SECRET,
    slackApiUrl: slack.apiUrl,
    port: await freePort(),
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
  const posted = slack.nextCall(
    ({ method, parameters: { channel } }) => method === 'chat.postMessage' && channel === CHANNEL,
  );
  const bot = await startBot({ settings, clock, log: pino({ level: 'silent' }) });
  open.defer(() => bot.stop(2_000));

  const post = async (body: object) => {
    const payload = {
      ...body,
      team: { id: TEAM, domain: 'tools' },
      user: { id: PERSON, name: 'kari', username: 'kari', team_id: TEAM },
      api_app_id: 'A0TOOLS',
      token: 'unused',
      trigger_id: '1.2.3',
    };
    await send(new URLSearchParams({ payload: JSON.stringify(payload) }).toString());
  };
  const send = async (body: string, type?: string) => {
    const { ok, status } = await postSigned(
      { port: settings.port, signingSecret: SIGNING_SECRET },
      body,
      type,
    );
    if (!ok) throw new Error(`The bot answered ${status} to ${body}.`);
  };
  const type = (command: string, text: string, url: string) =>
    send(
      new URLSearchParams({
        command,
        text,
        response_url: url,
        team_id: TEAM,
        channel_id: CHANNEL,
        channel_name: 'stock',
        user_id: PERSON,
        user_name: 'kari',
        trigger_id: '1.2.3',
        api_app_id: 'A0TOOLS',
      }).toString(),
    );
  let asked = 0;
  const answerTo = async (work: (url: string) => Promise<void>) => {
    asked += 1;
    const { url, answered } = slack.expectAnswer(String(asked));
    await work(url);
    return blocksOf(await answered);
  };
  const viewAfter = async (work: () => Promise<void>, wanted: string): Promise<View> => {
    const shown = slack.nextCall(({ method }) => method === `views.${wanted}`);
    await work();
    const { view = '{}', view_id: id = 'V0' } = (await shown).parameters;
    return { id, ...JSON.parse(view) };
  };
  const actionOf = (button: object) => [{ type: 'button', block_id: 'b', action_ts: '1.1', ...button }];

  const digest = await posted;
  const opened = open.move();
  return {
    digest: JSON.parse(digest.parameters.blocks ?? '[]'),
    ask(command, text) {
      clock.setTo(clock.now() + BETWEEN_QUESTIONS_MS);
      return answerTo((url) => type(command, text, url));
    },
    clickBelow: (answer, title) =>
      answerTo((url) =>
        post({
          type: 'block_actions',
          channel: { id: CHANNEL, name: 'stock' },
          container: { type: 'message', channel_id: CHANNEL, is_ephemeral: true },
          response_url: url,
          actions: actionOf(buttonIn(answer, title)),
        }),
      ),
    openHome: () =>
      viewAfter(() => {
        const event = {
          type: 'app_home_opened',
          user: PERSON,
          channel: 'D0KARI',
          tab: 'home',
          event_ts: '1.1',
        };
        const body = { type: 'event_callback', team_id: TEAM, event_id: 'Ev1', event };
        return send(JSON.stringify(body), 'application/json');
      }, 'publish'),
    clickInHome: (home, action_id, value) =>
      viewAfter(
        () =>
          post({
            type: 'block_actions',
            container: { type: 'view', view_id: home.id },
            view: { ...home, state: { values: {} } },
            actions: actionOf({ action_id, value }),
          }),
        'publish',
      ),
    close: () => opened.disposeAsync(),
  };
}

function blocksOf({ blocks }: SlackAnswer): Blocks {
  return blocks as Blocks;
}

function buttonIn(blocks: Blocks, title: string): object {
  const elements = blocks.flatMap((block) => (block.type === 'actions' ? block.elements : []));
  const button = elements.find((element) => element.type === 'button' && element.text.text === title);
  if (button === undefined) throw new Error(`There is no button "${title}" below the answer.`);
  return button;
}
