import type { Transaction } from 'kysely';
import type { Labels } from '../ask/reader.ts';
import type { Database } from '../database/connection.ts';
import type { Schema } from '../database/schema.ts';
import type { Catalog } from '../language/language.ts';
import { inQuotes, tokenize } from '../parse/tokenizer.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { isPerson } from '../slack/messages.ts';
import { capitalized, cutName } from '../text/label.ts';
import { fold } from '../text/normalize.ts';
import { contentOf, FURTHER_KINDS, furtherKind } from './key.ts';
import type { Preset } from './presets.ts';
import type { DigestName, SubscriptionPlace } from './subscription.ts';
import { digestWords, presetWords } from './words/words.ts';

/* Several digests of a kind in one place: their names, and how many there can be. */

export const LONGEST_NAME = 40;

/** A name that is short enough, without an ellipsis: it is read as three dots. */
export function shortName(name: string): string {
  return cutName(name, LONGEST_NAME).replace(/…$/, '');
}

/** The name with the first number that makes it free. */
export function freeName(name: string, called: readonly CalledDigest[]): string {
  let number = 2;
  const numbered = () => `${name.slice(0, LONGEST_NAME - 3)} ${number}`;
  while (called.some((each) => isCalled(each, numbered()))) number += 1;
  return numbered();
}

/** Why nothing was subscribed: `most` are as many as there can be; another digest has the name `taken`. */
export type NotSubscribed =
  | { readonly full: keyof typeof MOST; readonly most: number }
  | { readonly taken: string };

/** How many named and personal digests there can be in a place, set by one person, and in the workspace. */
const MOST = { place: 30, owner: 50, workspace: 500 } as const;

/** A further digest, as it is called in its place. */
export interface CalledDigest {
  readonly kind: string;
  readonly name: string;
  readonly question: string;
  /** An ended digest's name is free for another one. */
  readonly hasEnded?: boolean;
}

/** The name of a digest, or else that of its kind, for a sentence; escaped. */
export function nameText({ kind, name }: DigestName & Pick<SubscriptionPlace, 'kind'>, t: Catalog): string {
  if (name === undefined) return presetWords(kind, t).name;
  return digestWords(t).settings.called(escapeMrkdwn(name, LONGEST_NAME * 2));
}

/** A command for a further digest of this preset that is narrowed so, with a name made of it. */
export function furtherCommand(
  { content }: Pick<Preset, 'content'>,
  narrowing: string,
  labels: Pick<Labels, 'nameOf'>,
): string {
  const said = tokenize(narrowing).filter(({ key }) => key !== undefined);
  const names = said.map(({ value }) => {
    const [first = value] = value.split(',');
    return capitalized(labels.nameOf(first) ?? first);
  });
  return `/digest subscribe ${content} named ${inQuotes(shortName(names.join(' ')))} ${narrowing}`;
}

/** The subscriptions of one place. */
export function rowsIn(connection: Database, { teamId, channelId }: Omit<SubscriptionPlace, 'kind'>) {
  return connection
    .selectFrom('digest_subscription')
    .where('team_id', '=', teamId)
    .where('channel_id', '=', channelId);
}

/** The place of the subscription that `asked` means with that name; see `subscribe`. Frees the name of ended ones. */
export async function placeNamed(
  transaction: Transaction<Schema>,
  asked: SubscriptionPlace,
  name: string | undefined,
): Promise<SubscriptionPlace | Extract<NotSubscribed, { taken: string }>> {
  if (name === undefined) return asked;
  const content = contentOf(asked.kind);
  const isFurther = asked.kind !== content;
  const rows = await rowsIn(transaction, asked).select(['kind', 'name', 'active']).execute();
  const other = rows.find((row) => row.kind !== asked.kind && isCalled(row, name));
  if (other === undefined) return isFurther ? asked : { ...asked, kind: furtherKind(content) };
  if (other.active === 1) return { taken: other.name ?? name };
  if (!isFurther && contentOf(other.kind) === content) return { ...asked, kind: other.kind };
  await transaction
    .updateTable('digest_subscription')
    .set({ name: null })
    .where('team_id', '=', asked.teamId)
    .where('channel_id', '=', asked.channelId)
    .where('kind', '=', other.kind)
    .execute();
  return isFurther ? asked : { ...asked, kind: furtherKind(content) };
}

/** Whether a digest has that name. Ignores case and accents. */
export function isCalled({ name }: { readonly name?: string | null | undefined }, words: string): boolean {
  return typeof name === 'string' && fold(name).trim() === fold(words).trim();
}

/** The limit that one more subscription of `owner` in that place would exceed. */
export async function fullness(
  transaction: Transaction<Schema>,
  place: SubscriptionPlace,
  owner: string,
): Promise<Extract<NotSubscribed, { full: string }> | undefined> {
  if (!isPerson(place.channelId) && place.kind === contentOf(place.kind)) return undefined;
  const counted = await transaction
    .selectFrom('digest_subscription')
    .select(['team_id', 'channel_id', 'owner'])
    .where('active', '=', 1)
    .where((row) =>
      row.or([
        row('kind', 'like', FURTHER_KINDS),
        row('channel_id', 'like', 'U%'),
        row('channel_id', 'like', 'W%'),
      ]),
    )
    .execute();
  const here = counted.filter(
    (row) => row.team_id === place.teamId && row.channel_id === place.channelId,
  ).length;
  if (here >= MOST.place) return { full: 'place', most: MOST.place };
  if (counted.filter((row) => row.owner === owner).length >= MOST.owner)
    return { full: 'owner', most: MOST.owner };
  return counted.length < MOST.workspace ? undefined : { full: 'workspace', most: MOST.workspace };
}
