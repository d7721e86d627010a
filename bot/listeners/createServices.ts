import type { Logger } from 'pino';
import type { Calendar, Clock, RateLimit, RateLimiter, RetailDataClient } from 'retail-data-client/core';
import type { Audit } from '../access/audit.ts';
import type { Directory } from '../access/directory.ts';
import { createExpiringCache } from '../access/expiringCache.ts';
import type { DatabaseClock } from '../database/clock.ts';
import type { Database } from '../database/connection.ts';
import type { DrawDigest } from '../digest/content.ts';
import type { Delivery } from '../digest/delivery.ts';
import type { Ledger } from '../digest/ledger.ts';
import type { ReadDigest } from '../digest/readDigest.ts';
import type { Scheduler } from '../digest/scheduler.ts';
import type { DigestSources } from '../digest/sources.ts';
import type { Subscriptions } from '../digest/subscriptions.ts';
import type { Worded } from '../language/language.ts';
import { buildAnswerModal } from '../modals/answer.ts';
import { createPicker } from '../modals/choices.ts';
import type { NameLookup } from '../parser/nameLookup.ts';
import type { ProductList } from '../products/productList.ts';
import { mineOf } from '../products/productNames.ts';
import { createUploadedFiles } from '../products/uploadedFiles.ts';
import type { AnswerPorts } from '../questions/answer.ts';
import type { QuestionRepository } from '../questions/questionRepository.ts';
import type { SalesReader } from '../sales/reader.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Files } from '../slack/files.ts';
import type { DirectMessages, Outbound } from '../slack/messages.ts';
import type { PendingRequests } from '../slack/pendingRequests.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { StoreDirectory } from '../stores/directory.ts';
import type { StoreNames } from '../stores/storeNames.ts';
import { createDigestButtons } from './actions/digestButtons.ts';
import { createReplies } from './answers/answering.ts';
import { showInModal } from './answers/modalAnswers.ts';
import { openTypedForm } from './answers/questionForm.ts';
import { answerQuestion } from './answers/questions.ts';
import type { MayShare } from './answers/share.ts';
import { createDigestAccess, type DigestAccess } from './digests/digestAccess.ts';
import { createDigestCommands, type DigestCommands } from './digests/digestCommands.ts';
import { createDigestForms } from './digests/digestForms.ts';
import { createDigestPosts } from './digests/digestPosts.ts';
import { createDigestStatus } from './digests/digestStatus.ts';
import { createNextDue } from './digests/nextDue.ts';
import { createReaderFor, type ReaderFor } from './digests/readerFor.ts';
import type { Services } from './index.ts';
import { createPermissionSwitch } from './permissions/permissionSwitch.ts';
import { afterwards, createPublishHome } from './publishHome.ts';

export interface ServiceOptions {
  readonly settings: {
    readonly botToken: string;
    readonly slackApiUrl: string | undefined;
    readonly salesHistoryDays: number;
  };
  readonly client: Pick<RetailDataClient, 'setPermission'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly calendar: Calendar;
  readonly ladder: RenderingLadder;
  readonly pendingRequests: Pick<PendingRequests, 'whenQuiet'>;
  readonly ports: AnswerPorts;
  readonly questions: QuestionRepository;
  readonly figures: SalesReader;
  readonly directory: StoreDirectory;
  readonly storeNames: StoreNames;
  readonly list: ProductList;
  /** What is wrong with the file of PRODUCT_LIST. */
  readonly listProblem: () => Worded | undefined;
  readonly files: Pick<Files, 'sendTo'>;
  readonly directMessages: DirectMessages;
  readonly outbound: Pick<Outbound, 'describe'>;
  readonly viewsClient: ViewsClient;
  readonly people: Directory;
  readonly policy: AccessPolicy;
  readonly mayShare: MayShare;
  readonly audit: Audit;
  /** ACCESS_COMMAND. */
  readonly accessEnabled: boolean;
  readonly callsPerDay: RateLimit;
  /** The calls of the key, counted by that limit alone. */
  readonly dailyCalls: Pick<RateLimiter, 'remaining'>;
  readonly digests: {
    readonly time: DatabaseClock;
    readonly ledger: Ledger;
    readonly subscriptions: Subscriptions;
    readonly sources: DigestSources;
    readonly read: ReadDigest;
    readonly draw: DrawDigest;
    readonly delivery: Delivery;
    readonly scheduler: Scheduler;
  };
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}

