import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCalendar, DEFAULT_TIME_ZONE } from 'retail-data-client/calendar/calendar';
import { isOpenDay, dayOf as numberOfDay } from 'retail-data-client/calendar/openDays';
import { type Sandbox, startSandbox } from 'retail-data-client/sandbox';
import { type Bot, startBot } from '../app.ts';
import manifest from '../manifest.json' with { type: 'json' };
import { createLog } from '../process/log.ts';
import { DEFAULT_SETTINGS, type Settings } from '../settings/settings.ts';
import { createDemoClock, type DemoClock, demoDay, morningOf, nextAt } from './demoClock.ts';
import { lookAtStock } from './earlierStock.ts';
import { createMover } from './mover.ts';
import type { DemoTime, JumpName } from './page/protocol.ts';
import { type PageServer, startPageServer } from './pageServer.ts';
import { demoProductList } from './products.ts';
import { BOT_USER, PEOPLE, PLACES } from './slack/cast.ts';
import { createSocketDelivery } from './slack/delivery.ts';
import { createHands, type Hands } from './slack/hands.ts';
import { type Slack, startSlack } from './slack/slack.ts';
import { JUMP_TITLES, PEOPLE_SHOWN, suggestionsFor } from './suggestions.ts';

const MINUTE = 60_000;
const STOP_MS = 1_000;
const BOT_TOKEN = 'xoxb-of-the-demo';
const APP_TOKEN = 'xapp-of-the-demo';
/** Enough for last month, and so few that the first answers come soon. */
const SALES_DAYS = 62;
const JUMPS: readonly JumpName[] = ['07:45', '08:30', 'monday'];

export interface Scene {
  readonly sandbox: Sandbox;
  readonly slack: Slack;
  readonly hands: Hands;
  readonly clock: DemoClock;
  readonly page: PageServer;
}

export interface SceneOptions {
  /** For the database and the product list. */
  readonly folder: string;
  readonly port: number;
  /** Whether that port and no other will do. */
  readonly isFixed: boolean;
  /** Loopback when undefined. */
  readonly host: string | undefined;
  /** YYYY-MM-DD, an open day; the latest one with sales and changes when not set. */
  readonly day?: string;
  /** Days before with stock; one when not set, enough to say what changed. */
  readonly stockDays?: number;
  /** What is to be closed in the end. */
  readonly opened: AsyncDisposableStack;
}

/**
 * The demo: the sandbox of the service, the stand-in of Slack with its page, and the bot between them, on the latest
 * morning with stock, sales and changes.
 * @throws the error of Node when the port of the page can't be used
 */
