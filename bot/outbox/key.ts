import { createHash } from 'node:crypto';
import { DIGEST_KINDS, type DigestKind } from '../database/tables/digest.ts';

/** A digest of one channel and business date; `kind` is `stock` or `sales`, or `manual:…` for one that was asked for. */
export interface DigestKey {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: string;
  readonly businessDate: string;
}

const MANUAL = 'manual:';
/** The kinds of all digests by hand, as a pattern of SQL. */
export const MANUAL_KINDS = `${MANUAL}%`;

/** The kind of a digest that somebody asked for by hand: it never takes the place of the daily one. */
export function manualKind(id: string, content: DigestKind = 'stock'): string {
  return content === 'stock' ? `${MANUAL}${id}` : `${MANUAL}${content}:${id}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

/** What a digest is of, by hand or not. */
export function contentOf(kind: string): DigestKind {
  return DIGEST_KINDS.find((each) => kind === each || kind.startsWith(`${MANUAL}${each}:`)) ?? 'stock';
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
