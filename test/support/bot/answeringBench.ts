import type { Clock } from 'retail-data-client';
import { PortableClient } from 'retail-data-client/client/client';
import { createInProcessRateLimiter } from 'retail-data-client/rateLimit/inProcessRateLimiter';
import type { SandboxOptions } from 'retail-data-client/sandbox';
import { createUndiciTransport } from 'retail-data-client/transport/undici';
import { onTestFinished } from 'vitest';
import { createAnswerButton } from '../../../bot/listeners/answers/answerButton.ts';
import { createQuestionForms } from '../../../bot/listeners/answers/questionForm.ts';
import { createQuestions } from '../../../bot/listeners/answers/questions.ts';
import { createReaderFor } from '../../../bot/listeners/answers/readerFor.ts';
import { createSendRows } from '../../../bot/listeners/answers/sendRows.ts';
import { createShareAnswer, type MayShare } from '../../../bot/listeners/answers/share.ts';
import { createStoredQuestions } from '../../../bot/listeners/answers/storedQuestions.ts';
import { createAskTyped } from '../../../bot/listeners/answers/typedQuestion.ts';
import type { Services } from '../../../bot/listeners/services.ts';
import type { NameLookup } from '../../../bot/parser/nameLookup.ts';
import { idsNamed } from '../../../bot/parser/names.ts';
import { type Answers, createAnswers } from '../../../bot/questions/answer.ts';
import { createLiveSales } from '../../../bot/questions/liveSales.ts';
import {
  createQuestionRepository,
  type QuestionRepository,
} from '../../../bot/questions/questionRepository.ts';
import { createStockReader } from '../../../bot/questions/stockReader.ts';
import type { Files, FileToSend, SentFile } from '../../../bot/slack/files.ts';
import type { DirectMessages } from '../../../bot/slack/messages.ts';
import type { PendingRequests } from '../../../bot/slack/pendingRequests.ts';
import { createViewsClient } from '../../../bot/slack/viewsClient.ts';
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
  /** Answers about products and stores that have these names. */
  readonly answersWith: (names: NameLookup) => Answers;
  readonly questionRepository: QuestionRepository;
  readonly mayShare: MayShare;
  readonly sentFiles: Pick<Files, 'sendTo'>;
  readonly directMessages: DirectMessages;
  readonly clock: Clock;
  readonly pendingRequests: PendingRequests;
  readonly services: Pick<
    Services,
    'ask' | 'answerButton' | 'questions' | 'sendRows' | 'shareAnswer' | 'reading'
  >;
  /** From now on calls to the service wait; `waiting` tells how many do. */
  readonly service: { hold(): void; waiting(): number; letGo(): void };
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
  const held: (() => void)[] = [];
  let isHeld = false;
  const client = new PortableClient({
    transport: {
      ...transport,
      async send(request) {
        if (isHeld) await new Promise<void>((goOn) => held.push(goOn));
        return transport.send(request);
      },
    },
    clock: warehouse.clock,
    rateLimiter: createInProcessRateLimiter(warehouse.clock),
    random: () => 0,
  });
  const directory = createStoreDirectory(client, warehouse.clock, bench.log);
  await directory.refresh();
  const files: FileToSend[] = [];
  const fileOutcomes: SentFile[] = [];
  const shareRefusals: string[] = [];
  const clock = { ...bench.clock, now: () => warehouse.clock.now() };
  const { log, ladder, pendingRequests, replies } = bench;
  const questionRepository = createQuestionRepository(database, clock);
  const stored = createStoredQuestions(questionRepository, log);
  const readerFor = createReaderFor(calendar, clock, NUMBERS_ONLY, NUMBERS_ONLY);
  const answersWith = (names: NameLookup) =>
    createAnswers({
      stock: createStockReader({ database, sales, calendar }),
      sales,
      directory,
      calendar,
      clock,
      live: createLiveSales(client, bench.clock),
      idsNamed: (name) => idsNamed(name, names),
      groupOf: (productId) =>
        names.products
          .groups?.()
          .find(({ name }) =>
            names.products.idsOfGroup?.(name).some((id) => Number(id) === Number(productId)),
          )?.name,
    });
  const questions = createQuestions({
    answers: answersWith(NO_VOCABULARY),
    stored,
    stockFailure: async () => undefined,
    calendar,
    clock,
    idsNamed: (name) => idsNamed(name, NO_VOCABULARY),
    readerFor,
  });
  const reading = () => ({ vocabulary: NO_VOCABULARY, calendar, now: clock.now() });
  const mayShare: MayShare = async () => {
    const sentence = shareRefusals.shift();
    return sentence === undefined ? { allowed: true } : { allowed: false, sentence: () => sentence };
  };
  const sentFiles: Pick<Files, 'sendTo'> = {
    async sendTo(_userId, file) {
      files.push(file);
      return fileOutcomes.shift() ?? { kind: 'sent', channelId: 'D0KARI' };
    },
  };
  const directMessages = { send: async () => {} };
  const noModals = createViewsClient({ botToken: 'xoxb-bench', slackApiUrl: undefined });
  return {
    bench,
    warehouse,
    directory,
    answersWith,
    questionRepository,
    mayShare,
    sentFiles,
    directMessages,
    clock,
    services: {
      questions,
      reading,
      ask: createAskTyped({
        replies,
        questions,
        stored,
        forms: createQuestionForms({ reading, viewsClient: noModals, log }),
        reading,
      }),
      answerButton: createAnswerButton({
        replies,
        stored,
        viewsClient: noModals,
        modalAnswers: { show: () => Promise.reject(new Error('there are no modals here')) },
        directMessages,
      }),
      sendRows: createSendRows(questions, readerFor, sentFiles, log),
      shareAnswer: createShareAnswer({
        questions,
        readerFor,
        claimShare: questionRepository.claimShare,
        mayShare,
        ladder,
        log,
      }),
    },
    pendingRequests,
    service: {
      hold: () => {
        isHeld = true;
      },
      waiting: () => held.length,
      letGo: () => {
        isHeld = false;
        for (const goOn of held.splice(0)) goOn();
      },
    },
    files,
    fileOutcomes,
    shareRefusals,
  };
}

async function snapshot({ database, sandbox, clock }: SalesDatabase, day: string): Promise<void> {
  const rows = sandbox.truth.stock().map((row) => ({ ...row }));
  await saveSnapshot(database, day, rows, clock.now());
}
