import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from './access/actor.ts';
import { createLanguages } from './access/languages.ts';
import { askingPart } from './ask/askingPart.ts';
import { createCommands } from './ask/commands.ts';
import { createFileFormats } from './ask/fileFormats.ts';
import { createHelp } from './ask/help.ts';
import { type MenuItem, optionsOf } from './ask/menu.ts';
import { type OnHandled, useMiddleware } from './ask/middleware.ts';
import { createModalAnswers } from './ask/modalAnswers.ts';
import type { Job, ListeningApp, Part } from './ask/part.ts';
import { createQuestions } from './ask/questions.ts';
import { createRecentQuestions } from './ask/recent.ts';
import { createReplies, type ReaderFor } from './ask/replies.ts';
import { anyOfSubCommands } from './ask/subCommands.ts';
import type { Digests } from './composeDigests.ts';
import type { Features } from './composeFeatures.ts';
import type { Database } from './database/connection.ts';
import type { WriteSheet } from './figures/sheet.ts';
import { homePart } from './home/listeners.ts';
import { readHome } from './home/readHome.ts';
import { homeView } from './home/view.ts';
import type { RunLogged } from './loggedWork.ts';
import type { SlackConnection } from './openSlack.ts';
import { outboxPart } from './outbox/part.ts';
import type { Reading } from './parse/nameLookup.ts';
import { productsPart } from './products/listeners.ts';
import { createUploadedFiles } from './products/uploadedFiles.ts';
import type { Settings } from './settings/settings.ts';
import { createConversations } from './slack/conversation.ts';
import { createDirectMessages } from './slack/messages.ts';
import { createViewsClient } from './slack/viewsClient.ts';
import { createDigestAccess } from './standing/access.ts';
import { alertsPart, whenInMenu } from './standing/alertPart.ts';
import { createAlertStore } from './standing/alertStore.ts';
import { createAlerts } from './standing/alerts.ts';
import { createDigestCommands, digestHelp, SPOKEN_DIGEST } from './standing/commands.ts';
import { everyInMenu } from './standing/formListeners.ts';
import { createDailyJudging } from './standing/judgeDaily.ts';
import { createStandingList } from './standing/list.ts';
import { digestPart } from './standing/part.ts';
import { createPostNow } from './standing/postNow.ts';
import { standingQuestions } from './standing/standing.ts';
import type { UnjudgedAlerts } from './standing/unjudged.ts';
import type { UnderWay } from './workers/underWay.ts';

/** Registers the listeners of all parts for requests from Slack, and gives their jobs. */
export function composeParts(
  app: ListeningApp & Pick<App, 'use'>,
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
    underWay,
    unjudgedAlerts,
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
    readonly underWay: UnderWay;
    readonly unjudgedAlerts: UnjudgedAlerts;
    readonly onHandled: OnHandled;
    readonly runLogged: RunLogged;
  },
): readonly Job[] {
  const { access, people, policy, outbound, files, ladder } = slack;
  const { list, productFile, products, stores, choices } = features;
  const { answers, subscriptions, ledger, runs, outbox, sources, time, clocks, preparation, draw } = digests;
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
  const commands = createCommands(features.asking, [SPOKEN_DIGEST]);
  const { say } = commands;
  const helpOf = createHelp(commands, choices, reading, (t) => [digestHelp(t)]);
  const viewsClient = createViewsClient(access);
  const languages = createLanguages(database, settings.language, () => clock.now(), log);
  const fileFormats = createFileFormats(database);
  const recent = createRecentQuestions(database, clock, underWay, log);
  const replies = createReplies(clock, log, ladder, underWay, commands);
  const questions = createQuestions(recent, readerFor, (actor, question, typed) =>
    optionsOf(menu, actor, standing.laterOf(question, typed)),
  );
  const conversations = createConversations(access, underWay.waiting(clock));
  const middleware = useMiddleware(app, {
    policy,
    people,
    languages,
    log,
    underWay,
    viewsClient,
    answerMessage: conversations.answer,
    onHandled,
    commands,
  });

  const digestAccess = createDigestAccess(people, policy, log);
  const { alertSubjects: subjects } = features;
  const alertStore = createAlertStore(database, subjects);
  const alerts = createAlerts({
    database,
    store: alertStore,
    access: digestAccess,
    outbound,
    calendar,
    time,
  });
  const standingList = createStandingList({
    answers,
    access: digestAccess,
    people,
    subscriptions,
    runs,
    readerFor,
    alerts,
    subjects,
  });
  const directMessages = createDirectMessages(access, ladder);
  const home = {
    clock,
    languages,
    fileFormats,
    policy,
    recent,
    commands,
    reading,
    figures: features.onHome.figures,
    sections: [standingList.onHome, features.onHome.productList],
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
    log,
    onAsked: homeChanged,
  });
  const digestCommands = createDigestCommands({
    commands,
    reading,
    answers,
    calendar,
    time,
    people,
    access: digestAccess,
    subscriptions,
    ledger,
    runs,
    postNow: createPostNow({
      ledger,
      runs,
      preparation,
      deliver: outbox.deliver,
      time,
      clocks,
      calendar,
    }),
    preparation,
    draw,
    outbound,
    readerFor,
    list: standingList,
    wake: outbox.wake,
  });

  const standing = standingQuestions({
    commands,
    reading,
    subscriptions,
    access: digestAccess,
    people,
    digestCommands,
    replies,
  });

  const menu: readonly MenuItem[] = [
    everyInMenu({ answers, subscriptions, commands, reading, standing, viewsClient }),
    whenInMenu({ commands, reading, subjects, viewsClient }),
  ];

  const alertRuns = alertsPart({
    alerts,
    subjects,
    judgeDaily: createDailyJudging({
      database,
      subjects,
      store: alertStore,
      people,
      policy,
      calendar,
      time,
      outbox,
      unjudged: unjudgedAlerts,
    }),
    replies,
    questions,
    commands,
    reading,
    list: standingList,
    viewsClient,
    directMessages,
    homeChanged,
  });
  /** A feature with a command, a form or a job adds its part here. */
  const parts: readonly Part[] = [
    askingPart({
      conversations,
      subCommands: anyOfSubCommands([alertRuns.subCommands, standing]),
      database,
      writeSheet,
      fileFormats,
      replies,
      questions,
      commands,
      reading,
      modalAnswers,
      directMessages,
      readerFor,
      files,
      ladder,
      people,
      policy,
      clock,
      viewsClient,
      choices,
      helpOf,
      menu,
      log,
    }),
    homePart({ publish, languages, fileFormats, log }),
    productsPart({ list, productFile, uploads: createUploadedFiles(access), viewsClient, publish }),
    digestPart({
      replies,
      digestCommands,
      list: standingList,
      say,
      standing,
      digestAccess,
      answers,
      subscriptions,
      sources,
      commands,
      reading,
      readerFor,
      viewsClient,
      homeChanged,
      directMessages,
      sendThreadFiles: digests.sendThreadFiles,
      log,
    }),
    alertRuns,
    outboxPart(outbox, runLogged),
  ];
  for (const part of parts) part.listeners?.(app, middleware);
  return parts.flatMap(({ jobs = [] }) => jobs);
}
