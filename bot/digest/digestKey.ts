import { createHash } from 'node:crypto';
import type { DigestKind } from './subscriptionRow.ts';

/** A digest of one channel and business date; `kind` is `stock` or `sales`, or `manual:…` for one that was asked for. */
export interface DigestKey {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: string;
  readonly businessDate: string;
}

const MANUAL = 'manual:';
const MANUAL_SALES = 'manual:sales:';

/** The kind of a digest that somebody asked for by hand: it never takes the place of the daily one. */
export function manualKind(id: string, content: DigestKind = 'stock'): string {
  return content === 'sales' ? `${MANUAL_SALES}${id}` : `${MANUAL}${id}`;
}

export function isManual(kind: string): boolean {
  return kind.startsWith(MANUAL);
}

/** What a digest is of, by hand or not. */
export function contentOf(kind: string): DigestKind {
  return kind === 'sales' || kind.startsWith(MANUAL_SALES) ? 'sales' : 'stock';
}

/** Names a digest in Slack without business figures. */
export function fingerprintOf(key: DigestKey): string {
  return `${key.teamId}:${key.channelId}:${key.kind}:${key.businessDate}`;
}

/** A second mark, besides the metadata, by which a posted digest can be found again. */
export function blockIdOf(fingerprint: string): string {
  return `digest:${createHash('sha256').update(fingerprint).digest('hex').slice(0, 32)}`;
}
