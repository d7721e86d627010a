import type { AnswerDates } from '../database/answerDates.ts';
import { slackErrorCode } from './errors.ts';
import { fetchWithoutRedirects } from './noRetryClient.ts';

/** What Slack must answer or accept: each call, the first sign-in, the socket, and the token. */
export type SlackPart = 'calls' | 'signIn' | 'socket' | 'token';

/** Notified whenever Slack was reached, or could not be reached and why. */
export interface SlackReach {
  failed(part: SlackPart, cause: string): void;
  works(part: SlackPart): void;
}

/** Ignores all reports. */
export const UNWATCHED: SlackReach = { failed: () => {}, works: () => {} };

/**
 * Like `fetch`, without redirects. Reports to `reach` how each call went, and to `dates` the time in answers of
 * `apiHost`, the host of Slack's Web API. File uploads go to other hosts.
 */
export function createSlackFetch(reach: SlackReach, dates: AnswerDates, apiHost: string): typeof fetch {
  return async (input, init) => {
    const sentAt = dates.tick();
    try {
      const response = await fetchWithoutRedirects(input, init);
      const { headers } = response;
      // A page that isn't JSON may come from a proxy, whose clock may differ.
      const isApi = new URL(response.url).host === apiHost;
      if (isApi && headers.get('content-type')?.includes('json') === true) {
        dates.heard('slack', { date: headers.get('date'), age: headers.get('age') }, sentAt);
      }
      if (response.status >= 500) reach.failed('calls', `it answers with status ${response.status}`);
      else reach.works('calls');
      return response;
    } catch (error) {
      reach.failed('calls', causeOf(error));
      throw error;
    }
  };
}

/** Why a call to Slack failed, in a few words: Slack's code, the connection's code, or the message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = slackErrorCode(error);
  if (code !== undefined) return code;
  // Errors of Slack's clients wrap what they got.
  if ('original' in error && error.original instanceof Error) return causeOf(error.original);
  if ('statusCode' in error) return `it answers with status ${error.statusCode}`;
  const proxy = /Proxy response \((\d+)\)/.exec(error.message);
  if (proxy !== null) return `the proxy answers with status ${proxy[1]}`;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  // fetch's own message says only that it failed.
  if (error.cause instanceof Error) return causeOf(error.cause);
  // A DOMException's code is a number that says nothing.
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message;
}
