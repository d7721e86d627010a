import type { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { RATE_LIMITED, slackErrorCode } from './errors.ts';
import { causeOf, type SlackReach } from './reach.ts';

export interface Socket {
  /** Opens the first connection, and keeps one open from then on. @throws when Slack refuses the app token */
  open(): Promise<void>;
  isOpen(): boolean;
  /** Closes it for good; nothing is tried any more when this has resolved. */
  close(): Promise<void>;
}

type SocketClient = SocketModeReceiver['client'];

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 30_000;
/** A connection that lasted so long starts the delays over. */
const STABLE_MS = 30_000;
/** How long Slack may take to greet on a new connection. */
const HELLO_TIMEOUT_MS = 20_000;

/** Errors that pass; any other says that the token or the app has to be looked at. */
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
 * One connection to Slack, opened again for ever when it is lost. The socket client's own way of doing so ends in
 * silence, or in a rejection that nobody waits for, when Slack answers a reconnect with an error or not at all, and it
 * goes on after it was told to disconnect. `client` has `autoReconnectEnabled: false` and a web client that tries once;
 * `closing` ends a question to Slack that is under way.
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
  // The client goes on connecting although it was told to disconnect while it asked for an address.
  client.on('connecting', () => {
    if (signal.aborted) setImmediate(() => void client.disconnect());
  });

  /** Resolves when the connection is closed on both ends: a second one beside it would be taken for it. */
  const lost = () =>
    new Promise<void>((resolve) => {
      if (isUp) client.once('disconnected', () => resolve());
      else resolve();
    });

  /** Attempts since a connection was last stable. */
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
    // Between the last word of one end and that of the other nothing arrives.
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
      // Slack's greeting may have come at the very moment.
      if (isUp) await client.disconnect();
    },
  };
}

/** Opens a connection and waits for Slack's greeting. @throws what kept it from being opened */
async function connectOnce(client: SocketClient, sleep: Clock['sleep'], signal: AbortSignal): Promise<void> {
  const greeted = new AbortController();
  let isLate = false;
  const late = sleep(HELLO_TIMEOUT_MS, AbortSignal.any([signal, greeted.signal])).then(
    async () => {
      isLate = true;
      await client.disconnect();
    },
    // A greeting came, or nobody wants one any more: then what is half open is closed too.
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

/** Exponential backoff with jitter, so that many processes do not come back at the same moment. */
export function delayAfter(attempts: number): number {
  const delay = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(attempts - 1, 10));
  return delay * (0.5 + Math.random() / 2);
}

/** Whether Slack said no for good; anything else may pass. */
export function isRefusal(error: unknown): boolean {
  const code = slackErrorCode(error);
  return code !== undefined && !TRANSIENT.has(code);
}

function refusalOf(error: unknown): string {
  return `Slack refuses SLACK_APP_TOKEN (${causeOf(error)}): commands and clicks do not arrive until it is accepted again, or the bot is started with another; digests do not need it, and are posted as long as Slack accepts SLACK_BOT_TOKEN`;
}
