import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { type Sandbox, startSandbox, type TruthProduct } from 'retail-data-client/sandbox';
import { createLanguages } from '../access/languages.ts';
import { startBot } from '../app.ts';
import { openDatabase } from '../database/connection.ts';
import { formatterFor } from '../language/formatter.ts';
import { createLog } from '../process/log.ts';
import { waitForShutdownSignal } from '../process/shutdown.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings.ts';
import { type DatedSlack, startDatedSlack } from './datedSlack.ts';
import { createDemoClock, demoDay, morningOf } from './demoClock.ts';
import { lookAtStock } from './earlierStock.ts';
import { findLocalSlack, startLocalSlack } from './localSlack.ts';
import { plainText } from './plainText.ts';
import type { PostedMessage, SlackStandIn } from './standIn.ts';

const MINUTE = 60_000;
const PATIENCE_MS = 60_000;
const STOP_MS = 1_000;

const HELP = `npm start [-- --slack local-slack|emulate]

With settings in the environment (see docs/settings.md): the bot. With none: a demo on made-up data, which ends with Ctrl-C.

  --slack NAME  the stand-in of Slack: local-slack, with a page to type on, or emulate; the first where it can run
  --help        prints this`;

/** What the demo types, so that there is something to see at once. */
const SHOWN = [
  { command: '/stock', text: 'low 7', inNorwegian: false },
  { command: '/stock', text: 'low 7', inNorwegian: true },
  { command: '/sales', text: 'yesterday', inNorwegian: false },
  { command: '/stores', text: 'oslo', inNorwegian: false },
];

/** What it asks in a thread of the channel, the second about the answer to the first. */
const ASKED = ['how much gin did we sell last week', 'and by store?'];

/**
 * Shows everything once without any configuration: sandbox, local Slack, the digest of an open day, and answers to
 * commands.
 */
export async function runDemo(parameters: readonly string[]): Promise<void> {
  if (parameters.includes('--help')) return say(HELP);
  const stopped = waitForShutdownSignal();
  const wanted = readParameters(parameters);
  const folder = await mkdtemp(join(tmpdir(), 'retail-data-demo-'));
  const open: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    await Promise.race([showAll(wanted, folder, open), stopped]);
    await stopped;
    say('\nStopping.');
  } finally {
    for (const close of open.reverse()) await close();
  }
}

async function showAll(
  wanted: StandInName | undefined,
  folder: string,
  open: (() => Promise<void>)[],
): Promise<void> {
  say('Starting a sandbox of the service, a local Slack and the bot; nothing leaves this machine …');
  const log = createLog('error');
  const clock = createDemoClock(Date.now());
  const sandbox = await startSandbox({ now: () => clock.now() });
  open.push(() => sandbox.close());
  const day = demoDay(createCalendar().dayOf(Date.now()), sandbox.truth.isOpenDay);

  const standIn = await startStandIn(wanted, folder);
  open.push(() => standIn.stop());
  const slack = await startDatedSlack(standIn.slack.slackApiUrl, () => clock.now());
  open.push(() => slack.close());
  const settings = settingsOf(sandbox, standIn, slack, folder);
  await writeFile(settings.productListFile, demoProductList(sandbox.truth.products()));

  // Yesterday's stock first, so that the digest can say what changed.
  const yesterday = morningOf(createCalendar().addDays(day, -1));
  const today = morningOf(day);
  await lookAtStock(settings, clock, [yesterday - MINUTE, yesterday, today - MINUTE]);
  clock.setTo(today);
  await chooseNorwegian(settings, standIn);

  const bot = await startBot({ settings, clock, log, renderings: ['text'] });
  open.push(() => bot.stop(STOP_MS));

  say(framed('Posted in #stock', await nextMessage(standIn, [], 'the digest')));
  for (const { command, text, inNorwegian } of SHOWN) {
    const before = await standIn.messages();
    await standIn.type(command, text, inNorwegian ? standIn.norwegianReader : undefined);
    const answer = await nextMessage(standIn, before, `the answer to ${command}`);
    say(framed(`${command} ${text} answers${inNorwegian ? ' Ola, who reads Norwegian' : ''}`, answer));
  }
  let thread: string | undefined;
  for (const text of ASKED) {
    const before = await standIn.messages();
    const ts = await standIn.mention(text, thread);
    say(framed(`@Retail Data ${text}`, await nextMessage(standIn, before, 'the answer to a mention')));
    thread ??= ts;
  }
  say(whereToLook(sandbox, standIn, clock.now()));
}

/** Chooses Norwegian as App Home would: the stand-ins don't report a person's language. */
async function chooseNorwegian(
  { databaseUrl, language }: Settings,
  { teamId, norwegianReader }: SlackStandIn,
): Promise<void> {
  const database = await openDatabase(databaseUrl);
  try {
    await createLanguages(database, language, Date.now, createLog('error')).choose(
      teamId,
      norwegianReader,
      'nb',
    );
  } finally {
    await database.destroy();
  }
}

