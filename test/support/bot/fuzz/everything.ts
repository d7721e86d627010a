import { ConnectionError } from 'retail-data-client';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { onTestFinished } from 'vitest';
import { createAudit } from '../../../../bot/access/audit.ts';
import { composeDigests } from '../../../../bot/composeDigests.ts';
import { composeListeners } from '../../../../bot/composeListeners.ts';
import { registerListeners } from '../../../../bot/listeners/index.ts';
import { idsNamed } from '../../../../bot/parser/names.ts';
import { openProductList } from '../../../../bot/products/productList.ts';
import { createAnswers } from '../../../../bot/questions/answer.ts';
import { openFiguresReader } from '../../../../bot/readers.ts';
import { DEFAULT_POLICY } from '../../../../bot/settings/accessPolicy.ts';
import { RENDERINGS } from '../../../../bot/slack/message.ts';
import { createOutbound } from '../../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../../bot/slack/renderingLadder.ts';
import { createStoreNames } from '../../../../bot/stores/storeNames.ts';
import { startAnsweringBench } from '../answeringBench.ts';
import { ENGLISH_READERS } from '../englishReaders.ts';
import { DOUBLE_TEAM, USER_ID } from '../payloadBodies.ts';
import { startSlackDouble } from '../slackDouble.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from '../unjudgedClocks.ts';
import type { PayloadFuzz } from './payloads.ts';

/** Everything that can be set off from Slack, as the bot registers it, before a filled warehouse. */
export async function everything(): Promise<Pick<PayloadFuzz, 'register' | 'words' | 'values'>> {
  const answering = await startAnsweringBench();
  const { warehouse, directory, questionRepository } = answering;
  const { database, calendar, sandbox } = warehouse;
  const { reader: held, close } = openFiguresReader(database, warehouse.place, calendar);
  onTestFinished(close);
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const slack = await startSlackDouble();
  const connection = { botToken: 'xoxb-fuzz', slackApiUrl: slack.url };
  const list = await openProductList(database, answering.clock, answering.bench.log);
  await list.importProductList(
    async () => Buffer.from('id;name;group\n1101;Pale Ale;Øl\n90210;Rød & Fin;Øl\n'),
    'names.csv',
    'U0OLA',
  );
  const storeNames = await createStoreNames();
  await storeNames.take(await directory.all());
  const people = {
    namedBy: async () => [],
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
  const asker = { teamId: DOUBLE_TEAM, userId: USER_ID };
  const days = { from: '2026-11-12', to: '2026-11-19' };
  const values = await Promise.all([
    questionRepository.keep(asker, { command: 'stock', kind: 'overview', scope: 'mine' }),
    questionRepository.keep(asker, { command: 'stores', kind: 'search', words: 'oslo', openNow: false }),
    questionRepository.keep(asker, {
      command: 'sales',
      kind: 'sales',
      days,
      productIds: ['1101'],
      storeIds: [],
      by: 'day',
    }),
  ]);

  const register: PayloadFuzz['register'] = (app, middleware, viewsClient, log) => {
    // Two digests to one channel are sent a second apart, and nothing here moves a clock on.
    const { clock } = warehouse;
    const outbound = createOutbound(connection);
    const ladder = createRenderingLadder(RENDERINGS, () => clock.now());
    const runLogged = async (_what: string, work: () => Promise<void>) => work();
    const digests = composeDigests({
      clocks: UNJUDGED_CLOCKS,
      oldDays: DELETED_AT_ONCE,
      database,
      calendar,
      clock,
      log,
      signal: new AbortController().signal,
      outbound,
      ladder,
      figures: held,
      products: list.names,
      stores: storeNames,
      owner: 'fuzz',
      runLogged,
      defaults: { digestTime: '08:30', timeZone: 'Europe/Oslo', deadline: '12:00', language: 'en' },
    });
    const services = composeListeners({
      settings: { ...connection, salesHistoryDays: 10 },
      client: {
        setPermission: async (change) => ({
          ...change,
          accessToWholesaler: '1',
          lastChangedOn: '',
          lastChangedAt: '',
          result: '',
        }),
      },
      database,
      clock: answering.clock,
      log,
      calendar,
      ladder: answering.bench.ladder,
      pendingRequests: answering.pendingRequests,
      answers: createAnswers({
        stock: held,
        sales: held,
        directory,
        calendar,
        clock: answering.clock,
        idsNamed: (name) => idsNamed(name, { products: list.names, stores: storeNames }),
        groupOf: (productId) => list.names.groupOf(productId),
        live: () => ({
          read: async () => {
            throw new ConnectionError('The service could not be reached.', 'Try again in a minute.');
          },
          end: () => {},
        }),
      }),
      stockFailure: async () => undefined,
      questionRepository,
      figures: held,
      directory,
      storeNames,
      list,
      listFile: { problem: undefined, importAgain: () => list.refresh() },
      files: answering.sentFiles,
      directMessages: answering.directMessages,
      outbound,
      viewsClient,
      people,
      languages: ENGLISH_READERS,
      policy: { ...DEFAULT_POLICY, teams: [DOUBLE_TEAM] },
      mayShare: answering.mayShare,
      audit: createAudit(database, () => clock.now()),
      accessEnabled: true,
      digests,
      runLogged,
    });
    registerListeners(app, middleware, services);
  };
  return { register, values, words: WORDS };
}

const WORDS = [
  ...['1101', '90210', 'pale ale', 'mine', 'out', 'low', '7', 'all', 'changes', 'stock', 'store:143'],
  ...['yesterday', 'i går', 'last week', 'forrige uke', 'by:day', 'by:store', 'by:week', 'product:1101'],
  ...['compare', 'with', '2026-11-12..2026-11-19', '12.11', 'siste 30 dager', 'monday', 'uke 46'],
  ...['oslo', 'bergen', 'vs', 'mot', 'without', 'uten', 'group:øl', 'top 3', 'returns', 'i fjor', 'by:month'],
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