/** What the listeners do their work with, put together. */
export function createServices(options: ServiceOptions): Services {
  const { settings, database, clock, log, calendar, ladder, pendingRequests, ports, questions } = options;
  const { figures, directory, storeNames, list, viewsClient, people, policy, digests, audit } = options;
  const publish = createPublishHome({
    database,
    clock,
    log,
    calendar,
    sales: figures,
    historyDays: settings.salesHistoryDays,
    dailyCalls: options.dailyCalls,
    callsADay: options.callsPerDay.calls,
    ledger: digests.ledger,
    subscriptions: digests.subscriptions,
    people,
    policy,
    list,
    listProblem: options.listProblem,
    questions,
    viewsClient,
  });
  const homeChanged = afterwards(publish, log);
  const own = createExpiringCache<readonly string[]>(
    async () =>
      mineOf(
        (await figures.ownProducts()).map(({ productId }) => productId),
        list.names,
      ).ids,
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  const vocabulary = { products: list.names, stores: storeNames };
  const answering = { clock, log, ladder, pendingRequests };
  const labels = { productLabels: list.names, storeLabels: storeNames };
  const asking = { ...answering, ...labels, ports, questions, vocabulary };
  const replies = createReplies(answering);
  const access = createDigestAccess({ people, policy, log });
  const readerFor = createReaderFor(calendar.timeZone, list.names, storeNames);
  const commands = digestCommandsOf(options, { access, readerFor, vocabulary });
  const forms = { ...asking, viewsClient, onAsked: homeChanged };
  return {
    answers: {
      ...asking,
      files: options.files,
      directMessages: options.directMessages,
      mayShare: options.mayShare,
      openForm: (command, args) => openTypedForm(forms, command, args),
      showInModal: (view) => {
        const modal = viewsClient.modalOf(view);
        return (actor, render) =>
          showInModal(forms, modal, actor, (rendering) => {
            const { t } = actor.language;
            return buildAnswerModal(undefined, render(rendering), undefined, t);
          });
      },
    },
    home: { ...forms, list, uploads: createUploadedFiles(settings), publish },
    choices: {
      products: createPicker(list.names, () => own.get(OWN)),
      stores: createPicker(
        storeNames,
        async () => directory.held()?.stores.map(({ storeId }) => storeId) ?? [],
      ),
    },
    digests: {
      replies,
      access,
      commands,
      forms: createDigestForms({
        subscriptions: digests.subscriptions,
        products: vocabulary.products,
        groups: list.names,
        viewsClient,
      }),
      buttons: createDigestButtons(replies, digests.sources, access),
      read: digests.read,
      readerFor,
      groups: list.names,
      answer: (actor, question) => answerQuestion(asking, actor, question),
      onSubscribed: homeChanged,
      viewsClient,
      log,
    },
    permissions: {
      permissions: createPermissionSwitch({
        client: options.client,
        audit,
        clock,
        log,
        enabled: options.accessEnabled,
      }),
      audit,
      viewsClient,
      log,
    },
    scheduler: digests.scheduler,
    runLogged: options.runLogged,
  };
}

/** What `/digest` does, put together. */
function digestCommandsOf(
  { database, calendar, people, outbound, list, digests }: ServiceOptions,
  {
    access,
    readerFor,
    vocabulary,
  }: { readonly access: DigestAccess; readonly readerFor: ReaderFor; readonly vocabulary: NameLookup },
): DigestCommands {
  const { time, ledger, subscriptions, delivery, draw, scheduler } = digests;
  const nextDue = createNextDue(ledger, subscriptions, time);
  return createDigestCommands({
    vocabulary,
    groups: list.names,
    calendar,
    time,
    access,
    subscriptions,
    ledger,
    outbound,
    status: createDigestStatus({
      access,
      people,
      subscriptions,
      ledger,
      nextDue,
      readerFor,
      database,
      calendar,
    }),
    posts: createDigestPosts({ subscriptions, delivery, draw, calendar }),
    nextDue,
    readerFor,
    wake: scheduler.wake,
  });
}

const OWN = 'own';
/** Pickers offer one's own products as of the last minute, and never wait for them but once. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;