export async function openScene(options: SceneOptions): Promise<Scene> {
  const { folder, port, isFixed, host, opened, stockDays = 1 } = options;
  const calendar = createCalendar();
  const clock = createDemoClock(Date.now());
  const sandbox = await startSandbox({ now: () => clock.now() });
  opened.defer(() => sandbox.close());
  const day = options.day ?? demoDay(calendar.dayOf(Date.now()), sandbox.truth.isOpenDay);
  const slack = await startSlack({ clock, places: ['#stock', '#sales'] });
  opened.defer(() => slack.close());
  furnish(slack);

  const mover = createMover(clock, () => sandbox.requests.length + slack.calls.length);
  const bare = createHands(slack, createSocketDelivery(slack.sockets));
  const hands: Hands = {
    async act(userId, act) {
      await mover.arrived();
      return bare.act(userId, act);
    },
  };
  const timeFor = (language: keyof typeof JUMP_TITLES): DemoTime => ({
    now: clock.now(),
    timeZone: DEFAULT_TIME_ZONE,
    isMoving: mover.isMoving(),
    jumps: JUMPS.map((to) => ({ to, title: JUMP_TITLES[language][to], at: instantOf(to, clock.now()) })),
  });
  const { display_information: about, features } = manifest;
  const page = await startPageServer({
    slack,
    hands,
    channelIds: slack.workspace.channelIds,
    port,
    isFixed,
    host,
    facts(userId) {
      const { language, seesSales } =
        PEOPLE_SHOWN.find(({ person }) => PEOPLE[person].id === userId) ?? PEOPLE_SHOWN[0];
      return {
        team: 'Retail Data Demo',
        app: { userId: BOT_USER, name: features.bot_user.display_name, description: about.long_description },
        people: PEOPLE_SHOWN.map(({ person, language, note }) => ({ language, note, ...namesOf(person) })),
        clock: timeFor(language),
        commands: features.slash_commands.map(({ command, description, usage_hint: usageHint }) => ({
          command,
          description,
          usageHint,
        })),
        suggestions: suggestionsFor(language, seesSales),
      };
    },
    moveClock: (to) => mover.moveTo(instantOf(to, clock.now()), () => page.tellTime()),
  });
  opened.defer(() => page.close());

  const settings = await settingsOf(sandbox, slack, folder);
  // Earlier stock first, so that the digest can say what changed.
  const today = morningOf(day);
  const earlier = Array.from({ length: stockDays }, (_, at) =>
    morningOf(calendar.addDays(day, at - stockDays)),
  );
  await lookAtStock(settings, clock, [...earlier.flatMap((at) => [at - MINUTE, at]), today - MINUTE]);
  clock.setTo(today);
  page.tellTime();
  const log = createLog('error');
  const bot: Bot = await startBot({ settings, clock, monotonic: () => clock.now(), log });
  opened.defer(() => bot.stop(STOP_MS));
  // Ctrl-C ends the processes of the bot, too, which is no failure.
  opened.defer(() => {
    log.level = 'silent';
  });
  return { sandbox, slack, hands, clock, page };
}

function namesOf(person: (typeof PEOPLE_SHOWN)[number]['person']): { id: string; name: string } {
  const { id, name } = PEOPLE[person];
  return { id, name };
}

/** Topics, and everybody's direct messages with the app. */
function furnish({ workspace }: Slack): void {
  workspace.change(PLACES['#stock'].id, { fields: { topic: { value: 'The stock digest, every morning' } } });
  workspace.change(PLACES['#sales'].id, { fields: { topic: { value: 'Try /digest subscribe sales here' } } });
  for (const { person } of PEOPLE_SHOWN)
    workspace.change(workspace.direct(PEOPLE[person].id), { name: manifest.features.bot_user.display_name });
}

async function settingsOf(sandbox: Sandbox, slack: Slack, folder: string): Promise<Settings> {
  const productListFile = join(folder, 'products.csv');
  await writeFile(productListFile, demoProductList(sandbox.truth.products()));
  const only = (...users: string[]) => ({ users, groups: [], channels: [] });
  const sellers = PEOPLE_SHOWN.filter(({ seesSales }) => seesSales).map(({ person }) => PEOPLE[person].id);
  return {
    ...DEFAULT_SETTINGS,
    botToken: BOT_TOKEN,
    appToken: APP_TOKEN,
    signingSecret: undefined,
    slackApiUrl: slack.apiUrl,
    baseUrl: sandbox.url,
    subscriptionKey: sandbox.subscriptionKey,
    databaseUrl: join(folder, 'demo.sqlite'),
    productListFile,
    digestChannels: [PLACES['#stock'].id],
    salesHistoryDays: SALES_DAYS,
    logLevel: 'error',
    access: {
      ...DEFAULT_SETTINGS.access,
      holders: {
        ...DEFAULT_SETTINGS.access.holders,
        view_sales: only(...sellers),
        admin: only(PEOPLE.kari.id),
      },
    },
  };
}

/** Where a jump from `now` leads. */
/** Stock changes on open days only, so no digest of it comes on others. */
function instantOf(to: JumpName, now: number): number {
  if (to !== '08:30') return to === 'monday' ? nextAt(now, '08:30', 1) : nextAt(now, to);
  const { dayOf } = createCalendar();
  let at = nextAt(now, to);
  while (!isOpenDay(numberOfDay(dayOf(at)))) at = nextAt(at, to);
  return at;
}
