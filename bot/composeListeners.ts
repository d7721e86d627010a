import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from './access/actor.ts';
import { createLanguages } from './access/languages.ts';
import { createCommands } from './ask/commands.ts';
import { createFileFormats } from './ask/fileFormats.ts';
import { registerQuestionForms } from './ask/formListeners.ts';
import { registerAsking } from './ask/listeners.ts';
import { type OnHandled, useMiddleware } from './ask/middleware.ts';
import { createModalAnswers } from './ask/modalAnswers.ts';
import { createQuestions } from './ask/questions.ts';
import { createRecentQuestions } from './ask/recent.ts';
import { createReplies, type ReaderFor } from './ask/replies.ts';
import type { WriteSheet } from './ask/sheet.ts';
import type { Digests } from './composeDigests.ts';
import type { Features } from './composeFeatures.ts';
import type { Database } from './database/connection.ts';
import { createDigestAccess } from './digest/access.ts';
import { createDigestCommands, spokenDigest } from './digest/commands.ts';
import { digestsOnHome } from './digest/home.ts';
import { registerDigests } from './digest/listeners.ts';
import { registerHome } from './home/listeners.ts';
import { readHome } from './home/readHome.ts';
import { homeView } from './home/view.ts';
import type { RunLogged } from './loggedWork.ts';
import type { SlackConnection } from './openSlack.ts';
import type { Reading } from './parse/nameLookup.ts';
import { registerProductList } from './products/listeners.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { Settings } from './settings/settings.ts';
import { createDirectMessages } from './slack/messages.ts';
import type { PendingRequests } from './slack/pendingRequests.ts';
import { createViewsClient } from './slack/viewsClient.ts';

/** Registers all listeners for requests from Slack. */
export function composeListeners(
  app: Pick<App, 'use' | 'command' | 'action' | 'view' | 'options' | 'event'>,
  {
    settings,
    slack,
    database,
    clock,
    calendar,
    log,
    features,
    digests,
    writeSheet,
    pendingRequests,
    onHandled,
    runLogged,
  }: {
    readonly settings: Pick<Settings, 'language'>;
    readonly slack: SlackConnection;
    readonly database: Database;
    readonly clock: Clock;
    readonly calendar: Calendar;
    readonly log: Logger;
    readonly features: Features;
    readonly digests: Digests;
    readonly writeSheet: WriteSheet;
    readonly pendingRequests: PendingRequests;
    readonly onHandled: OnHandled;
    readonly runLogged: RunLogged;
  },
): void {
  const { access, people, policy, outbound, files, ladder } = slack;
  const { list, productFile, products, stores, choices } = features;
  const { kinds, subscriptions, ledger, scheduler, sources, time, delivery, preparation, draw } = digests;
  const { timeZone } = calendar;
  const vocabulary = { products, stores };
  const reading = (): Reading => ({ vocabulary, calendar, now: clock.now() });
  const readerFor: ReaderFor = ({ language }, rendering) => ({
    language,
    rendering,
    timeZone,
    today: calendar.dayOf(clock.now()),
    products,
    stores,
  });
  const commands = createCommands(features.asking, [spokenDigest(kinds.all)]);
  const { say } = commands;
  const viewsClient = createViewsClient(access);
  const languages = createLanguages(database, settings.language, () => clock.now(), log);
  const fileFormats = createFileFormats(database);
  const recent = createRecentQuestions(database, clock, log);
  const replies = createReplies(clock, log, ladder, say);
  const questions = createQuestions(recent, readerFor);
  const middleware = useMiddleware(app, {
    policy,
    people,
    languages,
    log,
    pendingRequests,
    viewsClient,
    onHandled,
    say,
  });

  const digestAccess = createDigestAccess(people, policy, log);
  const home = {
    clock,
    languages,
    fileFormats,
    policy,
    recent,
    commands,
    reading,
    figures: features.onHome.figures,
    sections: [
      digestsOnHome(people, digestAccess, subscriptions, kinds, ledger, calendar),
      features.onHome.productList,
    ],
  };
  const publish = async (actor: Actor) => {
    const facts = await readHome(actor, home);
    const view = homeView(facts, { timeZone, products, stores, language: actor.language });
    await viewsClient.publishHome(actor.person.userId, view);
  };
  /** Never fails: the change itself is done, and the next opening of App Home shows it. */
  const homeChanged = (actor: Actor) =>
    publish(actor).catch((error: unknown) =>
      log.warn({ err: error }, 'App Home was not drawn anew after a change'),
    );

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
    directMessages: createDirectMessages(access, ladder),
    readerFor,
    writeSheet,
    fileFormats,
    files,
    ladder,
    people,
    policy,
    clock,
    viewsClient,
    log,
  });
  registerQuestionForms(app, middleware, {
    replies,
    questions,
    commands,
    modalAnswers,
    reading,
    viewsClient,
    choices,
  });
  registerHome(app, middleware, {
    publish,
    modalAnswers,
    languages,
    fileFormats,
    commands,
    reading,
    viewsClient,
    log,
  });
  registerProductList(app, middleware, {
    list,
    listFile: productFile,
    uploads: createUploadedFiles(access),
    viewsClient,
    publish,
  });

  const digestCommands = createDigestCommands({
    vocabulary,
    groups: products,
    kinds,
    calendar,
    time,
    people,
    access: digestAccess,
    subscriptions,
    ledger,
    delivery,
    preparation,
    draw,
    outbound,
    readerFor,
    say,
    wake: scheduler.wake,
  });
  registerDigests(app, middleware, {
    replies,
    questions,
    digestCommands,
    say,
    digestAccess,
    kinds,
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
