import { refusalCodeOf } from './errorCode.ts';
import { errorClassOf } from './errors.ts';
import type { Message, Rendering } from './message.ts';
import { createSingleTryClient } from './noRetryClient.ts';
import type { RenderingLadder } from './renderingLadder.ts';

/** Messages to one person, where there is no address to answer at. */
export interface DirectMessages {
  /** Sends it once, in the best rendering that the workspace takes. @throws what Slack said instead */
  send(teamId: string, userId: string, render: (rendering: Rendering) => Message): Promise<void>;
}

export interface DirectMessageOptions {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  readonly ladder: RenderingLadder;
}

const TIMEOUT_MS = 10_000;

/** A client of its own that repeats nothing: Slack has no key that would join doubles. */
export function createDirectMessages({ ladder, ...options }: DirectMessageOptions): DirectMessages {
  const client = createSingleTryClient(options, TIMEOUT_MS);
  return {
    async send(teamId, userId, render) {
      const sent = await ladder.climb(teamId, async (rendering) => {
        const { text, blocks } = render(rendering);
        try {
          await client.chat.postMessage({
            channel: userId,
            text,
            blocks,
            unfurl_links: false,
            unfurl_media: false,
          });
          return { result: undefined };
        } catch (error) {
          const code = refusalCodeOf(error);
          if (code === undefined || errorClassOf(code) !== 'degrade') throw error;
          return { refusal: error };
        }
      });
      if ('refusal' in sent) throw sent.refusal;
    },
  };
}
