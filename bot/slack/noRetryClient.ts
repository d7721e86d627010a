import { LogLevel, WebClient } from '@slack/web-api';

/** Slack's address and the bot's token. `slackApiUrl` is Slack's own when not set. */
export interface SlackAccess {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  /** `fetchWithoutRedirects` when not set. */
  readonly fetch?: typeof fetch;
}

/**
 * A client that makes each call once. By default, Slack's client repeats calls without an answer, which would post a
 * message twice, and delays every call when Slack asks one of them to wait.
 */
export function createNoRetryClient(access: SlackAccess, timeoutMs: number): WebClient {
  const { botToken, slackApiUrl } = access;
  return new WebClient(botToken, {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    allowAbsoluteUrls: false,
    // The bot's own log says how a call ended and what it was for.
    logLevel: LogLevel.ERROR,
    fetch: access.fetch ?? fetchWithoutRedirects,
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  });
}

/** Like `fetch`, but a redirect is an error: it would send data and tokens to another host. */
export const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });
