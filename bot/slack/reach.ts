import { ErrorCode } from '@slack/web-api';
import type { AnswerDates } from '../database/answerDates.ts';
import { slackErrorCode } from './errors.ts';
import { fetchWithoutRedirects } from './noRetryClient.ts';

/** What Slack has to do or take: each call, the first sign-in, the socket, and the token. */
export type SlackPart = 'calls' | 'signIn' | 'socket' | 'token';

/** Told whenever Slack was reached, or was not and why. */
export interface SlackReach {
  failed(part: SlackPart, cause: string): void;
  works(part: SlackPart): void;
}

/** Tells nobody. */
export const UNWATCHED: SlackReach = { failed: () => {}, works: () => {} };

/**
 * As fetch, without redirects, and tells how each call went and what time Slack says it is: `apiHost`, where its Web API
 * is. Files go elsewhere.
 */
export function createSlackFetch(reach: SlackReach, dates: AnswerDates, apiHost: string): typeof fetch {
  return async (input, init) => {
    const sentAt = dates.tick();
    try {
      const response = await fetchWithoutRedirects(input, init);
      const { headers } = response;
      // A page is of some proxy on the way, which has a clock of its own.
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

/** Why a call to Slack failed, in a few words: its own code, that of the connection, or the message. */
export function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  const code = slackErrorCode(error);
  if (code !== undefined) return code;
  if ('code' in error && error.code === ErrorCode.RequestError && 'original' in error) {
    return causeOf(error.original);
  }
  if ('statusCode' in error) return `it answers with status ${error.statusCode}`;
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no answer in time';
  // fetch says only that it failed.
  if (error.cause instanceof Error) return causeOf(error.cause);
  return 'code' in error ? String(error.code) : error.message;
}
