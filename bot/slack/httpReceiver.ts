import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  type App,
  type Logger as BoltLogger,
  defaultBodyLimit,
  HTTPResponseAck,
  HTTPModuleFunctions as http,
  isRawBodyError,
  type Receiver,
} from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import { isRecord } from 'retail-data-client/operations/fields';

const PATH = '/slack/events';
/** One line for all that were refused in this time: a scanner posts thousands of requests. */
const WARN_EVERY_MS = 10 * 60_000;

/**
 * Receives what Slack signs. Bolt's own receiver ends the process at a signed `null`, and warns of each request that
 * isn't signed.
 */
export function createHttpReceiver(
  signingSecret: string,
  boltLogger: BoltLogger,
  log: Logger,
  { now }: Pick<Clock, 'now'>,
): Receiver {
  let app: App | undefined;
  let server: Server | undefined;
  let warnedAt = Number.NEGATIVE_INFINITY;
  let refused = 0;

  const refuse = (response: ServerResponse, status: number, error: unknown) => {
    http.buildNoBodyResponse(response, status);
    refused += 1;
    // `Math.abs`, so that a clock that was set back keeps no line back.
    if (Math.abs(now() - warnedAt) < WARN_EVERY_MS) return;
    warnedAt = now();
    const cause = error instanceof Error ? error.message : String(error);
    log.warn({ status, cause, requests: refused }, 'requests that Slack did not sign are refused');
    refused = 0;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST' || request.url?.split('?')[0] !== PATH) {
      http.buildNoBodyResponse(response, 404);
      return;
    }
    const signed = await http
      .parseAndVerifyHTTPRequest({ signingSecret, bodyLimit: defaultBodyLimit }, request)
      .catch((error) => {
        refuse(response, isRawBodyError(error) && error.type === 'entity.too.large' ? 413 : 401, error);
      });
    if (signed === undefined) return;
    let parsed: unknown;
    try {
      parsed = http.parseHTTPRequestBody(signed);
    } catch (error) {
      refuse(response, 400, error);
      return;
    }
    const body = isRecord(parsed) ? Object.fromEntries(Object.entries(parsed)) : {};
    if (body.ssl_check === '1') return http.buildSSLCheckResponse(response);
    if (body.type === 'url_verification') return http.buildUrlVerificationResponse(response, body);
    const ack = new HTTPResponseAck({
      logger: boltLogger,
      processBeforeResponse: false,
      httpRequest: signed,
      httpRequestBody: body,
      httpResponse: response,
    });
    const retryNum = http.extractRetryNumFromHTTPRequest(request);
    const retryReason = http.extractRetryReasonFromHTTPRequest(request);
    await app?.processEvent({
      body,
      ack: ack.bind(),
      ...(retryNum === undefined ? {} : { retryNum }),
      ...(retryReason === undefined ? {} : { retryReason }),
    });
  };

  return {
    init(of) {
      app = of;
    },
    start(port: number) {
      const listening = createServer((request, response) => {
        answer(request, response).catch((error) => {
          log.error({ err: error }, 'something came from Slack that could not be read');
          response.destroy();
        });
      });
      server = listening;
      return new Promise((resolve, reject) => {
        listening.on('error', reject);
        listening.listen(port, () => resolve(listening));
      });
    },
    stop: () =>
      new Promise<void>((resolve, reject) => {
        if (server === undefined) resolve();
        else server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}
