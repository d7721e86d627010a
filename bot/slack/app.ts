import { type App, type Logger as BoltLogger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { systemClock } from 'retail-data-client';
import type { Clock } from 'retail-data-client/core';
import { portErrorOf } from '../settings/portError.ts';
import { AcknowledgingApp } from './acknowledgingApp.ts';
import { slackErrorCode } from './errors.ts';
import type { SlackAccess } from './noRetryClient.ts';
import { createSignedReceiver } from './receiver.ts';
import { NO_REPLAYS, type Replays } from './replays.ts';
import { createSocket } from './socket.ts';
import { fetchWithoutRedirects } from './urls.ts';

/** Slack did not let the bot in; the message names the setting. */
export class SlackStartError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SlackStartError';
  }
}

export interface BoltApp {
  readonly app: App;
  /** Checks the bot token; gives the workspace. @throws SlackStartError */
  signIn(): Promise<{ readonly teamId: string; readonly team: string }>;
  /** Begins to receive. @throws SlackStartError, PortError */
  listen(): Promise<void>;
  /** Whether anything that Slack sends arrives: over an open socket, or at a port that is listened on. */
  isReceiving(): boolean;
  stop(): Promise<void>;
}

const OPENING_TIMEOUT_MS = 10_000;

export interface BoltSettings extends SlackAccess {
  /** Undefined: over HTTP, at the port, with the signing secret. */
  readonly appToken: string | undefined;
  readonly signingSecret: string | undefined;
  readonly port: number;
}

/** A Bolt app in Socket Mode when there is an app token, else over HTTP. */
export function createBoltApp(
  settings: BoltSettings,
  log: Logger,
  replays: Replays = NO_REPLAYS,
  { now, sleep }: Pick<Clock, 'now' | 'sleep'> = systemClock,
): BoltApp {
  const logger = boltLogger(log);
  const clientOptions = {
    fetch: fetchWithoutRedirects,
    ...(settings.slackApiUrl === undefined ? {} : { slackApiUrl: settings.slackApiUrl }),
  };
  const closing = new AbortController();
  const receiver =
    settings.appToken === undefined
      ? createSignedReceiver({ signingSecret: settings.signingSecret ?? '', logger, now })
      : new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          // Both are done by the socket, which knows when to end.
          autoReconnectEnabled: false,
          installerOptions: {
            clientOptions: {
              ...clientOptions,
              retryConfig: { retries: 0 },
              rejectRateLimitedCalls: true,
              timeout: OPENING_TIMEOUT_MS,
              fetch: (input, init) => fetchWithoutRedirects(input, withSignal(init, closing.signal)),
            },
          },
        });
  const socket =
    receiver instanceof SocketModeReceiver
      ? createSocket({ client: receiver.client, log, sleep, closing })
      : undefined;
  const app = new AcknowledgingApp(
    {
      token: settings.botToken,
      receiver,
      logger,
      clientOptions: { ...clientOptions, allowAbsoluteUrls: false },
      // A wrong token would otherwise end the process from inside the constructor.
      deferInitialization: true,
      convoStore: false,
    },
    { log, isRepeated: ({ customProperties = {} }) => replays.isRepeated(customProperties) },
  );
  let isListening = false;
  app.error(async (error) => {
    log.error({ err: error.original ?? error }, 'a listener failed');
  });

  return {
    app,
    async signIn() {
      try {
        await app.init();
        const { team_id: teamId, team } = await app.client.auth.test({ token: settings.botToken });
        return { teamId: teamId ?? '', team: team ?? '' };
      } catch (error) {
        throw new SlackStartError(`Slack did not accept SLACK_BOT_TOKEN (${reasonOf(error)}).`);
      }
    },
    async listen() {
      try {
        if (socket === undefined) await app.start({ port: settings.port });
        else await socket.open();
        isListening = true;
      } catch (error) {
        const isPort = settings.appToken === undefined;
        const busy = isPort ? portErrorOf(error, 'PORT', settings.port) : undefined;
        const setting = isPort ? `PORT ${settings.port}` : 'SLACK_APP_TOKEN';
        throw (
          busy ??
          new SlackStartError(`The bot could not start to listen with ${setting} (${reasonOf(error)}).`)
        );
      }
    },
    isReceiving: () => isListening && (socket?.isOpen() ?? true),
    async stop() {
      isListening = false;
      if (socket === undefined) await app.stop();
      else await socket.close();
    },
  };
}

/** Aborts a request also when `signal` is aborted. */
function withSignal(init: RequestInit | undefined, signal: AbortSignal): RequestInit {
  return { ...init, signal: init?.signal ? AbortSignal.any([signal, init.signal]) : signal };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return slackErrorCode(error) ?? ('code' in error ? String(error.code) : error.message);
}

/** Bolt's lines in our log. Its debug lines are left out: they hold whole payloads. */
function boltLogger(log: Logger): BoltLogger {
  const line = (parts: unknown[]) => parts.map(String).join(' ');
  return {
    debug: () => {},
    info: (...parts) => log.debug(line(parts)),
    warn: (...parts) => log.warn(line(parts)),
    error: (...parts) => log.error(line(parts)),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  };
}
