import type { Actor } from '../access/actor.ts';
import { DIGEST_KINDS, type DigestKind } from '../database/tables/digest.ts';
import { ParseError } from '../parse/parseError.ts';
import type { Capability } from '../settings/capability.ts';
import { type DigestPlace, type DigestQuestion, VERBS_OF_BOTH } from './question.ts';
import type { ChannelDigest, SubscriptionPlace } from './subscription.ts';

/** The right that the figures of a digest ask for. */
export function viewOf(content: DigestKind): Capability {
  return content === 'stock' ? 'view_stock' : 'view_sales';
}

/** What is asked of one digest. */
export type AskedOfDigest = Exclude<DigestQuestion, { kind: 'form' | 'help' | 'list' }>;

/** A command to copy. Without the channel that was named it would be about another. */
export function commandAbout(place: DigestPlace, verb: string, kind: DigestKind): string {
  const of = place.content === undefined && kind === 'stock' ? '' : ` ${kind}`;
  return `/digest ${verb}${channelIn(place)}${of}`;
}

function channelIn({ channelId }: DigestPlace): string {
  return channelId === undefined ? '' : ` <#${channelId}>`;
}

function untilOf(asked: AskedOfDigest): string {
  return asked.kind === 'pause' ? ` until ${asked.until}` : '';
}

/** The channel that is meant: the one that was named, else the one it was typed in. @throws ParseError */
export function channelOf(actor: Actor, asked: AskedOfDigest): string {
  if (asked.channelId !== undefined) return asked.channelId;
  if (actor.place.kind === 'channel') return actor.place.channelId;
  throw new ParseError(
    (t) => t.digest.commands.noChannel,
    `/digest ${asked.kind} #channel${asked.content === undefined ? '' : ` ${asked.content}`}${untilOf(asked)}`,
  );
}

/** The digests that are meant: those that were named, else the only one of the channel. @throws ParseError */
export function chosenOf(
  digests: readonly ChannelDigest[],
  asked: AskedOfDigest,
): readonly [DigestKind, ...DigestKind[]] {
  const [only = 'stock', ...more] = kindsOf(digests);
  if (asked.content === 'both') return [only, ...more];
  if (asked.content !== undefined) return [asked.content];
  if (more.length > 0) {
    const takesBoth = VERBS_OF_BOTH.has(asked.kind);
    const [first = '', ...others] = [...DIGEST_KINDS, ...(takesBoth ? ['both'] : [])].map(
      (content) => `/digest ${asked.kind}${channelIn(asked)} ${content}${untilOf(asked)}`,
    );
    throw new ParseError((t) => t.digest.commands.twoDigests(takesBoth), first, others);
  }
  return [only];
}

/** What the digests of a channel are of. */
export function kindsOf(digests: readonly ChannelDigest[]): DigestKind[] {
  return DIGEST_KINDS.filter((kind) => digests.some((digest) => digest.kind === kind));
}

/** The digest that the value of a button names: its channel and what it is of. */
export function digestNamed(
  value: string,
): { readonly channelId: string; readonly content: DigestKind } | undefined {
  const [channelId = '', kind] = value.split(' ');
  const content = DIGEST_KINDS.find((each) => each === kind);
  return content === undefined ? undefined : { channelId, content };
}

export function placeOf(actor: Actor, channelId: string, kind: DigestKind): SubscriptionPlace {
  return { teamId: actor.teamId, channelId, kind };
}
