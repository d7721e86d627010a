import type { ReadDigest } from '../../digest/readDigest.ts';
import { type DigestSource, type DigestSources, SOURCE_DAYS } from '../../digest/sources.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render } from '../answers/answering.ts';
import type { Questions } from '../answers/questions.ts';
import type { DigestFormParts } from '../digests/digestForm.ts';
import { isSeenBy, requireIn, viewOf } from '../digests/digestPlace.ts';
import { type ActionArgs, actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';

export interface DigestActionParts extends DigestFormParts {
  readonly sources: DigestSources;
  readonly read: ReadDigest;
  readonly answer: Questions['answer'];
}

/** A button below a digest; what it brings is for whoever clicked alone. */
export function digestAction(
  parts: DigestActionParts,
  actionId: string,
  work: (args: ActionArgs, source: DigestSource) => Promise<Render>,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const args = actionArgs(clicked);
    const { actor, respond } = args;
    if (respond === undefined) return;
    await parts.replies.answerTo({ what: actionId, actor, respond, isClick: true }, async () => {
      const source = await sourceOf(parts, args);
      if (source === undefined) return sentence(EXPIRED);
      await requireIn(parts, actor, source.channelId, [viewOf(source.content)]);
      return work(args, source);
    });
  };
}

/** Undefined as well when the digest is of a private channel that the person is not in. */
export async function sourceOf(
  parts: DigestActionParts,
  { actor, value }: ActionArgs,
): Promise<DigestSource | undefined> {
  const source = await parts.sources.find(actor.teamId, value);
  return source !== undefined && (await isSeenBy(parts, actor, source.channelId)) ? source : undefined;
}

function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

const EXPIRED = `This button has expired; those of digests work for ${SOURCE_DAYS} days, for whoever is in the channel. \`/digest preview\` shows the newest figures.`;
