import { createHash, randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * A digest of one channel and business date. Its `kind` is that of its subscription, `stock`, or `manual:…` for one that
 * somebody asked for. The first subscription of a kind in a channel has no id, for ever: its digests are found again in a
 * new or restored database. Each further one has a random UUID, `stock#<uuid>`.
 */
export interface DigestKey {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: string;
  readonly businessDate: string;
}

/** What the digests that this process knows are of. Those of the first, asked for by hand, have no name in their keys, for ever. */
export type Contents = readonly [string, ...string[]];

const MANUAL = 'manual:';
const FURTHER = '#';

/** The kinds of all digests by hand, as a pattern of SQL. */
export const MANUAL_KINDS = `${MANUAL}%`;

/** The kind of a digest that somebody asks for by hand: it never takes the place of the scheduled one. */
export function manualKind(kind: string, [unnamed]: Contents): string {
  return kind === unnamed ? `${MANUAL}${randomUUID()}` : `${MANUAL}${kind}:${randomUUID()}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

/** The kind of the subscription that a digest belongs to, by hand or not. */
export function subscribedKind(kind: string, [unnamed]: Contents): string {
  if (!isManual(kind)) return kind;
  const name = kind.slice(MANUAL.length, Math.max(MANUAL.length, kind.lastIndexOf(':')));
  return name === '' ? unnamed : name;
}

/** What the digests of a subscription are of: `stock`, also for `stock#<uuid>`. */
export function contentOf(kind: string): string {
  return kind.split(FURTHER, 1).join();
}

/** Whether a column names a digest of a kind that this process knows, by hand or not. All others are the work of a newer version. */
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

/** Whether a column names a digest of that subscription, by hand or not. */
export function isOf(column: string, kind: string, contents: Contents): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  const byHand = kind === contents[0] ? isUnnamed(column) : sql`${name} like ${`${MANUAL}${kind}:%`}`;
  return sql`(${name} = ${kind} or ${byHand})`;
}

function isUnnamed(column: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  return sql`(${name} like ${MANUAL_KINDS} and ${name} not like ${`${MANUAL_KINDS}:%`})`;
}

/** The two marks by which a posted digest is found again: its name in the metadata and in a block. No business figures. */
export function marksOf(key: DigestKey): { readonly fingerprint: string; readonly blockId: string } {
  const fingerprint = `${key.teamId}:${key.channelId}:${key.kind}:${key.businessDate}`;
  const hash = createHash('sha256').update(fingerprint).digest('hex').slice(0, 32);
  return { fingerprint, blockId: `digest:${hash}` };
}

/** What log lines about a digest have in common. */
export function logFactsOf(run: DigestKey) {
  return { channel: run.channelId, day: run.businessDate, kind: run.kind };
}
