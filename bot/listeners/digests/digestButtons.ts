import { type DigestSource, type DigestSources, SOURCE_DAYS } from '../../digest/sources.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render, Replies } from '../answers/answering.ts';
import { type ActionArgs, actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { DigestAccess } from './digestAccess.ts';
import { viewOf } from './digestPlace.ts';

/** The buttons below digests. */
export interface DigestButtons {
  /** The callback of a button whose answer is for whoever clicked alone. */
  answering(
    actionId: string,
    work: (args: ActionArgs, source: DigestSource) => Promise<Render>,
  ): (clicked: BoltAction) => Promise<void>;
  /** Undefined as well when the digest is of a private channel that the person is not in. */
  sourceOf(clicked: ActionArgs): Promise<DigestSource | undefined>;
}

export function createDigestButtons(
  replies: Replies,
  sources: Pick<DigestSources, 'find'>,
  access: DigestAccess,
): DigestButtons {
  async function sourceOf({ actor, value }: ActionArgs): Promise<DigestSource | undefined> {
    const source = await sources.find(actor.teamId, value);
    if (source === undefined) return undefined;
    return (await access.isAllowedIn(actor, source.channelId, [])) ? source : undefined;
  }
  return {
    sourceOf,
    answering: (actionId, work) => async (clicked) => {
      const args = actionArgs(clicked);
      const { actor, respond } = args;
      if (respond === undefined) return;
      await replies.answerTo({ what: actionId, actor, respond, isClick: true }, async () => {
        const source = await sourceOf(args);
        if (source === undefined) {
          const { t } = actor.language;
          return () => sentenceMessage(t.digest.commands.buttonExpired(SOURCE_DAYS));
        }
        await access.requireIn(actor, source.channelId, [viewOf(source.content)]);
        return work(args, source);
      });
    },
  };
}
