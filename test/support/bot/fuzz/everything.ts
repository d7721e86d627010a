import type { Logger } from 'pino';
import { ConnectionError, createInProcessRateLimiter, createUndiciTransport } from 'retail-data-client';
import { onTestFinished } from 'vitest';
import { composeDigests } from '../../../../bot/composeDigests.ts';
import { registerCommands } from '../../../../bot/listeners/commands/index.ts';
import { registerDigestListeners } from '../../../../bot/listeners/digests.ts';
import type { Door } from '../../../../bot/listeners/door.ts';
import { registerModals } from '../../../../bot/listeners/modals.ts';
import { openProductList } from '../../../../bot/products/productList.ts';
import { openFiguresReader } from '../../../../bot/readers.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { RENDERINGS } from '../../../../bot/slack/message.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../../bot/slack/renderingLadder.ts';
import type { ViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { createStoreNames } from '../../../../bot/stores/storeNames.ts';
import { startAnsweringBench } from '../answeringBench.ts';
import { DOOR_PERSON, DOUBLE_TEAM } from '../payloadBodies.ts';
import { startSlackDouble } from '../slackDouble.ts';
import { declareAccess } from './listeners.ts';
import type { PayloadFuzz } from './payloads.ts';

/** Everything that can be set off from Slack, as bot.ts declares it, before a filled warehouse. */
export async function everything(): Promise<Pick<PayloadFuzz, 'declare' | 'words' | 'values'>> {
  const { parts, warehouse, directory } = await startAnsweringBench();
  const { database, calendar, sandbox } = warehouse;
  const { reader: held, close } = openFiguresReader(database, warehouse.place, calendar);
  onTestFinished(close);
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const slack = await startSlackDouble();
  const connection = { botToken: 'xoxb-fuzz', slackApiUrl: slack.url };
  const list = await openProductList(database, parts.clock, parts.log);
  await list.importProductList(
    Buffer.from('id;name\n1101;Pale Ale\n90210;Rød & Fin\n'),
    'names.csv',
    'U0OLA',
  );
  const storeNames = await createStoreNames();
  await storeNames.take(await directory.all());
  const people = {
    channelsOf: async () => new Set<string>(),
    person: async (userId: string) => ({
      userId,
      teamIds: [DOUBLE_TEAM],
      standing: 'member' as const,
      groupIds: [],
      locale: 'nb-NO',
    }),
    place: async (channelId: string | undefined) =>
      channelId === undefined
        ? ({ kind: 'alone' } as const)
        : ({ kind: 'channel', channelId, shared: false } as const),
  };
  const asker = { teamId: DOUBLE_TEAM, userId: DOOR_PERSON };
  const days = { from: '2026-11-12', to: '2026-11-19' };
  const values = await Promise.all([
    parts.questions.keep(asker, { command: 'stock', kind: 'overview', scope: 'mine' }),
    parts.questions.keep(asker, { command: 'stores', kind: 'search', words: 'oslo', openNow: false }),
    parts.questions.keep(asker, {
      command: 'sales',
      kind: 'sales',
      days,
      productIds: ['1101'],
      storeIds: [],
      by: 'day',
    }),
  ]);

  const declare = (door: Door, viewsClient: ViewsClient, log: Logger) => {
    declareAccess(database, door, viewsClient, log);
    // Two digests to one channel are sent a second apart, and nothing here moves a clock on.
    const clock = warehouse.clock;
    const common = { database, calendar, clock, log, signal: new AbortController().signal };
    const outbound = createOutbound(connection);
    const questions = {
      ...parts,
      log,
      productLabels: list.names,
      storeLabels: storeNames,
      vocabulary: { products: list.names, stores: storeNames },
      ports: {
        ...parts.ports,
        stock: held,
        sales: held,
        live: async () => {
          throw new ConnectionError('The service could not be reached.', 'Try again in a minute.');
        },
      },
    };
    const digests = composeDigests({
      ...common,
      outbound,
      ladder: createRenderingLadder(RENDERINGS, () => clock.now()),
      figures: held,
      products: list.names,
      stores: storeNames,
      owner: 'fuzz',
      runLogged: async (_what, work) => work(),
      defaults: { digestTime: '08:30', timeZone: 'Europe/Oslo', deadline: '12:00' },
    });
    const windows = registerModals(door, questions, {
      ...common,
      settings: { ...connection, salesHistoryDays: 10 },
      figures: held,
      directory,
      storeNames,
      list,
      listProblem: () => undefined,
      viewsClient,
      people,
      policy: { ...DEFAULT_POLICY, teams: [DOUBLE_TEAM] },
      ledger: digests.ledger,
      subscriptions: digests.subscriptions,
      callsPerDay: { calls: 400, windowMs: 86_460_000 },
      dailyCalls: createInProcessRateLimiter(parts.clock),
    });
    const digestCommands = registerDigestListeners(door, {
      database,
      calendar,
      outbound,
      productNames: list.names,
      storeNames,
      digests,
      answering: questions,
      viewsClient,
      people,
      policy: { ...DEFAULT_POLICY, teams: [DOUBLE_TEAM] },
    });
    registerCommands(door, { ...questions, ...windows }, digestCommands);
  };
  return { declare, values, words: WORDS };
}

const WORDS = [
  ...['1101', '90210', 'pale ale', 'mine', 'out', 'low', '7', 'all', 'changes', 'stock', 'store:143'],
  ...['yesterday', 'i går', 'last week', 'forrige uke', 'by:day', 'by:store', 'by:week', 'product:1101'],
  ...['compare', 'with', '2026-11-12..2026-11-19', '12.11', 'siste 30 dager', 'monday', 'uke 46'],
  ...['oslo', 'open now', 'near', '59.91,10.75', '143', 'subscribe', 'unsubscribe', 'status', 'preview'],
  ...[
    '<#C0STOCK|stock>',
    'at 08:30',
    'weekdays',
    'products:1101',
    'list',
    'history',
    'pause',
    'resume',
    'now',
  ],
  ...['log', 'form', '“', '"', '<@U0KARI>', '…', '\u202e', '\u0000', '`', '&amp;'],
];
