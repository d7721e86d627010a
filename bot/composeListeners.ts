import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { RetailDataOperations } from 'retail-data-client/client/client';
import type { Clock } from 'retail-data-client/clock/clock';
import type { RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Actor } from './access/actor.ts';
import type { Directory } from './access/directory.ts';
import { createExpiringCache } from './access/expiringCache.ts';
import { createLanguages } from './access/languages.ts';
import { type Askable, featureOf } from './ask/asking.ts';
import { choicesFor } from './ask/choices.ts';
import { createCommands } from './ask/commands.ts';
import { registerQuestionForms } from './ask/formListeners.ts';
import { registerAsking } from './ask/listeners.ts';
import { useMiddleware } from './ask/middleware.ts';
import { createModalAnswers } from './ask/modalAnswers.ts';
import { createQuestions } from './ask/questions.ts';
import { createRecentQuestions } from './ask/recent.ts';
import { createReplies, type ReaderFor } from './ask/replies.ts';
import type { Digests } from './composeDigests.ts';
import type { Database } from './database/connection.ts';
import { createDigestAccess } from './digest/access.ts';
import { createDigestCommands } from './digest/commands.ts';
import { registerDigests } from './digest/listeners.ts';
import { productIdsOf } from './digest/readDigest.ts';
import type { DigestSource } from './digest/sources.ts';
import type { Metrics } from './health/metrics.ts';
import { registerHome } from './home/listeners.ts';
import { readHome } from './home/readHome.ts';
import { homeView } from './home/view.ts';
import type { RunLogged } from './loggedWork.ts';
import type { Reading } from './parse/nameLookup.ts';
import { idsNamed } from './parse/names.ts';
import type { NameOfMany } from './parse/narrowing.ts';
import { registerProductList } from './products/listeners.ts';
import type { ProductList } from './products/productList.ts';
import { ownIds } from './products/productNames.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { ProductFileWatch } from './products/watchProductFile.ts';
import type { FiguresReader } from './readers.ts';
import { askSales } from './sales/asking.ts';
import { createLiveSales } from './sales/live/turns.ts';
import type { AccessPolicy } from './settings/accessPolicy.ts';
import type { Settings } from './settings/settings.ts';
import type { Files } from './slack/files.ts';
import { createDirectMessages, type Outbound } from './slack/messages.ts';
import type { SlackAccess } from './slack/noRetryClient.ts';
import type { PendingRequests } from './slack/pendingRequests.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import { createViewsClient } from './slack/viewsClient.ts';
import { askStock } from './stock/asking.ts';
import { askStores } from './stores/asking.ts';
import type { StoreDirectory } from './stores/directory.ts';
import type { StoreNames } from './stores/storeNames.ts';

const OWN = 'own';
/** Pickers offer one's own products as of the last minute, and never wait for them but once. */
const REFRESH_MS = 60_000;
const KEEP_MS = 24 * 60 * 60_000;

