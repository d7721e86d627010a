import { ErrorCode, LogLevel, WebClient } from '@slack/web-api';
import type { Message, Rendering } from '../views/message.ts';

/** How a post ended. `rejected`: Slack said no, nothing is in the channel. `unclear`: nobody knows. */
export type PostOutcome =
  | { readonly kind: 'posted'; readonly ts: string }
  | { readonly kind: 'rateLimited'; readonly retryAfterMs: number }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'unclear'; readonly detail: string };

export interface Outbound {
  /**
   * Posts a message once. When Slack does not take the native blocks, the plainer renderings are tried in turn: a
   * digest in monospace is better than none.
   */
  post(
    channelId: string,
    render: (rendering: Rendering) => Message,
    fingerprint: string,
  ): Promise<PostOutcome>;
}

export interface OutboundOptions {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  /** Renderings to try, the best first. */
  readonly renderings: readonly Rendering[];
  /** How long one post may take, in milliseconds; 10 s when not set. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Said after something broke inside Slack, so the message may be there all the same. */
const BROKEN_INSIDE = new Set(['fatal_error', 'internal_error', 'service_unavailable']);
const BLOCKS_REFUSED = new Set(['invalid_blocks', 'invalid_blocks_format', 'msg_blocks_too_long']);

/** The only place that posts to channels. Its client never repeats a call: Slack has no key that would join doubles. */
export function createOutbound(options: OutboundOptions): Outbound {
  const client = new WebClient(options.botToken, {
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    timeout: options.timeoutMs ?? TIMEOUT_MS,
    allowAbsoluteUrls: false,
    // How a post ended is in the log of the bot, with its channel and day.
    logLevel: LogLevel.ERROR,
    ...(options.slackApiUrl === undefined ? {} : { slackApiUrl: options.slackApiUrl }),
  });

  const postOnce = async (channelId: string, message: Message, fingerprint: string): Promise<PostOutcome> => {
    try {
      const answer = await client.chat.postMessage({
        channel: channelId,
        text: message.text,
        blocks: message.blocks,
        metadata: { event_type: 'retail_data_digest', event_payload: { key: fingerprint } },
        unfurl_links: false,
        unfurl_media: false,
      });
      return answer.ts === undefined
        ? { kind: 'unclear', detail: 'Slack accepted the message without naming it' }
        : { kind: 'posted', ts: answer.ts };
    } catch (error) {
      return outcomeOf(error);
    }
  };

  return {
    async post(channelId, render, fingerprint) {
      let outcome: PostOutcome = { kind: 'rejected', code: 'no_rendering' };
      for (const rendering of options.renderings) {
        outcome = await postOnce(channelId, render(rendering), fingerprint);
        if (outcome.kind !== 'rejected' || !BLOCKS_REFUSED.has(outcome.code)) return outcome;
      }
      return outcome;
    },
  };
}

function outcomeOf(error: unknown): PostOutcome {
  if (!(error instanceof Error)) throw error;
  if (!('code' in error)) return { kind: 'unclear', detail: error.message };
  if (error.code === ErrorCode.RateLimitedError) {
    const seconds = 'retryAfter' in error ? Number(error.retryAfter) : Number.NaN;
    return { kind: 'rateLimited', retryAfterMs: (Number.isFinite(seconds) ? seconds : 30) * 1000 };
  }
  if (error.code === ErrorCode.PlatformError) {
    const code = platformCode(error);
    if (code === undefined) return { kind: 'unclear', detail: 'an answer that is not from Slack' };
    if (code === 'ratelimited') return { kind: 'rateLimited', retryAfterMs: 30_000 };
    return BROKEN_INSIDE.has(code) ? { kind: 'unclear', detail: code } : { kind: 'rejected', code };
  }
  return { kind: 'unclear', detail: String(error.code) };
}

/** The name of Slack's error; undefined for a page of some proxy, which the client hands over in its place. */
function platformCode(error: Error): string | undefined {
  const body = 'data' in error ? error.data : undefined;
  const code = typeof body === 'object' && body !== null && 'error' in body ? String(body.error) : '';
  return /^[a-z0-9_]+$/.test(code) ? code : undefined;
}
