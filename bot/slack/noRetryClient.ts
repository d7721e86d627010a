import { LogLevel, WebClient } from '@slack/web-api';

/** Where Slack is and as whom; `slackApiUrl` is Slack's own when not set. */
export interface SlackAccess {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  /** Without redirects; the plain one when not set. */
  readonly fetch?: typeof fetch;
}

/**
 * A client that makes each call once. Slack's own repeats whatever it has no answer to, and a message would come twice;
 * and it holds back every call for a pause that Slack asked of one.
 */
export function createNoRetryClient(access: SlackAccess, timeoutMs: number): WebClient {
  const { botToken, slackApiUrl } = access;
  return new WebClient(botToken, {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: timeoutMs,
    allowAbsoluteUrls: false,
    // How a call ended is in the log of the bot, with what it was about.
    logLevel: LogLevel.ERROR,
    fetch: access.fetch ?? fetchWithoutRedirects,
    ...(slackApiUrl === undefined ? {} : { slackApiUrl }),
  });
}

/** As fetch, but a redirect is an error: it would carry figures and tokens to another host. */
export const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });
