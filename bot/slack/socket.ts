import type { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { RATE_LIMITED, slackErrorCode } from './errors.ts';
import { causeOf, type SlackReach } from './reach.ts';

export interface Socket {
  /** Opens the first connection, and reopens it whenever it is lost. @throws when Slack refuses the app token */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Closes the connection for good. Nothing is retried after this resolves. */
  close(): Promise<void>;
}

type SocketClient = SocketModeReceiver['client'];

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** The retry delay starts over after a connection that lasted this long. */
const STABLE_MS = 30_000;
/** How long Slack's hello on a new connection may take. */
const HELLO_TIMEOUT_MS = 20_000;

/** Errors that pass. Any other code means that the token or the app needs attention. */
const TRANSIENT = new Set([
  RATE_LIMITED,
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/**
 * One connection to Slack, reopened forever when it is lost. The socket client's own reconnect can stop silently or
 * with an unhandled rejection when Slack answers with an error or not at all, and it continues after disconnect(). So
 * `client` needs `autoReconnectEnabled: false` and a web client without retries. `closing` aborts a pending call.
 */
export function createSocket(
  client: SocketClient,
  log: Logger,
  reach: SlackReach,
  sleep: Clock['sleep'],
  closing: AbortController,
): Socket {
  const { signal } = closing;
  let keeping: Promise<void> = Promise.resolve();
  let isUp = false;
  client.on('connected', () => {
    isUp = true;
  });
  client.on('disconnected', () => {
    isUp = false;
  });
  // disconnect() has no effect while the client requests an address, so disconnect again.
  client.on('connecting', () => {
    if (signal.aborted) setImmediate(() => void client.disconnect());
  });

  /** Resolves when the connection is closed on both ends. Until then, a new one would be mistaken for it. */
  const lost = () =>
    new Promise<void>((resolve) => {
      if (isUp) client.once('disconnected', () => resolve());
      else resolve();
    });

  /** Attempts since the last stable connection. */
  let attempts = 0;
  let openedAt = performance.now();
  const connect = async (isFinal: (error: unknown) => boolean) => {
    for (;;) {
      if (attempts > 0) await sleep(delayAfter(attempts), signal);
      attempts += 1;
      try {
        await connectOnce(client, sleep, signal);
        openedAt = performance.now();
        reach.works('socket');
        return;
      } catch (error) {
        if (signal.aborted || isFinal(error)) throw error;
        reach.failed('socket', isRefusal(error) ? refusalOf(error) : `no connection (${causeOf(error)})`);
        log.debug({ cause: causeOf(error), attempts }, 'no connection to Slack yet; it is tried again');
      }
    }
  };

  const keepOpen = async () => {
    for (;;) {
      await lost();
      if (signal.aborted) return;
      if (performance.now() - openedAt >= STABLE_MS) attempts = 0;
      log.info('the connection to Slack was lost; another is opened');
      await connect(() => false);
      log.info('connected to Slack again');
    }
  };

  return {
    // Nothing arrives between the two close frames, so both sides must be open.
    isOpen: () => isUp && client.websocket?.isActive() === true,
    async open() {
      await connect(isRefusal);
      attempts = 0;
      keeping = keepOpen().catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
    async close() {
      closing.abort(new Error('the bot is stopping'));
      await Promise.all([client.disconnect(), keeping]);
      // Slack's hello may have arrived in between.
      if (isUp) await client.disconnect();
    },
  };
}

/** Opens a connection and waits for Slack's hello. @throws the reason why it failed */
async function connectOnce(client: SocketClient, sleep: Clock['sleep'], signal: AbortSignal): Promise<void> {
  const greeted = new AbortController();
  let isLate = false;
  const late = sleep(HELLO_TIMEOUT_MS, AbortSignal.any([signal, greeted.signal])).then(
    async () => {
      isLate = true;
      await client.disconnect();
    },
    // The hello arrived, or the bot is stopping. When stopping, close the half-open connection.
    async () => {
      if (!greeted.signal.aborted) await client.disconnect();
    },
  );
  try {
    await client.start();
  } catch (error) {
    if (error instanceof Error) throw error;
    throw new Error(
      isLate
        ? `Slack did not greet within ${HELLO_TIMEOUT_MS / 1000} seconds`
        : 'the connection was closed before Slack greeted',
    );
  } finally {
    greeted.abort(new Error('the attempt is over'));
    await late;
  }
}

/** Exponential backoff with jitter, so that many processes don't reconnect at the same moment. */
export function delayAfter(attempts: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 10));
  return delay * (0.5 + Math.random() / 2);
}

/** Whether Slack refused for good. Other errors may pass. */
export function isRefusal(error: unknown): boolean {
  const code = slackErrorCode(error);
  return code !== undefined && !TRANSIENT.has(code);
}

function refusalOf(error: unknown): string {
  return `Slack refuses SLACK_APP_TOKEN (${causeOf(error)}): commands and clicks do not arrive until it is accepted again, or the bot is started with another; digests do not need it, and are posted as long as Slack accepts SLACK_BOT_TOKEN`;
}
