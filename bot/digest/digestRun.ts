import type { Selectable } from 'kysely';
import type { DigestRunTable, DigestState } from '../database/tables/digest.ts';
import type { DigestKey } from './digestKey.ts';

/** A row of the ledger: one digest of a channel and business date, and how it stands. Instants are milliseconds. */
export interface DigestRun extends DigestKey {
  readonly id: number;
  readonly state: DigestState;
  readonly attempt: number;
  readonly reason: string | null;
  readonly dueAt: number;
  readonly firstSentAt: number | undefined;
  /** The last attempt: nothing of it can be in the channel that is much newer. */
  readonly lastSentAt: number | undefined;
  readonly looks: number;
  readonly messageTs: string | undefined;
  readonly askedBy: string | undefined;
  readonly updatedAt: number;
  /** When the channel is looked through for a second copy. */
  readonly checkAt: number | undefined;
  /** How often it was, since the doubt came up. */
  readonly checks: number;
}

export type DigestRow = Selectable<DigestRunTable>;

export function runOf(row: DigestRow): DigestRun {
  return {
    id: row.id,
    teamId: row.team_id,
    channelId: row.channel_id,
    kind: row.kind,
    businessDate: row.business_date,
    state: row.state,
    attempt: row.attempt,
    reason: row.reason,
    dueAt: row.due_at,
    firstSentAt: row.first_sent_at ?? undefined,
    lastSentAt: row.last_sent_at ?? undefined,
    looks: row.looks,
    messageTs: row.message_ts ?? undefined,
    askedBy: row.asked_by ?? undefined,
    updatedAt: row.updated_at,
    checkAt: row.check_at ?? undefined,
    checks: row.checks,
  };
}
