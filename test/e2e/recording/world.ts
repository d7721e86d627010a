import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { createCalendar } from 'retail-data-client/calendar/calendar';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { type Bot, startBot } from '../../../bot/app.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../bot/settings/settings.ts';
import { PEOPLE, PLACES } from './people.ts';
import { type SlackServer, startSlackServer } from './slackServer.ts';
import { createStandingClock, type StandingClock } from './standingClock.ts';

/** The real bot on a Friday morning, after three mornings before it, between a sandbox and a stand-in of Slack. */
export interface World {
  readonly slack: SlackServer;
  readonly clock: StandingClock;
  readonly signing: { readonly port: number; readonly secret: string };
  /** Numbers and names of the supplier's own products. */
  readonly products: readonly { readonly id: string; readonly name: string }[];
  /** Requests to the sandbox so far. */
  serviceCalls(): number;
  /** Where what was posted this morning begins in `slack.seen`. */
  readonly thisMorning: number;
  close(): Promise<void>;
}

const MORNINGS = ['2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'];
const SECRET = 'of-the-recorder';
/** The stock is taken in once it has stayed the same for a minute; digests are looked after every minute. */
const STEPS_MS = [15_000, 15_000, 15_000, 15_000, 15_000, 15_000, 60_000, 60_000];
const QUIET_MS = 300;
const PATIENCE_MS = 20_000;

/** `subscribe` is done on the first morning, once the bot has started. */
export async function openWorld(
  subscribe: (world: Pick<World, 'slack' | 'signing'>) => Promise<void>,
): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-recording-'));
  const calendar = createCalendar();
  const clock = createStandingClock(calendar.instantOf(MORNINGS[0] ?? '', '08:45'));
  const sandbox = await startSandbox({ now: () => clock.now(), seed: 1 });
  const slack = await startSlackServer(() => clock.now());
  const port = await freePort();
  const products = namedProducts(sandbox);
  const productListFile = join(folder, 'products.csv');
  writeFileSync(
    productListFile,
    ['number;name;group', ...products.map(({ id, name, group }) => `${id};${name};${group}`)].join('\n'),
  );
  const settings: Settings = {
    ...DEFAULT_SETTINGS,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    botToken: 'xoxb-of-the-recorder',
    appToken: undefined,
    signingSecret: SECRET,
    slackApiUrl: slack.apiUrl,
    port,
    databaseUrl: join(folder, 'bot.sqlite'),
    salesHistoryDays: 30,
    productListFile,
    digestChannels: [PLACES['#stock'].id],
    access: {
      ...DEFAULT_SETTINGS.access,
      policy: {
        ...DEFAULT_SETTINGS.access.policy,
        holders: {
          ...DEFAULT_SETTINGS.access.policy.holders,
          admin: { users: [PEOPLE.kari.id], groups: [], channels: [] },
        },
      },
      commandEnabled: true,
    },
  };
  const log = pino({ level: 'silent' });
  const signing = { port, secret: SECRET };
  const serviceCalls = () => sandbox.requests.length;
  const idle = () =>
    untilQuiet(
      () => slack.calls() + serviceCalls(),
      () => slack.underWay() + clock.pauses() + importsUnderWay(),
    );

  let bot: Bot | undefined;
  let thisMorning = 0;
  for (const [at, day] of MORNINGS.entries()) {
    await bot?.stop();
    clock.setTo(calendar.instantOf(day, '08:45'));
    thisMorning = slack.seen.length;
    // Waiting times between digests are the same each time, and the stock goes by this clock.
    bot = await startBot({ settings, clock, log, random: () => 0.5, stockOnThread: false });
    await idle();
    if (at === 0) await subscribe({ slack, signing });
    for (const stepMs of STEPS_MS) {
      clock.advance(stepMs);
      await idle();
    }
    // The sales come from the next morning on.
    const digests = at === 0 ? 1 : 2;
    await untilTrue(`the digests of ${day}`, () => digestsIn(slack, thisMorning) === digests);
    await idle();
    clock.setTo(calendar.instantOf(day, '08:50'));
  }

  return {
    slack,
    clock,
    signing,
    products,
    serviceCalls,
    thisMorning,
    async close() {
      await bot?.stop();
      await slack.close();
      await sandbox.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function digestsIn({ seen }: SlackServer, from: number): number {
  return seen.slice(from).filter((each) => each.kind === 'message' && each.by === 'chat.postMessage').length;
}

const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng', 'Granitt', 'Måke', 'Solvik', 'Tind', 'Bekk'];
const KINDS = ['Pale Ale', 'Pilsner', 'Riesling', 'Cider', 'Gin', 'Rioja', 'Aquavit'];

/** A product list as a supplier would give it. */
function namedProducts({ truth }: Sandbox): { id: string; name: string; group: string }[] {
  return truth
    .products()
    .filter(({ own }) => own)
    .map(({ productId, unitMillilitres }, at) => {
      const group = KINDS[at % KINDS.length] ?? '';
      const name = `${MAKERS[at % MAKERS.length]} ${group} ${unitMillilitres / 10} cl`;
      return { id: productId, name, group };
    });
}

/** Sales are read in a process, which asks nobody anything while it starts. */
function importsUnderWay(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
}

async function untilQuiet(calls: () => number, underWay: () => number): Promise<void> {
  const giveUp = performance.now() + PATIENCE_MS;
  let before = calls();
  let since = performance.now();
  while (performance.now() < giveUp) {
    await delay(20);
    if (calls() !== before || underWay() > 0) since = performance.now();
    before = calls();
    if (performance.now() - since > QUIET_MS) return;
  }
  throw new Error('the bot did not come to rest');
}

async function untilTrue(what: string, look: () => boolean): Promise<void> {
  const giveUp = performance.now() + PATIENCE_MS;
  while (!look()) {
    if (performance.now() > giveUp) throw new Error(`${what} did not come`);
    await delay(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
