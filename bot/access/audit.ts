import { randomUUID } from 'node:crypto';
import type { PermissionChange } from 'retail-data-client/operations/permission';
import type { Database } from '../database/connection.ts';
import type { AuditStage } from '../database/tables/access.ts';
import type { RequiredCapability } from '../settings/capability.ts';
import type { AccessRefused } from './refusal.ts';

/** One step of a change of a permission, or an attempt that was refused. */
export interface AuditEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly changeId: string;
  readonly stage: AuditStage;
  readonly teamId: string;
  readonly channelId: string | undefined;
  readonly userId: string;
  readonly change: PermissionChange | undefined;
  readonly outcome: string | undefined;
}

export type NewEntry = Omit<AuditEntry, 'id' | 'at'>;

/** What happened through `/access`; entries are added, never changed or taken away. */
export interface Audit {
  /** False when this change has reached this stage before, here or in another process. */
  add(entry: NewEntry): Promise<boolean>;
  /** The steps of one change, the first one first. */
  stepsOf(changeId: string): Promise<readonly AuditEntry[]>;
  /** The newest first; those before an id, to go on. */
  newest(count: number, beforeId?: number): Promise<readonly AuditEntry[]>;
}

/** Whatever a person or the service sent, no entry grows beyond that. */
const LONGEST = 1_000;

export function createAudit(database: Database, now: () => number): Audit {
  return {
    async add({ changeId, stage, teamId, channelId, userId, change, outcome }) {
      const added = await database
        .insertInto('audit_entry')
        .values({
          at: now(),
          change_id: changeId,
          stage,
          team_id: teamId,
          channel_id: channelId ?? null,
          user_id: userId,
          email: cut(change?.email),
          role_id: cut(change?.roleId),
          main_role_id: cut(change?.mainRoleId),
          active: change === undefined ? null : Number(change.active),
          outcome: cut(outcome),
        })
        .onConflict((conflict) => conflict.columns(['change_id', 'stage']).doNothing())
        .returning('id')
        .execute();
      return added.length === 1;
    },
    async stepsOf(changeId) {
      const rows = await database
        .selectFrom('audit_entry')
        .selectAll()
        .where('change_id', '=', changeId)
        .orderBy('id')
        .execute();
      return rows.map(entryOf);
    },
    async newest(count, beforeId) {
      const rows = await database
        .selectFrom('audit_entry')
        .selectAll()
        .$if(beforeId !== undefined, (query) => query.where('id', '<', beforeId ?? 0))
        .orderBy('id', 'desc')
        .limit(count)
        .execute();
      return rows.map(entryOf);
    },
  };
}

/** Somebody was refused what they set off; `request.name` is the command, the action_id or the callback_id. */
export interface Refusal {
  readonly request: {
    readonly name: string;
    readonly teamId: string;
    readonly channelId: string | undefined;
    readonly userId: string;
  };
  readonly needs: RequiredCapability;
  readonly refused: AccessRefused;
}

/** Attempts at what admins may do, by people who may not. */
export function auditRefusals(audit: Pick<Audit, 'add'>): (refusal: Refusal) => Promise<void> {
  return async ({ request, needs, refused }) => {
    if (needs !== 'admin') return;
    await audit.add({
      changeId: randomUUID(),
      stage: 'refused',
      teamId: request.teamId,
      channelId: request.channelId,
      userId: request.userId,
      change: undefined,
      outcome: `${request.name}: ${refused.reason}`,
    });
  };
}

function cut(text: string | undefined): string | null {
  return text === undefined ? null : text.slice(0, LONGEST);
}

interface Row {
  readonly id: number;
  readonly at: number;
  readonly change_id: string;
  readonly stage: AuditStage;
  readonly team_id: string;
  readonly channel_id: string | null;
  readonly user_id: string;
  readonly email: string | null;
  readonly role_id: string | null;
  readonly main_role_id: string | null;
  readonly active: number | null;
  readonly outcome: string | null;
}

function entryOf(row: Row): AuditEntry {
  const { email, role_id: roleId, main_role_id: mainRoleId, active } = row;
  return {
    id: row.id,
    at: row.at,
    changeId: row.change_id,
    stage: row.stage,
    teamId: row.team_id,
    channelId: row.channel_id ?? undefined,
    userId: row.user_id,
    change:
      email === null || roleId === null || mainRoleId === null || active === null
        ? undefined
        : { email, roleId, mainRoleId, active: active === 1 },
    outcome: row.outcome ?? undefined,
  };
}
