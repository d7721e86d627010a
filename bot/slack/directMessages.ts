import { refusalCodeOf } from './errorCode.ts';
import { errorClassOf } from './errors.ts';
import type { Message, Rendering } from './message.ts';
import { createSingleTryClient } from './noRetryClient.ts';
import type { TakenRenderings } from './supportedRenderings.ts';

/** Messages to one person, where there is no address to answer at. */
export interface DirectMessages {
  /** Sends it once, in the best rendering that the workspace takes. @throws what Slack said instead */
  send(teamId: string, userId: string, render: (rendering: Rendering) => Message): Promise<void>;
}

export interface DirectMessageOptions {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
  readonly taken: TakenRenderings;
}

const TIMEOUT_MS = 10_000;

/** A client of its own that repeats nothing: Slack has no key that would join doubles. */
export function createDirectMessages({ taken, ...options }: DirectMessageOptions): DirectMessages {
  const client = createSingleTryClient(options, TIMEOUT_MS);
  return {
    async send(teamId, userId, render) {
      const refused: Rendering[] = [];
      let refusal: unknown;
      for (const rendering of taken.of(teamId)) {
        const { text, blocks } = render(rendering);
        try {
          await client.chat.postMessage({
            channel: userId,
            text,
            blocks,
            unfurl_links: false,
            unfurl_media: false,
          });
          if (refused.length > 0) taken.refused(teamId, refused);
          return;
        } catch (error) {
          const code = refusalCodeOf(error);
          if (code === undefined || errorClassOf(code) !== 'degrade') throw error;
          refused.push(rendering);
          refusal = error;
        }
      }
      throw refusal;
    },
  };
}
