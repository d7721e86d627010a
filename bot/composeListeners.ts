import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Directory } from './access/directory.ts';
import { createExpiringCache } from './access/expiringCache.ts';
import type { Digests } from './composeDigests.ts';
import type { Database } from './database/connection.ts';
import type { Languages } from './home/languages.ts';
import { createReadHome } from './home/readHome.ts';
import { createRecentQuestions } from './home/recent.ts';
import { createAnswerButton } from './listeners/answers/answerButton.ts';
import { createReplies } from './listeners/answers/answering.ts';
import { createModalAnswers } from './listeners/answers/modalAnswers.ts';
import { createQuestionForms } from './listeners/answers/questionForm.ts';
import { createQuestions } from './listeners/answers/questions.ts';
import { createReaderFor } from './listeners/answers/readerFor.ts';
import { createSendRows } from './listeners/answers/sendRows.ts';
import { createShareAnswer, type MayShare } from './listeners/answers/share.ts';
import { createAskTyped } from './listeners/answers/typedQuestion.ts';
import { createDigestAccess } from './listeners/digests/digestAccess.ts';
import { createDigestButtons } from './listeners/digests/digestButtons.ts';
import { createDigestCommands } from './listeners/digests/digestCommands.ts';
import { createDigestForms } from './listeners/digests/digestForms.ts';
import { createDigestPosts } from './listeners/digests/digestPosts.ts';
import { createDigestStatus } from './listeners/digests/digestStatus.ts';
import { createNextDue } from './listeners/digests/nextDue.ts';
import { afterwards, createPublishHome } from './listeners/publishHome.ts';
import type { Services } from './listeners/services.ts';
import { createPicker } from './modals/choices.ts';
import type { Reading } from './parser/nameLookup.ts';
import { idsNamed } from './parser/names.ts';
import type { ProductList } from './products/productList.ts';
import { ownIds } from './products/productNames.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { ProductFileWatch } from './products/watchProductFile.ts';
import type { Answers } from './questions/answer.ts';
import type { SalesReader } from './sales/reader.ts';
import type { AccessPolicy } from './settings/accessPolicy.ts';
import type { Files } from './slack/files.ts';
import type { DirectMessages, Outbound } from './slack/messages.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import type { ViewsClient } from './slack/viewsClient.ts';
import type { StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

/** Puts together what the listeners work with. */
export function composeListeners(options: {
  readonly settings: {
    readonly botToken: string;
    readonly slackApiUrl: string | undefined;
    readonly salesHistoryDays: number;
  };
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly calendar: Calendar;
  readonly ladder: RenderingLadder;
  readonly answers: Answers;
  /** The kind of error that the latest call for stock ended with; undefined when the service answered it. */
  readonly stockFailure: () => Promise<RetailDataErrorKind | undefined>;
  readonly figures: SalesReader;
  readonly directory: StoreDirectory;
  readonly storeNames: StoreNames;
  readonly list: ProductList;
  readonly listFile: Pick<ProductFileWatch, 'problem' | 'importAgain'>;
  readonly files: Pick<Files, 'sendTo'>;
  readonly directMessages: DirectMessages;
  readonly outbound: Pick<Outbound, 'checkChannel' | 'tell'>;
  readonly viewsClient: ViewsClient;
  readonly people: Directory;
  readonly languages: Languages;
  readonly policy: AccessPolicy;
  readonly mayShare: MayShare;
  readonly digests: Digests;
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}): Services {
  const { settings, database, clock, log, calendar, ladder, answers, figures } = options;
  const { directory, storeNames, list, viewsClient, people, policy, languages, digests } = options;
  const vocabulary = { products: list.names, stores: storeNames };
  const reading = (): Reading => ({ vocabulary, calendar, now: clock.now() });
  const recent = createRecentQuestions(database, clock, log);
  const readHome = createReadHome({
    database,
    clock,
    calendar,
    sales: figures,
    historyDays: settings.salesHistoryDays,
    ledger: digests.ledger,
    subscriptions: digests.subscriptions,
    people,
    languages,
    policy,
    list,
    listProblem: () => options.listFile.problem,
    recent,
    reading,
  });
  const publish = createPublishHome(readHome, viewsClient, {
    timeZone: calendar.timeZone,
    products: list.names,
    stores: storeNames,
  });
  const homeChanged = afterwards(publish, log);
  const readerFor = createReaderFor(calendar, clock, list.names, storeNames);
  const replies = createReplies({ clock, log, ladder });
  const questions = createQuestions({
    answers,
    recent,
    stockFailure: options.stockFailure,
    calendar,
    clock,
    idsNamed: (name) => idsNamed(name, vocabulary),
    readerFor,
  });
  const forms = createQuestionForms({ reading, viewsClient, log });
  const modalAnswers = createModalAnswers({
    viewsClient,
    ladder,
    replies,
    questions,
    log,
    onAsked: homeChanged,
  });
  const { time, ledger, subscriptions } = digests;
  const digestAccess = createDigestAccess({ people, policy, log });
  const nextDue = createNextDue(ledger, calendar, time);
  const own = createExpiringCache<readonly string[]>(
    async () => ownIds(await figures.ownProducts(), list.names),
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  return {
    reading,
    replies,
    questions,
    forms,
    modalAnswers,
    ask: createAskTyped({ replies, questions, forms, reading }),
    answerButton: createAnswerButton({
      replies,
      reading,
      modalAnswers,
      directMessages: options.directMessages,
    }),
    sendRows: createSendRows(questions, readerFor, options.files, log),
    shareAnswer: createShareAnswer({
      questions,
      readerFor,
      clock,
      mayShare: options.mayShare,
      ladder,
      log,
    }),
    list,
    listFile: options.listFile,
    uploads: createUploadedFiles(settings),
    publish,
    languages,
    choices: {
      products: createPicker(list.names, () => own.get(OWN)),
      stores: createPicker(
        storeNames,
        async () => directory.held()?.stores.map(({ storeId }) => storeId) ?? [],
      ),
    },
    readerFor,
    digestAccess,
    digestCommands: createDigestCommands({
      vocabulary,
      groups: list.names,
      calendar,
      time,
      access: digestAccess,
      subscriptions,
      ledger,
      outbound: options.outbound,
      status: createDigestStatus({
        access: digestAccess,
        people,
        subscriptions,
        ledger,
        nextDue,
        readerFor,
        database,
        calendar,
      }),
      posts: createDigestPosts({ subscriptions, delivery: digests.delivery, draw: digests.draw, calendar }),
      nextDue,
      readerFor,
      wake: digests.scheduler.wake,
    }),
    digestForms: createDigestForms({
      subscriptions,
      products: list.names,
      groups: list.names,
      viewsClient,
    }),
    digestButtons: createDigestButtons(replies, digests.sources, digestAccess),
    readDigest: digests.read,
    groups: list.names,
    homeChanged,
    scheduler: digests.scheduler,
    viewsClient,
    log,
    runLogged: options.runLogged,
  };
}

const OWN = 'own';
/** Pickers offer one's own products as of the last minute, and never wait for them but once. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;
