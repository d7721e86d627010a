import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/*
 * The kinds of digests in the ledger. A kind is that of its subscription, `stock`, or `manual:…` when somebody asked for
 * the digest. The first subscription of a kind in a channel never gets an id, so that its digests are recognised with a
 * new or restored database. Each further one has a random UUID: `stock#<uuid>`.
 */

/** The contents of digests that this process knows. Keys of manual digests leave out the first one's name, for ever. */
export type Contents = readonly [string, ...string[]];

/** The content of digests that answer a question, whichever it is. */
export const QUESTION = 'question';

const MANUAL = 'manual:';
const FURTHER = '#';

/** An SQL pattern for the kinds of all manual digests. */
export const MANUAL_KINDS = `${MANUAL}%`;

/** A unique kind for a manual digest, so that it never takes the place of the scheduled one. */
export function manualKind(kind: string, [unnamed]: Contents): string {
  return kind === unnamed ? `${MANUAL}${randomUUID()}` : `${MANUAL}${kind}:${randomUUID()}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

/** The kind of the subscription that a digest belongs to, manual or not. */
export function subscribedKind(kind: string, [unnamed]: Contents): string {
  if (!isManual(kind)) return kind;
  const name = kind.slice(MANUAL.length, Math.max(MANUAL.length, kind.lastIndexOf(':')));
  return name === '' ? unnamed : name;
}

/** The content of a subscription's digests: `stock`, also for `stock#<uuid>`. */
export function contentOf(kind: string): string {
  return kind.split(FURTHER, 1).join();
}

/** The kind of a further subscription. */
export function furtherKind(content: string): string {
  return `${content}${FURTHER}${randomUUID()}`;
}

/** An SQL pattern for the kinds of further subscriptions. */
export const FURTHER_KINDS = `%${FURTHER}%`;

/** Whether `column` has a kind that this process knows, manual or not. Other kinds are left to a newer version. */
export function isKnown(column: string, contents: Contents): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  const patterns = contents.flatMap((each) => [
    `${each}${FURTHER}%`,
    `${MANUAL}${each}:%`,
    `${MANUAL}${each}${FURTHER}%`,
  ]);
  const isLike = patterns.map((pattern) => sql`${name} like ${pattern}`);
  return sql`(${name} in (${sql.join(contents)}) or ${sql.join(isLike, sql` or `)} or ${isUnnamed(column)})`;
}

/** Whether `column` has the kind of a digest of the subscription `kind`, manual or not. */
export function isOf(column: string, kind: string, contents: Contents): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  const isManualOf = kind === contents[0] ? isUnnamed(column) : sql`${name} like ${`${MANUAL}${kind}:%`}`;
  return sql`(${name} = ${kind} or ${isManualOf})`;
}

function isUnnamed(column: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  return sql`(${name} like ${MANUAL_KINDS} and ${name} not like ${`${MANUAL_KINDS}:%`})`;
}
