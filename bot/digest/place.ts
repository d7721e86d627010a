import type { Actor } from '../access/actor.ts';
import { ParseError } from '../parse/parseError.ts';
import { contentOf } from './key.ts';
import type { DigestKinds } from './kind.ts';
import { ALL, BOTH, type DigestPlace, type DigestQuestion, VERBS_OF_BOTH } from './question.ts';
import type { ChannelDigest, SubscriptionPlace } from './subscription.ts';
import { digestWords } from './words/words.ts';

/** A question about the digests of one channel. */
export type AskedOfDigest = Exclude<DigestQuestion, { kind: 'form' | 'help' | 'list' }>;

/** A command to copy, about the same channel and kind. */
export function commandAbout(place: DigestPlace, verb: string, kind: string, kinds: DigestKinds): string {
  const of = place.content === undefined && kind === kinds.contents[0] ? '' : ` ${kind}`;
  return `/digest ${verb}${channelIn(place)}${of}`;
}

function channelIn({ channelId }: DigestPlace): string {
  return channelId === undefined ? '' : ` <#${channelId}>`;
}

function untilOf(asked: AskedOfDigest): string {
  return asked.kind === 'pause' ? ` until ${asked.until}` : '';
}

/** The named channel, or else the one it was typed in. @throws ParseError when there is neither */
export function channelOf(actor: Actor, asked: AskedOfDigest): string {
  if (asked.channelId !== undefined) return asked.channelId;
  if (actor.place.kind === 'channel') return actor.place.channelId;
  throw new ParseError(
    (t) => digestWords(t).commands.noChannel,
    `/digest ${asked.kind} #channel${asked.content === undefined ? '' : ` ${asked.content}`}${untilOf(asked)}`,
  );
}

/** The named digests, or else the only one of the channel. @throws ParseError when there are several */
export function chosenOf(
  digests: readonly ChannelDigest[],
  asked: AskedOfDigest,
  kinds: DigestKinds,
): readonly [string, ...string[]] {
  const [only = kinds.contents[0], ...more] = contentsIn(digests, kinds);
  if (asked.content === BOTH) return [only, ...more];
  if (asked.content !== undefined) return [asked.content, ...(asked.also ?? [])];
  if (more.length > 0) {
    const contents = [only, ...more];
    const all = VERBS_OF_BOTH.has(asked.kind) ? ([more.length === 1 ? BOTH : ALL] as const) : [];
    const [first = '', ...others] = [...contents, ...all].map(
      (content) => `/digest ${asked.kind}${channelIn(asked)} ${content}${untilOf(asked)}`,
    );
    throw new ParseError(
      (t) => {
        const words = contents.map((content) => kinds.of(content).words(t));
        const typed = [...words.map((each) => each.typed), ...all.map((each) => digestWords(t).all[each])];
        return digestWords(t).commands.severalDigests(
          words.map(({ name }) => name),
          typed,
        );
      },
      first,
      others,
    );
  }
  return [only];
}

/** The contents of `digests`, each once. */
export function contentsIn(digests: readonly ChannelDigest[], { contents }: DigestKinds): string[] {
  return contents.filter((content) => digests.some(({ kind }) => contentOf(kind) === content));
}

/** The digest in the value of a button, "channel kind"; undefined for a kind that this process does not know. */
export function digestNamed(value: string, kinds: DigestKinds): NamedDigest | undefined {
  const [channelId = '', kind = ''] = value.split(' ');
  return kinds.find(kind) === undefined ? undefined : { channelId, kind };
}

export type NamedDigest = Pick<SubscriptionPlace, 'channelId' | 'kind'>;

export function placeOf(actor: Actor, channelId: string, kind: string): SubscriptionPlace {
  return { teamId: actor.teamId, channelId, kind };
}
