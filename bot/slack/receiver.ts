import { type Logger as BoltLogger, HTTPReceiver } from '@slack/bolt';
import { ReplayedRequest } from './acknowledgingApp.ts';
import { SIGNATURE } from './replays.ts';

export interface SignedReceiverOptions {
  readonly signingSecret: string;
  readonly logger: BoltLogger;
  /** The time by which Slack dates its requests; that of this machine, not of a demo. */
  readonly now: () => number;
}

const MAX_CLOCK_SKEW_S = 300;
const UNAUTHORIZED = 401;

/**
 * Takes signed requests over HTTP. Bolt checks the signature and refuses what is old; here a request from the future is
 * refused too, since it would stay good for longer than repeats are remembered.
 */
export function createSignedReceiver({ signingSecret, logger, now }: SignedReceiverOptions): HTTPReceiver {
  const receiver = new HTTPReceiver({
    signingSecret,
    logger,
    customPropertiesExtractor: ({ headers }) => ({ [SIGNATURE]: headers['x-slack-signature'] }),
    processEventErrorHandler: async ({ error, response }) => {
      response.writeHead(error instanceof ReplayedRequest ? UNAUTHORIZED : 500).end();
      logger.warn(`a request was refused: ${error.message}`);
      return false;
    },
    unhandledRequestHandler: ({ response }) => {
      if (!response.writableEnded) response.writeHead(404).end();
    },
  });
  const listener = receiver.requestListener;
  receiver.requestListener = (request, response) => {
    const sentAt = Number(request.headers['x-slack-request-timestamp']);
    // Without a date there is no signature either, which Bolt refuses by itself.
    if (Number.isFinite(sentAt) && Math.abs(now() / 1000 - sentAt) > MAX_CLOCK_SKEW_S) {
      logger.warn(`a request dated ${Math.round(sentAt - now() / 1000)} s off was refused`);
      request.resume();
      response.writeHead(UNAUTHORIZED).end();
      return;
    }
    listener(request, response);
  };
  return receiver;
}
