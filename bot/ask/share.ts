import type { RespondFn } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import { mayShare } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import { LookupError } from '../access/lookups.ts';
import { refusalOf } from '../access/refusal.ts';
import type { Worded } from '../language/language.ts';
import type { AccessPolicy, Capability } from '../settings/accessPolicy.ts';
import { context, escapeMrkdwn, type Render } from '../slack/message.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { Askable } from './asking.ts';
import type { Commands } from './commands.ts';
import { LONGEST_SHOWN } from './parseCommand.ts';
import { answerFor } from './questions.ts';
import { type ReaderFor, ReplyRefused, ReplyUnclear, reply } from './replies.ts';
import { askWords } from './words/words.ts';

/** A second click on "Share" within this time shares nothing. */
const SHARE_PAUSE_MS = 60_000;
const MAX_SHARES = 1_000;

/** Answers shared within SHARE_PAUSE_MS, and whether Slack has confirmed each. */
type Shares = LRUCache<string, { arrived: boolean }>;

export function createShares(clock: Pick<Clock, 'now'>): Shares {
  // lru-cache keeps an entry for one millisecond more than its ttl.
  return new LRUCache({ max: MAX_SHARES, ttl: SHARE_PAUSE_MS - 1, ttlResolution: 0, perf: clock });
}

/** Shows an answer to the whole channel, once per SHARE_PAUSE_MS. Gives a sentence with the result for the person. */
export async function shareAnswer(
  actor: Actor,
  question: Askable,
  command: string,
  respond: RespondFn,
  shares: Shares,
  parts: {
    readonly commands: Pick<Commands, 'say'>;
    readonly readerFor: ReaderFor;
    readonly people: Pick<Directory, 'person' | 'place'>;
    readonly policy: AccessPolicy;
    readonly ladder: RenderingLadder;
    readonly log: Logger;
  },
): Promise<string> {
  const { commands, readerFor, people, policy, ladder, log } = parts;
  const { t } = actor.language;
  const { share } = askWords(t);
  const refusal = await refusalToShare(actor, question.needs, people, policy);
  if (refusal !== undefined) return refusal(t);
  const answer = await answerFor(actor, question);
  if (actor.place.kind !== 'channel') return share.noChannel;
  const written = question.command ?? command;
  const key = [actor.place.channelId, actor.person.userId, written].join(' ');
  const before = shares.get(key);
  if (before !== undefined) return before.arrived ? share.already : share.underWay;
  const mine = { arrived: false };
  shares.set(key, mine);
  const shown = escapeMrkdwn(commands.say(written, t), LONGEST_SHOWN);
  const render: Render = (rendering) => {
    const { text, blocks } = answer.view(readerFor(actor, rendering));
    return { text, blocks: [...blocks, context(share.by(actor.person.userId, shown))] };
  };
  try {
    await reply(ladder, actor.teamId, respond, render, { kind: 'channel' });
  } catch (error) {
    if (error instanceof ReplyUnclear) {
      log.warn({ err: error }, 'nobody knows whether a shared answer arrived');
      return share.unclear;
    }
    shares.delete(key);
    if (!(error instanceof ReplyRefused)) throw error;
    log.warn({ err: error }, 'an answer could not be shared');
    return share.refused;
  }
  mine.arrived = true;
  return share.done;
}

/**
 * Why the answer may not be shown to everybody in the channel; undefined when it may. Looks up the person and the
 * channel again, because both may have changed since the answer.
 */
export async function refusalToShare(
  { person, place }: Actor,
  needs: readonly Capability[],
  people: Pick<Directory, 'person' | 'place'>,
  policy: AccessPolicy,
): Promise<Worded | undefined> {
  try {
    const [now, here] = await Promise.all([
      people.person(person.userId),
      people.place(place.channelId, person.userId),
    ]);
    // Even a question that needs no capability must not be shared in a channel that outsiders read.
    const decisions = (['member', ...needs] as const).map((need) =>
      mayShare({ person: now, place: here }, need, policy),
    );
    return decisions.find((decision) => !decision.allowed)?.sentence;
  } catch (error) {
    if (error instanceof LookupError) return refusalOf(error).sentence;
    throw error;
  }
}
