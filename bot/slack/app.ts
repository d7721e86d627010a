import { type App, type Logger as BoltLogger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { portErrorOf } from '../settings/portError.ts';
import { AcknowledgingApp } from './acknowledgingApp.ts';
import { readFrames } from './frames.ts';
import { createHttpReceiver } from './httpReceiver.ts';
import { createNoRetryClient, fetchWithoutRedirects, type SlackAccess } from './noRetryClient.ts';
import { causeOf, type SlackReach, UNWATCHED } from './reach.ts';
import { createSocket, delayAfter, isRefusal } from './socket.ts';

/** Slack refused the bot. The message names the setting. */
export class SlackStartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SlackStartError';
  }
}

export interface BoltApp {
  readonly app: App;
  /** Checks the bot token, retrying until Slack answers, and returns the workspace. @throws SlackStartError */
  signIn(): Promise<{ readonly teamId: string; readonly team: string }>;
  /** Starts receiving. @throws SlackStartError, PortError */
  listen(): Promise<void>;
  /** Whether Slack's requests arrive: over an open socket, or at a listening port. */
  isReceiving(): boolean;
  stop(): Promise<void>;
}

const OPENING_TIMEOUT_MS = 10_000;

export interface BoltSettings extends SlackAccess {
  /** Undefined for HTTP, which uses `port` and `signingSecret`. */
  readonly appToken: string | undefined;
  readonly signingSecret: string | undefined;
  readonly port: number;
}

/** A Bolt app in Socket Mode if there is an app token, otherwise over HTTP. */
export function createBoltApp(
  settings: BoltSettings,
  log: Logger,
  clock: Pick<Clock, 'sleep' | 'now'> = systemClock,
  reach: SlackReach = UNWATCHED,
): BoltApp {
  const { sleep } = clock;
  const logger = boltLogger(log);
  const slackFetch = settings.fetch ?? fetchWithoutRedirects;
  const clientOptions = {
    fetch: slackFetch,
    ...(settings.slackApiUrl === undefined ? {} : { slackApiUrl: settings.slackApiUrl }),
  };
  const closing = new AbortController();
  const receiver =
    settings.appToken === undefined
      ? createHttpReceiver(settings.signingSecret ?? '', logger, log, clock)
      : new SocketModeReceiver({
          appToken: settings.appToken,
          // `socket` logs the state of the connection in one line, not for each attempt.
          logger: boltLogger(log, 'debug'),
          // `socket` reconnects and retries, because it knows when to stop.
          autoReconnectEnabled: false,
          installerOptions: {
            clientOptions: {
              ...clientOptions,
              retryConfig: { retries: 0 },
              rejectRateLimitedCalls: true,
              timeout: OPENING_TIMEOUT_MS,
              fetch: (input, init) => slackFetch(input, withSignal(init, closing.signal)),
            },
          },
        });
  const socket =
    receiver instanceof SocketModeReceiver
      ? createSocket(receiver.client, log, reach, sleep, closing)
      : undefined;
  if (receiver instanceof SocketModeReceiver) readFrames(receiver.client, log);
  const signInClient = createNoRetryClient(settings, OPENING_TIMEOUT_MS);
  let self: { readonly botId?: string; readonly botUserId?: string } | undefined;
  const app = new AcknowledgingApp(
    {
      // Bolt's own sign-in never times out and gives no reason.
      authorize: async () => {
        if (self === undefined) throw new TypeError('signIn() comes before anything is received');
        return { botToken: settings.botToken, ...self };
      },
      receiver,
      logger,
      clientOptions: { ...clientOptions, allowAbsoluteUrls: false },
      convoStore: false,
    },
    log,
  );
  let isListening = false;
  app.error(async (error) => {
    log.error({ err: error.original ?? error }, 'a listener failed');
  });

  return {
    app,
    async signIn() {
      for (let attempts = 1; ; attempts += 1) {
        try {
          const answer = await signInClient.auth.test();
          reach.works('signIn');
          self = {
            ...(answer.bot_id === undefined ? {} : { botId: answer.bot_id }),
            ...(answer.user_id === undefined ? {} : { botUserId: answer.user_id }),
          };
          return { teamId: answer.team_id ?? '', team: answer.team ?? '' };
        } catch (error) {
          if (isRefusal(error)) {
            throw new SlackStartError(
              `Slack rejected SLACK_BOT_TOKEN (${causeOf(error)}). Set it to the token under "OAuth & Permissions" of the app that is installed in your workspace (xoxb-…).`,
            );
          }
          reach.failed('signIn', causeOf(error));
          await sleep(delayAfter(attempts), closing.signal);
        }
      }
    },
    async listen() {
      try {
        if (socket === undefined) await app.start(settings.port);
        else await socket.open();
        isListening = true;
      } catch (error) {
        const isPort = settings.appToken === undefined;
        const busy = isPort ? portErrorOf(error, 'PORT', settings.port) : undefined;
        const setting = isPort ? `PORT ${settings.port}` : 'SLACK_APP_TOKEN';
        const fix = isPort
          ? 'Set PORT to another port.'
          : 'Set it to a token with connections:write, under "Basic Information", "App-Level Tokens" of the app (xapp-…).';
        throw (
          busy ??
          new SlackStartError(`The bot could not start to listen with ${setting} (${causeOf(error)}). ${fix}`)
        );
      }
    },
    isReceiving: () => isListening && (socket?.isOpen() ?? true),
    async stop() {
      const wasListening = isListening;
      isListening = false;
      if (socket !== undefined) await socket.close();
      // Bolt throws when it stops an app that isn't listening, for example one already stopped.
      else if (wasListening) await app.stop();
    },
  };
}

/** Aborts a request when `signal` is aborted too. */
function withSignal(init: RequestInit | undefined, signal: AbortSignal): RequestInit {
  return { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal };
}

/** What AcknowledgingApp logs too. */
const LOGGED_ONCE = 'Could not determine the type of an incoming event';

/** Bolt's lines in our log, without its debug lines, which contain whole payloads. */
function boltLogger(log: Logger, all?: 'debug'): BoltLogger {
  const line = (parts: unknown[]) => parts.map(String).join(' ');
  return {
    debug: () => {},
    info: (...parts) => log.debug(line(parts)),
    warn: (...parts) => log[line(parts).startsWith(LOGGED_ONCE) ? 'debug' : (all ?? 'warn')](line(parts)),
    error: (...parts) => log[all ?? 'error'](line(parts)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
