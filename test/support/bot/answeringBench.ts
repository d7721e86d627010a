import { createInProcessRateLimiter, createUndiciTransport, PortableClient } from 'retail-data-client';
import type { SandboxOptions } from 'retail-data-client/sandbox';
import { onTestFinished } from 'vitest';
import type { AnswerActionParts } from '../../../bot/listeners/actions/answerAction.ts';
import type { AskingParts } from '../../../bot/listeners/commands/typedQuestion.ts';
import { createLiveSales } from '../../../bot/questions/liveSales.ts';
import { createQuestionRepository } from '../../../bot/questions/questionRepository.ts';
import { createStockReader } from '../../../bot/questions/stockReader.ts';
import type { FileToSend, SentFile } from '../../../bot/slack/files.ts';
import { saveSnapshot } from '../../../bot/stock/snapshots.ts';
import { createStoreDirectory, type StoreDirectory } from '../../../bot/stores/directory.ts';
import { type CommandBench, startCommandBench } from './commandBench.ts';
import { SQLITE } from './databasePlaces.ts';
import { NUMBERS_ONLY } from './numbersOnly.ts';
import { NO_VOCABULARY } from './parser/reading.ts';
import { type SalesDatabase, startSalesDatabase } from './salesDatabase.ts';
import { oslo } from './time.ts';

/** Commands and buttons with everything behind them but Slack: a filled warehouse and the sandbox it was filled from. */
export interface AnsweringBench {
  readonly bench: CommandBench;
  readonly warehouse: SalesDatabase;
  readonly directory: StoreDirectory;
  readonly parts: AskingParts & AnswerActionParts;
  /** Files that were sent, and how the next ones end. */
  readonly files: FileToSend[];
  readonly fileOutcomes: SentFile[];
  readonly shareRefusals: string[];
}

/** On the morning of Friday 20 November 2026, with ten days of sales and the stock of yesterday and today. */
export async function startAnsweringBench(options: SandboxOptions = {}): Promise<AnsweringBench> {
  const place = await SQLITE.open();
  onTestFinished(() => place.close());
  const warehouse = await startSalesDatabase(place, '2026-11-19 09:00', options);
  await snapshot(warehouse, '2026-11-19');
  warehouse.clock.set(oslo('2026-11-20 09:00'));
  await snapshot(warehouse, '2026-11-20');
  await warehouse.sync();

  const bench = await startCommandBench();
  const { database, sandbox, reader: sales, calendar } = warehouse;
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const client = new PortableClient({
    transport,
    clock: warehouse.clock,
    rateLimiter: createInProcessRateLimiter(warehouse.clock),
    random: () => 0,
  });
  const directory = createStoreDirectory(client, warehouse.clock);
  await directory.refresh();
  const files: FileToSend[] = [];
  const fileOutcomes: SentFile[] = [];
  const shareRefusals: string[] = [];
  const clock = { ...bench.clock, now: () => warehouse.clock.now() };
  const parts: AskingParts & AnswerActionParts = {
    clock,
    log: bench.log,
    ladder: bench.ladder,
    pendingRequests: bench.pendingRequests,
    vocabulary: NO_VOCABULARY,
    productLabels: NUMBERS_ONLY,
    storeLabels: NUMBERS_ONLY,
    questions: createQuestionRepository(database, clock),
    ports: {
      stock: createStockReader({ database, sales, calendar }),
      sales,
      directory,
      stockFailure: async () => undefined,
      calendar,
      now: clock.now,
      live: createLiveSales(client),
      idsNamed: () => [],
      storeIds: async () => directory.held()?.stores.map(({ storeId }) => storeId),
    },
    async mayShare() {
      const sentence = shareRefusals.shift();
      return sentence === undefined ? { allowed: true } : { allowed: false, sentence: () => sentence };
    },
    files: {
      async sendTo(_userId, file) {
        files.push(file);
        return fileOutcomes.shift() ?? { kind: 'sent', channelId: 'D0KARI' };
      },
    },
    directMessages: { send: async () => {} },
  };
  return { bench, warehouse, directory, parts, files, fileOutcomes, shareRefusals };
}

async function snapshot({ database, sandbox, clock }: SalesDatabase, day: string): Promise<void> {
  const rows = sandbox.truth.stock().map((row) => ({ ...row }));
  await saveSnapshot(database, day, rows, clock.now());
}