type DemoSettings = Settings & { readonly productListFile: string };
type StandInName = 'local-slack' | 'emulate';

/** @throws DemoError */
function readParameters(parameters: readonly string[]): StandInName | undefined {
  const { slack } = valuesIn(parameters);
  if (slack === undefined || slack === 'local-slack' || slack === 'emulate') return slack;
  throw new DemoError(`--slack is "${slack}", but it must be local-slack or emulate.`);
}

function valuesIn(parameters: readonly string[]): { readonly slack?: string | undefined } {
  try {
    return parseArgs({ args: [...parameters], options: { slack: { type: 'string' } } }).values;
  } catch (error) {
    throw error instanceof TypeError ? new DemoError(`${error.message}\n\n${HELP}`) : error;
  }
}

async function startStandIn(wanted: StandInName | undefined, folder: string): Promise<SlackStandIn> {
  const program = wanted === 'emulate' ? undefined : findLocalSlack();
  if (program !== undefined) return startLocalSlack(program, folder);
  if (wanted === 'local-slack')
    throw new DemoError('local-slack is not installed: it has a program for Linux on x64 only.');
  const { startEmulatedSlack } = await import('./emulatedSlack.ts');
  return startEmulatedSlack();
}

function settingsOf(
  sandbox: Sandbox,
  standIn: SlackStandIn,
  { apiUrl }: DatedSlack,
  folder: string,
): DemoSettings {
  return {
    ...DEFAULT_SETTINGS,
    ...standIn.slack,
    slackApiUrl: apiUrl,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    databaseUrl: join(folder, 'demo.sqlite'),
    productListFile: join(folder, 'products.csv'),
    digestChannels: [standIn.channelId],
    // So that the first answers don't wait for a year of sales.
    salesHistoryDays: 90,
    logLevel: 'error',
  };
}

/** Waits for the first message that isn't among those `before`. */
async function nextMessage(
  standIn: SlackStandIn,
  before: readonly PostedMessage[],
  what: string,
): Promise<PostedMessage> {
  const giveUp = performance.now() + PATIENCE_MS;
  const known = before.map((message) => JSON.stringify(message));
  while (performance.now() < giveUp) {
    const messages = await standIn.messages();
    const message = messages.find((each, at) => JSON.stringify(each) !== known[at]);
    if (messages.length > before.length && message !== undefined) return message;
    await delay(50);
  }
  throw new Error(`${what} didn't arrive within ${PATIENCE_MS / 1000} seconds`);
}

function framed(title: string, message: PostedMessage): string {
  const lines = plainText(message).split('\n');
  return [
    '',
    `── ${title} ${message.isPrivate ? '(only you see it) ' : ''}──`,
    ...lines.map((line) => `  ${line}`),
  ].join('\n');
}

function whereToLook(sandbox: Sandbox, standIn: SlackStandIn, now: number): string {
  return [
    '',
    standIn.page === undefined
      ? `This ${standIn.name} has no web page. On Linux x64, npm start opens one.`
      : `Look and type here: ${standIn.page}  (channel #stock; try /stock, /sales last week by:day, /digest now, or @retail-data what is sold out)`,
    `The demo's clock: ${formatterFor('en').instant(now, DEFAULT_SETTINGS.timeZone)}, so "yesterday" is the day before that.`,
    `The sandbox of the data service: ${sandbox.url}`,
    'All data is made up. To connect the data service and your Slack, set RETAIL_DATA_BASE_URL, RETAIL_DATA_SUBSCRIPTION_KEY, SLACK_BOT_TOKEN and SLACK_APP_TOKEN (bot/README.md, "Set up").',
    'Ctrl-C ends it.',
  ].join('\n');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The demo can't run with these parameters. The message says what can. */
export class DemoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemoError';
  }
}

const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng', 'Granitt', 'Måke', 'Solvik', 'Tind', 'Bekk'];
const KINDS = ['Pale Ale', 'Pilsner', 'Riesling', 'Cider', 'Gin', 'Rioja', 'Aquavit'];

/** Lead times and pack sizes; one product has none, one no pack size. */
const SUPPLY = ['5;12', '3;6', '10;24', '7;', ';'];

/** Names for the sandbox's own products, in the format of PRODUCT_LIST. */
export function demoProductList(products: readonly TruthProduct[]): string {
  const lines = products
    .filter(({ own }) => own)
    .map(({ productId, unitMillilitres }, at) => {
      const kind = KINDS[at % KINDS.length] ?? '';
      return `${productId};${MAKERS[at % MAKERS.length]} ${kind} ${unitMillilitres / 10} cl;${kind};${SUPPLY[at % SUPPLY.length]}`;
    });
  return ['number;name;group;lead time;pack size', ...lines].join('\n');
}
