import { randomUUID } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { STORED } from '../outbox/message.ts';

/*
 * The kinds of digests in the ledger. A kind is that of its subscription, `stock`, or `manual:…` when somebody asked for
 * the digest. The first subscription of a preset in a channel never gets an id, so that its digests are recognised with a
 * new or restored database. Each further one has a random UUID: `stock#<uuid>`, and so has each question that was typed.
 */

/** The content of questions that were typed. */
export const QUESTION = 'question';

const MANUAL = 'manual:';
const FURTHER = '#';

/** An SQL pattern for the kinds of all manual digests. */
export const MANUAL_KINDS = `${MANUAL}%`;

/** A unique kind for a manual digest, so that it never takes the place of the scheduled one. */
export function manualKind(kind: string): string {
  return `${MANUAL}${kind}:${randomUUID()}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

/** The kind of the subscription that a digest belongs to, manual or not. */
export function subscribedKind(kind: string): string {
  return isManual(kind) ? kind.slice(MANUAL.length, kind.lastIndexOf(':')) : kind;
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

/** Whether `column` has the kind of a digest, not of another message. */
export function isDigest(column: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(column)} <> ${STORED}`;
}

/** Whether `column` has the kind of a digest of the subscription `kind`, manual or not. */
export function isOf(column: string, kind: string): RawBuilder<SqlBool> {
  const name = sql.ref(column);
  return sql`(${name} = ${kind} or ${name} like ${`${MANUAL}${kind}:%`})`;
}
