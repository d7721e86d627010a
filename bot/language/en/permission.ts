import type { Formatter } from '../formatter.ts';

/** A permission as it may stand in mrkdwn. */
interface Change {
  readonly email: string;
  readonly roleId: string;
  readonly mainRoleId: string;
  readonly active: boolean;
}

const onOff = (active: boolean) => (active ? 'on' : 'off');

/** A change of a permission of the service, what came of it, and the audit. */
export const permission = (format: Formatter) => ({
  /** In a sentence or after a colon. */
  change: ({ email, roleId, mainRoleId, active }: Change) =>
    `access of ${email} (role ${roleId}, main role ${mainRoleId}) ${onOff(active)}`,
  /** The same, a line for each; these are no mrkdwn but the last. */
  lines: {
    who: (email: string) => `Who: ${email}`,
    roleId: (id: string) => `Role ID: ${id}`,
    mainRoleId: (id: string) => `Main role ID: ${id}`,
    access: (active: boolean) => `Access: *${onOff(active)}*`,
  },

  waiting: 'Asking the service …',
  done: (active: boolean) => `:white_check_mark: Done. The permission is now *${onOff(active)}*.`,
  /** What the service answered, in its own words; empty where it says nothing. */
  answer: {
    wholesaler: (id: string) => `Wholesaler: ${id || 'not given'}`,
    changed: (at: string) => `Changed: ${at || 'not given'}`,
    result: (text: string) => `The service says: ${text || 'nothing'}`,
  },

  log: {
    empty: 'Nothing has been done or tried through `/access` yet.',
    noneOlder: 'The audit has nothing older.',
    summary: (entries: number) => `The audit of /access, ${format.units(entries)} entries:`,
    title: '*Audit of `/access`*, the newest first',
    footer: 'Entries are only added; nobody can change them.',
    /** `when` is a date that Slack writes; `change` and `outcome` are escaped. */
    entry: (
      when: string,
      who: string,
      stage: 'refused' | 'asked' | 'confirmed' | 'done' | 'failed',
      change: string | undefined,
      outcome: string | undefined,
    ) =>
      `${when}  ${who} ${STAGES[stage]}${change === undefined ? '' : `: ${change}`}${outcome === undefined ? '' : ` – ${outcome}`}`,
    newest: 'Newest',
    older: 'Older',
  },
});

const STAGES = {
  refused: 'was refused',
  asked: 'asked for',
  confirmed: 'confirmed',
  done: 'did',
  failed: 'could not do',
} as const;
