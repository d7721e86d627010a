import type { RespondFn } from '@slack/bolt';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../../access/actor.ts';
import { mayShare } from '../../access/decide.ts';
import type { Directory } from '../../access/directory.ts';
import { LookupError } from '../../access/lookups.ts';
import { refusalOf } from '../../access/refusal.ts';
import type { Worded } from '../../language/language.ts';
import { formatCommand } from '../../parser/formatCommand.ts';
import { LONGEST_SHOWN } from '../../parser/normalize.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import { capabilitiesFor } from '../../questions/capabilities.ts';
import type { AccessPolicy } from '../../settings/accessPolicy.ts';
import type { RequiredCapability } from '../../settings/capability.ts';
import { context, escapeMrkdwn } from '../../slack/message.ts';
import type { RenderingLadder } from '../../slack/renderingLadder.ts';
import { answerMessage } from '../../views/answer.ts';
import type { Render } from './answering.ts';
import type { Questions } from './questions.ts';
import type { ReaderFor } from './readerFor.ts';
import { ReplyRefused, ReplyUnclear, reply } from './replying.ts';

export type ShareDecision =
  | { readonly allowed: true }
  /** `sentence`: for the person who clicked, in mrkdwn. */
  | { readonly allowed: false; readonly sentence: Worded };

/** May what this person sees be shown to everybody in the channel? Looked up again for every click. */
export type MayShare = (actor: Actor, needs: RequiredCapability) => Promise<ShareDecision>;

/** Shows an answer to the whole channel, once a minute; gives what the person who clicked is told. */
export type ShareAnswer = (actor: Actor, question: FiguresQuestion, respond: RespondFn) => Promise<string>;

interface Share {
  readonly at: number;
  arrived: boolean;
}

/** A second click on "Share" within that time shows nothing twice. */
const SHARE_PAUSE_MS = 60_000;
const MOST_SHARES = 1_000;

export interface ShareAnswerOptions {
  readonly questions: Pick<Questions, 'figures'>;
  readonly readerFor: ReaderFor;
  readonly clock: Pick<Clock, 'now'>;
  readonly mayShare: MayShare;
  readonly ladder: RenderingLadder;
  readonly log: Logger;
}

export function createShareAnswer(options: ShareAnswerOptions): ShareAnswer {
  const { questions, readerFor, clock, mayShare, ladder, log } = options;
  /** What was shared, and whether Slack has said that it is in the channel. */
  const shares = new LRUCache<string, Share>({ max: MOST_SHARES });
  return async (actor, question, respond) => {
    const { t } = actor.language;
    const { share } = t.replies;
    // The channel may be one that others read, also where the question itself needs no capability.
    for (const needs of ['member', ...capabilitiesFor(question)] as const) {
      const decision = await mayShare(actor, needs);
      if (!decision.allowed) return decision.sentence(t);
    }
    const figures = await questions.figures(actor, question);
    if (figures === undefined) return share.noStock;
    if (actor.place.kind !== 'channel') return share.noChannel;
    const written = formatCommand(question);
    const key = [actor.place.channelId, actor.person.userId, written].join(' ');
    const before = shares.get(key);
    if (before !== undefined && clock.now() - before.at < SHARE_PAUSE_MS) {
      return before.arrived ? share.already : share.underWay;
    }
    const mine: Share = { at: clock.now(), arrived: false };
    shares.set(key, mine);
    const command = escapeMrkdwn(t.common.command(written), LONGEST_SHOWN);
    const render: Render = (rendering) => {
      const { text, blocks } = answerMessage(figures, readerFor(actor, rendering));
      return { text, blocks: [...blocks, context(share.by(actor.person.userId, command))] };
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
  };
}

/** Who it is and what the channel is are looked up again: both may have changed since the answer was given. */
export function shareByPolicy(people: Directory, policy: AccessPolicy): MayShare {
  return async ({ person, place }, needs) => {
    try {
      const [now, here] = await Promise.all([
        people.person(person.userId),
        people.place(place.channelId, person.userId),
      ]);
      return mayShare({ person: now, place: here }, needs, policy);
    } catch (error) {
      if (error instanceof LookupError) return { allowed: false, sentence: refusalOf(error).sentence };
      throw error;
    }
  };
}
