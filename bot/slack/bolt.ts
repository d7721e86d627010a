import { type App, type Logger as BoltLogger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';
import { fetchWithoutRedirects } from './addresses.ts';
import { NO_REPLAYS, type Replays } from './replays.ts';
import { createSignedReceiver } from './signedReceiver.ts';
import { SteadyApp } from './steadyApp.ts';

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
  /** Begins to receive. @throws SlackStartError */
  listen(): Promise<void>;
  /** Whether anything that Slack sends arrives: over an open socket, or at a port that is listened on. */
  isReached(): boolean;
  stop(): Promise<void>;
}

/** A Bolt app in Socket Mode when there is an app token, else over HTTP. */
export function createBoltApp(
  settings: Settings,
  log: Logger,
  replays: Replays = NO_REPLAYS,
  now: () => number = Date.now,
): BoltApp {
  const logger = boltLogger(log);
  const clientOptions = {
    fetch: fetchWithoutRedirects,
    ...(settings.slackApiUrl === undefined ? {} : { slackApiUrl: settings.slackApiUrl }),
  };
  const receiver =
    settings.appToken === undefined
      ? createSignedReceiver({ signingSecret: settings.signingSecret ?? '', logger, now })
      : new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          installerOptions: {
            // Bolt's own pauses between reconnects grow with the outage, to a third of it.
            clientOptions: {
              ...clientOptions,
              retryConfig: { forever: true, maxTimeout: 30_000, randomize: true },
            },
          },
        });
  const app = new SteadyApp(
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
  let isReached = false;
  if (receiver instanceof SocketModeReceiver) {
    receiver.client.on('connected', () => {
      isReached = true;
    });
    // Between two sockets nothing arrives.
    for (const state of ['close', 'reconnecting', 'disconnected']) {
      receiver.client.on(state, () => {
        isReached = receiver.client.websocket?.isActive() ?? false;
      });
    }
  }
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
        await app.start(settings.appToken === undefined ? { port: settings.port } : {});
        isReached = true;
      } catch (error) {
        const setting = settings.appToken === undefined ? `PORT ${settings.port}` : 'SLACK_APP_TOKEN';
        throw new SlackStartError(`The bot could not start to listen with ${setting} (${reasonOf(error)}).`);
      }
    },
    isReached: () => isReached,
    async stop() {
      isReached = false;
      // Bolt's receiver does not wait for its own disconnect.
      if (receiver instanceof SocketModeReceiver) await receiver.client.disconnect();
      else await app.stop();
    },
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const body = 'data' in error ? error.data : undefined;
  if (typeof body === 'object' && body !== null && 'error' in body) return String(body.error);
  return 'code' in error ? String(error.code) : error.message;
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
