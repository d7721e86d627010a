import { createServer } from 'node:http';
import type { Receiver } from '@slack/bolt';
import { onTestFinished } from 'vitest';
import { withOwnTeam } from '../../../bot/access/decide.ts';
import { createDirectory, type Directory } from '../../../bot/access/directory.ts';
import { createLookups } from '../../../bot/access/lookups.ts';
import type { Database } from '../../../bot/database/connection.ts';
import { createLanguages, type Languages } from '../../../bot/home/languages.ts';
import type { LanguageCode } from '../../../bot/language/locale.ts';
import type { OnHandled } from '../../../bot/listeners/middleware/handleRequests.ts';
import { type ListenerMiddleware, useMiddleware } from '../../../bot/listeners/middleware/index.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import { DEFAULT_SETTINGS } from '../../../bot/settings/settings.ts';
import { AcknowledgingApp } from '../../../bot/slack/acknowledgingApp.ts';
import { createPendingRequests } from '../../../bot/slack/pendingRequests.ts';
import { NO_REPLAYS } from '../../../bot/slack/replays.ts';
import { fetchWithoutRedirects } from '../../../bot/slack/urls.ts';
import { createViewsClient, type ViewsClient } from '../../../bot/slack/viewsClient.ts';
import { createFakeClock, type FakeClock } from '../fakeClock.ts';
import { openTestDatabase } from './databases.ts';
import { commandBody } from './payloadBodies.ts';
import { createRecordingLog, type RecordingLog } from './recordingLog.ts';
import { DOUBLE_TEAM, type SlackDouble, startSlackDouble } from './slackDouble.ts';

export interface SaidAnswer {
  readonly text: string;
  readonly response_type?: string;
  readonly replace_original?: boolean;
  readonly blocks?: readonly object[];
}

/** What came of a payload. */
export interface Passage {
  /** What it was acknowledged with, once for each time it was. */
  readonly acks: readonly unknown[];
  /** What the person read, in order. */
  readonly said: readonly SaidAnswer[];
}

/** The real middleware in a real Bolt app that needs no network to Slack, before a Slack on the loopback interface. */
export interface ListenerBench {
  readonly middleware: ListenerMiddleware;
  readonly people: Directory;
  readonly languages: Languages;
  readonly policy: AccessPolicy;
  readonly app: AcknowledgingApp;
  readonly slack: SlackDouble;
  readonly viewsClient: ViewsClient;
  readonly clock: FakeClock;
  readonly database: Database;
  readonly recording: RecordingLog;
  readonly responseUrl: string;
  /** Hands a payload to the app; resolves when the bot is done with it. */
  send(body: Readonly<Record<string, unknown>>): Promise<Passage>;
  /** Types a command. */
  type(command: string, text: string, fields?: object): Promise<Passage>;
}

export interface ListenerBenchOptions {
  readonly policy?: Partial<AccessPolicy>;
  readonly database?: Database;
  readonly slack?: SlackDouble;
  readonly clock?: FakeClock;
  /** RETAIL_DATA_LANGUAGE. */
  readonly language?: LanguageCode;
  /** Milliseconds by which requests are measured. */
  readonly now?: () => number;
  readonly onHandled?: OnHandled;
}

export async function startListenerBench(options: ListenerBenchOptions = {}): Promise<ListenerBench> {
  const said: SaidAnswer[] = [];
  const responseUrl = await startSink(said);
  const slack = options.slack ?? (await startSlackDouble());
  const database = options.database ?? (await openTestDatabase());
  const clock = options.clock ?? createFakeClock();
  const recording = createRecordingLog();
  const pendingRequests = createPendingRequests();
  const receiver: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };
  const connection = { botToken: 'xoxb-bench', slackApiUrl: slack.url };
  const app = new AcknowledgingApp(
    {
      receiver,
      authorize: async () => ({ botToken: connection.botToken, botId: 'B0', botUserId: 'U0' }),
      clientOptions: { fetch: fetchWithoutRedirects, slackApiUrl: slack.url },
      convoStore: false,
    },
    { log: recording.log, isRepeated: () => false },
  );
  app.error(async (error) => recording.log.error({ err: error }, 'reached the error listener of Bolt'));
  const viewsClient = createViewsClient(connection);
  const policy = withOwnTeam({ ...DEFAULT_SETTINGS.access, ...options.policy }, DOUBLE_TEAM);
  const people = createDirectory(createLookups(connection), policy, () => clock.now(), recording.log);
  const languages = createLanguages(database, options.language ?? 'en', () => clock.now(), recording.log);
  const middleware = useMiddleware(app, {
    languages,
    policy,
    directory: people,
    slackApiUrl: slack.url,
    log: recording.log,
    pendingRequests,
    replays: NO_REPLAYS,
    viewsClient,
    now: options.now,
    onHandled: options.onHandled,
  });

  const send: ListenerBench['send'] = async (body) => {
    const acks: unknown[] = [];
    const before = said.length;
    await app.processEvent({ body, ack: async (answer) => void acks.push(answer) });
    await pendingRequests.settled();
    return { acks, said: said.slice(before) };
  };
  return {
    middleware,
    people,
    languages,
    policy,
    app,
    slack,
    viewsClient,
    clock,
    database,
    recording,
    responseUrl,
    send,
    type: (command, text, fields = {}) => send({ ...commandBody(responseUrl), command, text, ...fields }),
  };
}

/** Takes what is posted to response addresses. */
export async function startSink(said: SaidAnswer[]): Promise<string> {
  const sink = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    said.push(JSON.parse(body));
    response.end('ok');
  });
  await new Promise<void>((resolve) => {
    sink.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    sink.closeAllConnections();
    sink.close();
  });
  const address = sink.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}/answer`;
}

/** The cells of the table below its head, as they are read. */
export function rowsOf({ blocks = [] }: SaidAnswer): string[][] {
  const table = blocks.find((block) => 'type' in block && block.type === 'data_table');
  if (table === undefined || !('rows' in table) || !Array.isArray(table.rows)) return [];
  return table.rows.slice(1).map((row: { text: string }[]) => row.map(({ text }) => text));
}
