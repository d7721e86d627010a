import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from './access/actor.ts';
import type { Directory } from './access/directory.ts';
import { createExpiringCache } from './access/expiringCache.ts';
import { createLanguages } from './access/languages.ts';
import type { Feature } from './ask/asking.ts';
import { choicesFor } from './ask/choices.ts';
import { createCommands } from './ask/commands.ts';
import { registerQuestionForms } from './ask/formListeners.ts';
import { registerAsking } from './ask/listeners.ts';
import type { OnHandled } from './ask/middleware.ts';
import { useMiddleware } from './ask/middleware.ts';
import { createModalAnswers } from './ask/modalAnswers.ts';
import { createQuestions } from './ask/questions.ts';
import { createRecentQuestions } from './ask/recent.ts';
import { createReplies, type ReaderFor } from './ask/replies.ts';
import type { Digests } from './composeDigests.ts';
import type { Database } from './database/connection.ts';
import { createDigestAccess } from './digest/access.ts';
import { createDigestCommands } from './digest/commands.ts';
import { digestsOnHome } from './digest/home.ts';
import { registerDigests } from './digest/listeners.ts';
import { registerHome } from './home/listeners.ts';
import { readHome } from './home/readHome.ts';
import { homeView } from './home/view.ts';
import type { RunLogged } from './loggedWork.ts';
import type { Reading } from './parse/nameLookup.ts';
import { productListOnHome } from './products/home.ts';
import { registerProductList } from './products/listeners.ts';
import type { ProductList } from './products/productList.ts';
import { ownIds } from './products/productNames.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { ProductFileWatch } from './products/watchProductFile.ts';
import type { FiguresReader } from './readers.ts';
import { salesOnHome } from './sales/home.ts';
import type { AccessPolicy } from './settings/accessPolicy.ts';
import type { Settings } from './settings/settings.ts';
import type { Files } from './slack/files.ts';
import { createDirectMessages, type Outbound } from './slack/messages.ts';
import type { SlackAccess } from './slack/noRetryClient.ts';
import type { PendingRequests } from './slack/pendingRequests.ts';
import type { RenderingLadder } from './slack/renderingLadder.ts';
import { createViewsClient } from './slack/viewsClient.ts';
import { stockOnHome } from './stock/home.ts';
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
    readonly features: readonly Feature[];
    readonly clock: Clock;
    readonly calendar: Calendar;
    readonly log: Logger;
    readonly ladder: RenderingLadder;
    readonly figures: FiguresReader;
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
    readonly onHandled: OnHandled;
    readonly runLogged: RunLogged;
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
  const commands = createCommands(parts.features);
  const viewsClient = createViewsClient(slack);
  const languages = createLanguages(database, settings.language, () => clock.now(), log);
  const recent = createRecentQuestions(database, clock, log);
  const replies = createReplies(clock, log, ladder);
  const middleware = useMiddleware(app, { ...parts, languages, viewsClient });

  const publish = async (actor: Actor) => {
    const facts = await readHome(actor, {
      clock,
      languages,
      policy,
      recent,
      commands,
      reading,
      figures: [
        stockOnHome(database, calendar),
        salesOnHome(database, calendar, figures, settings.salesHistoryDays),
      ],
      sections: [
        digestsOnHome(people, policy, subscriptions, digests.kinds, ledger, calendar),
        productListOnHome(list, () => listFile.problem, timeZone),
      ],
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
    kinds: digests.kinds,
    subscriptions,
    sources,
    readDigest: digests.read,
    products,
    readerFor,
    viewsClient,
    homeChanged,
    scheduler,
    runLogged,
    log,
  });
}
