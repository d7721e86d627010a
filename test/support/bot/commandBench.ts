import { createServer } from 'node:http';
import type { App, Receiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { onTestFinished } from 'vitest';
import { createReplies, type Replies } from '../../../bot/listeners/answers/answering.ts';
import type { ListenerMiddleware } from '../../../bot/listeners/middleware/index.ts';
import { AcknowledgingApp } from '../../../bot/slack/acknowledgingApp.ts';
import { RENDERINGS } from '../../../bot/slack/message.ts';
import { createPendingRequests, type PendingRequests } from '../../../bot/slack/pendingRequests.ts';
import { createRenderingLadder, type RenderingLadder } from '../../../bot/slack/renderingLadder.ts';
import { createFakeClock, type FakeClock, settled } from '../fakeClock.ts';
import { useOpenMiddleware } from './openMiddleware.ts';
import { createRecordingLog, type RecordingLog } from './recordingLog.ts';

export interface GivenAnswer {
  readonly response_type: string;
  readonly text: string;
  readonly replace_original?: boolean;
  readonly blocks?: readonly { readonly type: string }[];
}

/** A real Bolt app whose commands are handed to it directly, and the address that takes its answers. */
export interface CommandBench {
  readonly replies: Replies;
  readonly log: Logger;
  readonly ladder: RenderingLadder;
  readonly app: App;
  /** Lets everybody do everything but what admins may. */
  readonly middleware: ListenerMiddleware;
  readonly clock: FakeClock;
  readonly pendingRequests: PendingRequests;
  readonly recording: RecordingLog;
  /** Answers that were taken. */
  readonly answers: readonly GivenAnswer[];
  /** Everything that was posted to the address, refused or not. */
  readonly attempts: readonly GivenAnswer[];
  /** Errors that reached Bolt's own error listener. */
  readonly failures: readonly string[];
  /**
   * Statuses with which the next answers are met; afterwards every one is taken. `lost`: it is taken, and the connection
   * breaks before Slack says so. Other words are Slack's error in the body of a status of 200.
   */
  refuseWith(...statuses: (number | string)[]): void;
  /** Types a command, as Kari unless another is named; resolves when the bot is done with it. */
  type(command: string, text: string, userId?: string): Promise<void>;
  /** Clicks a button below an answer, as Kari and in the bench's channel unless others are named. */
  click(actionId: string, value: string, userId?: string, channelId?: string): Promise<void>;
}

export const BENCH_TEAM = 'T0BENCH';
export const BENCH_CHANNEL = 'C0BENCH';

export async function startCommandBench(): Promise<CommandBench> {
  const answers: GivenAnswer[] = [];
  const attempts: GivenAnswer[] = [];
  const failures: string[] = [];
  const statuses: (number | string)[] = [];
  const sink = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const answer: GivenAnswer = JSON.parse(body);
    const status = statuses.shift() ?? 200;
    attempts.push(answer);
    if (status === 200 || status === 'lost') answers.push(answer);
    if (status === 'lost') response.destroy();
    else if (typeof status === 'string') response.end(JSON.stringify({ ok: false, error: status }));
    else response.writeHead(status).end();
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

  const receiver: Receiver = { init: () => {}, start: async () => {}, stop: async () => {} };
  const recording = createRecordingLog();
  const app = new AcknowledgingApp(
    {
      receiver,
      authorize: async () => ({ botToken: 'xoxb-bench', botId: 'B0', botUserId: 'U0' }),
      convoStore: false,
    },
    { log: recording.log, isRepeated: () => false },
  );
  app.error(async (error) => void failures.push(error.message));
  const clock = createFakeClock();
  const pendingRequests = createPendingRequests();
  const ladder = createRenderingLadder(RENDERINGS, clock.now);

  return {
    app,
    replies: createReplies({ clock, log: recording.log, ladder, pendingRequests }),
    middleware: useOpenMiddleware(app, { log: recording.log, pendingRequests }),
    answers,
    attempts,
    failures,
    recording,
    log: recording.log,
    clock,
    pendingRequests,
    ladder,
    refuseWith: (...more) => void statuses.push(...more),
    async type(command, text, userId = 'U0KARI') {
      await app.processEvent({
        body: {
          command,
          text,
          response_url: `http://127.0.0.1:${address.port}/answer`,
          team_id: BENCH_TEAM,
          channel_id: BENCH_CHANNEL,
          channel_name: 'stock',
          user_id: userId,
          trigger_id: '1.1',
          token: 'unused',
        },
        ack: async () => {},
      });
      await settled();
    },
    async click(actionId, value, userId = 'U0KARI', channelId = BENCH_CHANNEL) {
      await app.processEvent({
        body: {
          type: 'block_actions',
          response_url: `http://127.0.0.1:${address.port}/answer`,
          team: { id: BENCH_TEAM, domain: 'bench' },
          channel: { id: channelId, name: 'stock' },
          user: { id: userId, name: 'kari', team_id: BENCH_TEAM },
          trigger_id: '1.2',
          token: 'unused',
          actions: [
            { type: 'button', action_id: actionId, block_id: 'answer_buttons', value, action_ts: '1.2' },
          ],
        },
        ack: async () => {},
      });
      await settled();
    },
  };
}
