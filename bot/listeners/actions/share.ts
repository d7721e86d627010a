import type { RespondFn } from '@slack/bolt';
import type { Actor } from '../../access/actor.ts';
import { mayShare } from '../../access/decide.ts';
import type { Directory } from '../../access/directory.ts';
import { LookupError } from '../../access/lookups.ts';
import { refusalOf } from '../../access/refusal.ts';
import { formatCommand } from '../../parser/formatCommand.ts';
import { LONGEST_COMMAND } from '../../parser/normalize.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor } from '../../questions/capabilities.ts';
import type { AccessPolicy } from '../../settings/accessPolicy.ts';
import type { Capability } from '../../settings/capability.ts';
import { context, escapeMrkdwn } from '../../slack/message.ts';
import { answerMessage } from '../../views/answer.ts';
import { figuresFor, type QuestionParts, readerFor } from '../commands/questions.ts';
import { ReplyRefused, ReplyUnclear, reply } from '../commands/replying.ts';

export type ShareDecision =
  | { readonly allowed: true }
  /** `sentence`: for the person who clicked, in mrkdwn. */
  | { readonly allowed: false; readonly sentence: string };

/** May what this person sees be shown to everybody in the channel? Looked up again for every click. */
export type MayShare = (actor: Actor, capability: Capability) => Promise<ShareDecision>;

export interface ShareParts extends QuestionParts {
  readonly mayShare: MayShare;
}

/** Shows an answer to the whole channel, once; gives what the person who clicked is told. */
export async function shareAnswer(
  parts: ShareParts,
  actor: Actor,
  { id, question }: { readonly id: string; readonly question: FiguresQuestion },
  respond: RespondFn,
): Promise<string> {
  // The directory of stores is nobody's figures, but the channel may still be one that others read.
  const needed = question.command === 'stores' ? (['view_stock'] as const) : capabilitiesFor(question);
  for (const capability of needed) {
    const decision = await parts.mayShare(actor, capability);
    if (!decision.allowed) return decision.sentence;
  }
  const figures = await figuresFor(parts, actor, question);
  if (figures === undefined) return 'There is no stock to share yet.';
  if (actor.place.kind !== 'channel') return 'There is no channel here to share it in.';
  const claim = await parts.questions.claimShare(id, actor.place.channelId);
  if (claim.kind === 'arrived') return 'This was shared a moment ago; it is in the channel already.';
  if (claim.kind === 'unclear') {
    return 'This was sent to the channel a moment ago, and Slack has not said whether it arrived. Look there first; it can be shared again in a minute.';
  }
  const reader = readerFor(parts, actor);
  try {
    await reply(
      parts.ladder,
      actor.teamId,
      respond,
      (rendering) => {
        const { text, blocks } = answerMessage(figures, { ...reader, rendering });
        return { text, blocks: [...blocks, context(sharedBy(actor, question))] };
      },
      { kind: 'channel' },
    );
  } catch (error) {
    if (error instanceof ReplyUnclear) {
      parts.log.warn({ err: error }, 'nobody knows whether a shared answer arrived');
      return 'Slack did not say whether the answer arrived in the channel; it may be there. Look there before you share it again, which works in a minute.';
    }
    await claim.giveBack();
    if (!(error instanceof ReplyRefused)) throw error;
    parts.log.warn({ err: error }, 'an answer could not be shared');
    return 'Slack did not take the answer for this channel, so it is not there. Type the command again and share that answer.';
  }
  await claim.confirm();
  return 'Shared in this channel.';
}

function sharedBy({ person }: Actor, question: FiguresQuestion): string {
  return `Shared by <@${person.userId}> · \`${escapeMrkdwn(formatCommand(question), LONGEST_COMMAND)}\``;
}

/** Who it is and what the channel is are looked up again: both may have changed since the answer was given. */
export function shareByPolicy(people: Directory, policy: AccessPolicy): MayShare {
  return async ({ person, place }, capability) => {
    try {
      const [now, here] = await Promise.all([
        people.person(person.userId),
        people.place(place.channelId, person.userId),
      ]);
      return mayShare({ person: now, place: here }, capability, policy);
    } catch (error) {
      if (error instanceof LookupError) return { allowed: false, sentence: refusalOf(error).message };
      throw error;
    }
  };
}
