import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { composeDigests, type Digests } from '../../../bot/composeDigests.ts';
import { composeListeners } from '../../../bot/composeListeners.ts';
import type { LanguageCode } from '../../../bot/language/locale.ts';
import { shareByPolicy } from '../../../bot/listeners/answers/share.ts';
import { registerListeners } from '../../../bot/listeners/index.ts';
import { openProductList, type ProductList } from '../../../bot/products/productList.ts';
import type { QuestionRepository } from '../../../bot/questions/questionRepository.ts';
import { openFiguresReader } from '../../../bot/readers.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import type { FileToSend } from '../../../bot/slack/files.ts';
import { RENDERINGS } from '../../../bot/slack/message.ts';
import { createOutbound } from '../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../bot/slack/renderingLadder.ts';
import { createStoreNames, type StoreNames } from '../../../bot/stores/storeNames.ts';
import { createFakeClock } from '../fakeClock.ts';
import { startAnsweringBench } from './answeringBench.ts';
import { type ListenerBench, startListenerBench } from './listenerBench.ts';
import { submissionBody } from './payloadBodies.ts';
import type { SalesDatabase } from './salesDatabase.ts';
import type { ViewCall } from './slackDouble.ts';
import { DELETED_AT_ONCE, UNJUDGED_CLOCKS } from './unjudgedClocks.ts';

/** App Home and the forms in a real Bolt app, with a filled warehouse and a product list behind them. */
export interface ConversationBench {
  readonly bench: ListenerBench;
  readonly warehouse: SalesDatabase;
  readonly list: ProductList;
  readonly storeNames: StoreNames;
  readonly questions: QuestionRepository;
  readonly digests: Digests;
  /** Files that were sent to somebody. */
  readonly sentFiles: readonly FileToSend[];
  /** The view that was shown last. */
  lastView(): ViewCall;
  /** Sends a form in; `inChannel` is where its answer is wanted. */
  submit(name: string, values: object, inChannel?: string): ReturnType<ListenerBench['send']>;
  /** Puts a file where Slack keeps files; gives its address. */
  keepFile(content: string): string;
}

/** On the morning of Friday 20 November 2026; `listed` is the content of the product list. */
export async function startConversationBench(
  options: {
    readonly policy?: Partial<AccessPolicy>;
    readonly listed?: string;
    readonly language?: LanguageCode;
  } = {},
): Promise<ConversationBench> {
  const answering = await startAnsweringBench();
  const { warehouse, directory, files: sentFiles } = answering;
  const { database, calendar } = warehouse;
  const clock = createFakeClock(warehouse.clock.now());
  const bench = await startListenerBench({
    database,
    clock,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
    ...(options.language === undefined ? {} : { language: options.language }),
  });
  const list = await openProductList(database, clock, bench.recording.log);
  const { listed } = options;
  if (listed !== undefined) {
    await list.importProductList(async () => Buffer.from(listed), 'names.csv', 'U0OLA');
  }
  const storeNames = await createStoreNames();
  await storeNames.take(await directory.all());
  const files = await startFileStore();
  const outbound = createOutbound({ botToken: 'xoxb-bench', slackApiUrl: bench.slack.url });
  const { reader: held, close } = openFiguresReader(database, warehouse.place, calendar);
  onTestFinished(close);
  const ladder = createRenderingLadder(RENDERINGS, () => clock.now());
  const { log } = bench.recording;
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
    figures: held,
    ladder,
    products: list.names,
    stores: storeNames,
    owner: 'bench',
    runLogged,
    defaults: { timeZone: 'Europe/Oslo', digestTime: '08:30', deadline: '12:00', language: 'en' },
  });
  const services = composeListeners({
    settings: { botToken: 'xoxb-bench', slackApiUrl: files.slackApiUrl, salesHistoryDays: 10 },
    client: { setPermission: () => Promise.reject(new Error('no permission is switched here')) },
    database,
    clock,
    log,
    calendar,
    ladder,
    pendingRequests: answering.pendingRequests,
    answers: answering.answersWith({ products: list.names, stores: storeNames }),
    stockFailure: async () => undefined,
    questionRepository: answering.questionRepository,
    figures: warehouse.reader,
    directory,
    storeNames,
    list,
    listFile: { problem: undefined, importAgain: () => list.refresh() },
    files: answering.sentFiles,
    directMessages: answering.directMessages,
    outbound,
    viewsClient: bench.viewsClient,
    people: bench.people,
    languages: bench.languages,
    policy: bench.policy,
    mayShare: shareByPolicy(bench.people, bench.policy),
    audit: bench.audit,
    accessEnabled: false,
    digests,
    runLogged,
  });
  registerListeners(bench.app, bench.middleware, services);
  return {
    bench,
    warehouse,
    list,
    storeNames,
    questions: answering.questionRepository,
    digests,
    sentFiles,
    lastView() {
      const view = bench.slack.views.at(-1);
      if (view === undefined) throw new Error('nothing was shown');
      return view;
    },
    submit(name, values, inChannel) {
      const body = submissionBody(name, '', values);
      const urls =
        inChannel === undefined
          ? []
          : [
              {
                response_url: bench.responseUrl,
                channel_id: inChannel,
                block_id: 'where',
                action_id: 'where',
              },
            ];
      return bench.send({ ...body, response_urls: urls });
    },
    keepFile: files.keep,
  };
}

/** Files as Slack gives them to whoever has the bot token. */
async function startFileStore() {
  const kept: string[] = [];
  const server = createServer((request, response) => {
    const content = kept[Number((request.url ?? '').replace('/files/', ''))];
    const mayRead = request.headers.authorization === 'Bearer xoxb-bench';
    if (content === undefined || !mayRead) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/csv' }).end(content);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    slackApiUrl: `${origin}/api/`,
    keep: (content: string) => `${origin}/files/${kept.push(content) - 1}`,
  };
}
