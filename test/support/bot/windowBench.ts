import { createServer } from 'node:http';
import { createInProcessRateLimiter } from 'retail-data-client';
import { onTestFinished } from 'vitest';
import { createDatabaseClock } from '../../../bot/database/clock.ts';
import { createLedger } from '../../../bot/digest/ledger.ts';
import { createSubscriptions } from '../../../bot/digest/subscriptions.ts';
import { registerAnswerActions } from '../../../bot/listeners/actions/answers.ts';
import type { QuestionListenerParts } from '../../../bot/listeners/commands/index.ts';
import { registerSales } from '../../../bot/listeners/commands/sales.ts';
import { type Modals, registerModals } from '../../../bot/listeners/modals.ts';
import { openProductList, type ProductList } from '../../../bot/products/productList.ts';
import type { QuestionRepository } from '../../../bot/questions/questionRepository.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import type { FileToSend } from '../../../bot/slack/files.ts';
import { RENDERINGS } from '../../../bot/slack/message.ts';
import { createRenderingLadder } from '../../../bot/slack/renderingLadder.ts';
import { createStoreNames, type StoreNames } from '../../../bot/stores/storeNames.ts';
import { createFakeClock } from '../fakeClock.ts';
import { startAnsweringBench } from './answeringBench.ts';
import { type DoorBench, startDoorBench } from './doorBench.ts';
import { submissionBody } from './payloadBodies.ts';
import type { SalesDatabase } from './salesDatabase.ts';
import type { ViewCall } from './slackDouble.ts';

/** App Home and the forms in a real Bolt app, with a filled warehouse and a product list behind them. */
export interface WindowBench {
  readonly bench: DoorBench;
  readonly warehouse: SalesDatabase;
  readonly list: ProductList;
  readonly storeNames: StoreNames;
  readonly questions: QuestionRepository;
  /** What questions are answered with, windows among it. */
  readonly asking: QuestionListenerParts & Modals;
  /** Files that were sent to somebody. */
  readonly sentFiles: readonly FileToSend[];
  /** The view that was shown last. */
  lastView(): ViewCall;
  /** Sends a form in; `inChannel` is where its answer is wanted. */
  submit(name: string, values: object, inChannel?: string): ReturnType<DoorBench['send']>;
  /** Puts a file where Slack keeps files; gives its address. */
  keepFile(content: string): string;
}

/** On the morning of Friday 20 November 2026; `listed` is the content of the product list. */
export async function startWindowBench(
  options: { readonly policy?: Partial<AccessPolicy>; readonly listed?: string } = {},
): Promise<WindowBench> {
  const { parts, warehouse, directory, files: sentFiles } = await startAnsweringBench();
  const { database, calendar } = warehouse;
  const clock = createFakeClock(warehouse.clock.now());
  const bench = await startDoorBench({
    database,
    clock,
    ...(options.policy === undefined ? {} : { policy: options.policy }),
  });
  const list = await openProductList(database, clock, bench.recording.log);
  if (options.listed !== undefined) {
    await list.importProductList(Buffer.from(options.listed), 'names.csv', 'U0OLA');
  }
  const storeNames = await createStoreNames();
  await storeNames.take(await directory.all());
  const files = await startFileStore();
  const asking = {
    ...parts,
    clock,
    log: bench.recording.log,
    ladder: createRenderingLadder(RENDERINGS, () => clock.now()),
    productLabels: list.names,
    storeLabels: storeNames,
    vocabulary: { products: list.names, stores: storeNames },
  };
  const windows = registerModals(bench.door, asking, {
    settings: { botToken: 'xoxb-bench', slackApiUrl: files.slackApiUrl, salesHistoryDays: 10 },
    database,
    clock,
    log: bench.recording.log,
    calendar,
    figures: warehouse.reader,
    directory,
    storeNames,
    list,
    listProblem: () => undefined,
    viewsClient: bench.viewsClient,
    people: bench.people,
    policy: bench.policy,
    ledger: createLedger({ database, time: createDatabaseClock(database, clock), owner: 'bench' }),
    subscriptions: createSubscriptions(database, {
      digestTime: '08:30',
      timeZone: 'Europe/Oslo',
      deadline: '12:00',
    }),
    callsPerDay: { calls: 400, windowMs: 86_460_000 },
    dailyCalls: createInProcessRateLimiter(clock, [{ calls: 400, windowMs: 86_460_000 }]),
  });
  const answering = { ...asking, ...windows };
  registerSales(bench.door, answering);
  registerAnswerActions(bench.door, answering);
  return {
    bench,
    warehouse,
    list,
    storeNames,
    questions: parts.questions,
    asking: answering,
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