/** Registers what can be set off from Slack, each listener with what it uses. */
export function composeListeners(
  app: Pick<App, 'use' | 'command' | 'action' | 'view' | 'options' | 'event'>,
  parts: {
    readonly settings: Settings;
    readonly slack: SlackAccess;
    readonly database: Database;
    readonly client: RetailDataOperations;
    readonly clock: Clock;
    readonly calendar: Calendar;
    readonly log: Logger;
    readonly ladder: RenderingLadder;
    readonly figures: FiguresReader;
    /** The kind of error that the latest call for stock ended with; undefined when the service answered it. */
    readonly stockFailure: () => Promise<RetailDataErrorKind | undefined>;
    readonly directory: StoreDirectory;
    readonly stores: StoreNames;
    readonly list: ProductList;
    readonly listFile: Pick<ProductFileWatch, 'problem' | 'importAgain'>;
    readonly files: Pick<Files, 'sendTo'>;
    readonly outbound: Pick<Outbound, 'checkChannel' | 'tell'>;
    readonly people: Directory;
    readonly policy: AccessPolicy;
    readonly digests: Digests;
    readonly pendingRequests: PendingRequests;
    readonly metrics: Metrics;
    readonly runLogged: RunLogged;
    /** Ends what is still read from the service for a question. */
    readonly ending: AbortSignal;
  },
): void {
  const { settings, slack, database, clock, calendar, log, ladder, figures, directory, stores } = parts;
  const { list, listFile, files, outbound, people, policy, digests, runLogged } = parts;
  const { subscriptions, ledger, scheduler, sources } = digests;
  const products = list.names;
  const vocabulary = { products, stores };
  const reading = (): Reading => ({ vocabulary, calendar, now: clock.now() });
  const { timeZone } = calendar;
  const readerFor: ReaderFor = ({ language }, rendering) => ({
    language,
    rendering,
    timeZone,
    today: calendar.dayOf(clock.now()),
    products,
    stores,
  });
  const namedNow = (name: NameOfMany) => idsNamed(name, vocabulary);
  const stock = featureOf(
    askStock({ stock: figures, directory, idsNamed: namedNow, failure: parts.stockFailure }),
  );
  const sales = featureOf(
    askSales({
      sales: figures,
      live: createLiveSales(parts.client, clock, parts.ending),
      calendar,
      clock,
      stores: () => directory.held()?.stores,
      idsNamed: namedNow,
      groupOf: (productId) => products.groupOf(productId),
    }),
  );
  const commands = createCommands([stock, sales, featureOf(askStores(directory, calendar, clock))]);
  /** The whole list behind a digest, with the latest data of its products: what can be acted on. */
  const listOf = ({ content, dataFrom, dataDay, products: choice }: DigestSource): Askable => {
    if (content === 'sales') {
      const question = {
        command: 'sales',
        kind: 'sales',
        days: { from: dataFrom, to: dataDay },
        storeIds: [],
        by: 'product',
      } as const;
      if (choice.kind !== 'group') {
        return sales.ask({ ...question, productIds: choice.kind === 'products' ? choice.productIds : [] });
      }
      // By its name: its products may be more than a command lists.
      const group = { meaning: 'product', kind: 'group', words: choice.group } as const;
      return sales.ask({ ...question, productIds: [], names: [group] });
    }
    const chosen = productIdsOf(choice, products);
    if (chosen !== undefined) return stock.ask({ command: 'stock', kind: 'products', productIds: chosen });
    return stock.ask({ command: 'stock', kind: 'overview', scope: choice.kind === 'all' ? 'all' : 'mine' });
  };
  const viewsClient = createViewsClient(slack);
  const languages = createLanguages(database, settings.language, () => clock.now(), log);
  const recent = createRecentQuestions(database, clock, log);
  const replies = createReplies(clock, log, ladder);
  const middleware = useMiddleware(app, { ...parts, languages, viewsClient });

  const publish = async (actor: Actor) => {
    const facts = await readHome(actor, {
      database,
      clock,
      calendar,
      sales: figures,
      historyDays: settings.salesHistoryDays,
      ledger,
      subscriptions,
      people,
      languages,
      policy,
      list,
      listProblem: () => listFile.problem,
      recent,
      commands,
      reading,
    });
    const view = homeView(facts, { timeZone, products, stores, language: actor.language });
    await viewsClient.publishHome(actor.person.userId, view);
  };
  /** What was changed is done all the same; the next opening draws App Home anew. */
  const homeChanged = (actor: Actor) =>
    publish(actor).catch((error: unknown) =>
      log.warn({ err: error }, 'App Home was not drawn anew after a change'),
    );

  const questions = createQuestions(recent, readerFor);
  const modalAnswers = createModalAnswers({
    viewsClient,
    ladder,
    replies,
    questions,
    log,
    onAsked: homeChanged,
  });
  registerAsking(app, middleware, {
    replies,
    questions,
    commands,
    reading,
    modalAnswers,
    directMessages: createDirectMessages(slack, ladder),
    readerFor,
    files,
    ladder,
    people,
    policy,
    clock,
    viewsClient,
    log,
  });
  const own = createExpiringCache<readonly string[]>(
    async () => ownIds(await figures.ownProducts(), products),
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: 1, now: () => clock.now() },
  );
  registerQuestionForms(app, middleware, {
    replies,
    questions,
    commands,
    modalAnswers,
    reading,
    viewsClient,
    choices: {
      products: async (typed, t) => choicesFor(typed, products, await own.get(OWN), t),
      async stores(typed, t) {
        const known = directory.held()?.stores.map(({ storeId }) => storeId) ?? [];
        return choicesFor(typed, stores, known, t);
      },
    },
  });
  registerHome(app, middleware, {
    publish,
    modalAnswers,
    languages,
    commands,
    reading,
    viewsClient,
    log,
  });
  registerProductList(app, middleware, {
    list,
    listFile,
    uploads: createUploadedFiles(settings),
    viewsClient,
    publish,
  });

  const digestAccess = createDigestAccess(people, policy, log);
  const digestCommands = createDigestCommands({
    ...digests,
    vocabulary,
    groups: products,
    database,
    calendar,
    people,
    access: digestAccess,
    outbound,
    readerFor,
    wake: scheduler.wake,
  });
  registerDigests(app, middleware, {
    replies,
    questions,
    digestCommands,
    digestAccess,
    subscriptions,
    sources,
    readDigest: digests.read,
    listOf,
    products,
    readerFor,
    viewsClient,
    homeChanged,
    scheduler,
    runLogged,
    log,
  });
}
