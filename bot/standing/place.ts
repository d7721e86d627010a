import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import { ParseError } from '../parse/parseError.ts';
import { inQuotes } from '../parse/tokenizer.ts';
import { isPerson } from '../slack/messages.ts';
import { contentOf, QUESTION } from './key.ts';
import { PRESETS, USUAL } from './presets.ts';
import { ALL, type DigestPlace, type DigestQuestion, VERBS_OF_ALL } from './question.ts';
import type { ChannelDigest, DigestName, SubscriptionPlace } from './subscription.ts';
import { digestWords, presetWords } from './words/words.ts';

/** A question about the digests of one channel. */
export type AskedOfDigest = Exclude<DigestQuestion, { kind: 'form' | 'help' | 'list' }>;

/** A command to copy, about the same channel and the digest of `kind`. */
export function commandAbout(
  place: DigestPlace,
  verb: string,
  { kind, name }: DigestName & Pick<SubscriptionPlace, 'kind'>,
): string {
  const typed = name === undefined ? contentOf(kind) : inQuotes(name);
  const of = place.content === undefined && kind === USUAL.content ? '' : ` ${typed}`;
  return `/digest ${verb}${channelIn(place)}${of}`;
}

function channelIn({ channelId }: DigestPlace): string {
  return channelId === undefined || isPerson(channelId) ? '' : ` <#${channelId}>`;
}

function untilOf(asked: AskedOfDigest): string {
  return asked.kind === 'pause' ? ` until ${asked.until}` : '';
}

/**
 * The channel that a command was typed in, or the person's id in direct messages with the app. Undefined in those with
 * others.
 */
export async function placeHere(
  { place, person: { userId } }: Pick<Actor, 'place' | 'person'>,
  people: Pick<Directory, 'isWithApp'>,
): Promise<string | undefined> {
  if (place.kind === 'channel') return place.channelId;
  return (await people.isWithApp(place, userId)) ? userId : undefined;
}

/** The named channel, or else the place it was typed in. @throws ParseError when there is neither */
export async function channelOf(
  actor: Actor,
  asked: AskedOfDigest,
  people: Pick<Directory, 'isWithApp'>,
): Promise<string> {
  const channelId = asked.channelId ?? (await placeHere(actor, people));
  if (channelId !== undefined) return channelId;
  throw new ParseError(
    (t) => digestWords(t).commands.noChannel,
    `/digest ${asked.kind} #channel${asked.content === undefined ? '' : ` ${asked.content}`}${untilOf(asked)}`,
  );
}

/** The named digests, or else the only one of the channel. @throws ParseError when there are several */
export function chosenOf(
  digests: readonly ChannelDigest[],
  asked: AskedOfDigest,
): readonly [string, ...string[]] {
  const firsts = contentsIn(digests).flatMap((content) => digests.filter(({ kind }) => kind === content));
  const all = [...firsts, ...digests.filter((digest) => !firsts.includes(digest))];
  const [only, ...more] = all;
  const { content } = asked;
  if (content === ALL) return [only?.kind ?? USUAL.content, ...more.map(({ kind }) => kind)];
  const isThere = content === undefined || all.some(({ kind }) => kind === content);
  const meant = all.filter(({ kind }) => content === undefined || contentOf(kind) === content);
  // A preset is its first digest. Where there are only further ones, their names are asked for.
  if (isThere ? content === undefined && more.length > 0 : meant.length > 0) throw several(meant, asked);
  return [content ?? only?.kind ?? USUAL.content, ...(asked.also ?? [])];
}

/** Asks which one of several digests is meant. */
function several(digests: readonly ChannelDigest[], asked: AskedOfDigest): ParseError {
  const isOfAll = VERBS_OF_ALL.has(asked.kind) && asked.content === undefined && digests.length > 1;
  const typed = digests.map(({ kind, name }) => (name === undefined ? contentOf(kind) : inQuotes(name)));
  const [first = '', ...others] = [...typed, ...(isOfAll ? [ALL] : [])].map(
    (each) => `/digest ${asked.kind}${channelIn(asked)} ${each}${untilOf(asked)}`,
  );
  return new ParseError(
    (t) => {
      const wordsOf = ({ kind }: ChannelDigest) => presetWords(kind, t);
      return digestWords(t).commands.severalDigests(
        digests.map((digest) =>
          digest.name === undefined ? wordsOf(digest).name : digestWords(t).settings.called(digest.name),
        ),
        [
          ...digests.map((digest) => digest.name ?? wordsOf(digest).typed),
          ...(isOfAll ? [digestWords(t).all] : []),
        ],
      );
    },
    first,
    others,
  );
}

/** The contents of `digests`, each once. */
export function contentsIn(digests: readonly ChannelDigest[]): string[] {
  return [...PRESETS.map(({ content }) => content), QUESTION].filter((content) =>
    digests.some(({ kind }) => contentOf(kind) === content),
  );
}

export function placeOf(actor: Actor, channelId: string, kind: string): SubscriptionPlace {
  return { teamId: actor.teamId, channelId, kind };
}
