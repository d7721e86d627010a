import type { KnownBlock } from '@slack/types';
import type { AuditEntry } from '../access/audit.ts';
import { context, escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { changeInWords } from './access.ts';

export const ACCESS_LOG = 'access_log';
export const ENTRIES_A_PAGE = 15;

export interface LogPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  readonly isNewest: boolean;
  readonly hasOlder: boolean;
}

/** The audit, a page of it; times come out in the zone and the style of whoever reads. */
export function accessLog({ entries, isNewest, hasOlder }: LogPage): Message {
  if (entries.length === 0) {
    const text = isNewest
      ? 'Nothing has been done or tried through `/access` yet.'
      : 'There is nothing older in the audit.';
    return { text, blocks: [section(text)] };
  }
  const lines = entries.map(lineOf);
  const last = entries.at(-1);
  return {
    text: `The audit of /access, ${entries.length} entries:\n${lines.join('\n')}`.slice(0, 3_900),
    blocks: [
      section(`*Audit of \`/access\`*, the newest first`),
      ...lines.map(section),
      context('Entries are only ever added; nobody can change them.'),
      ...buttons(isNewest, hasOlder ? last?.id : undefined),
    ],
  };
}

const STAGES: Readonly<Record<AuditEntry['stage'], string>> = {
  refused: 'was refused',
  asked: 'asked for',
  confirmed: 'confirmed',
  done: 'did',
  failed: 'could not do',
};

function lineOf({ at, stage, userId, change, outcome }: AuditEntry): string {
  const iso = new Date(at).toISOString();
  const when = `<!date^${Math.floor(at / 1000)}^{date_num} {time_secs}|${iso.slice(0, 19).replace('T', ' ')} UTC>`;
  const what = change === undefined ? '' : `: ${changeInWords(change)}`;
  const how = outcome === undefined ? '' : ` – ${escapeMrkdwn(outcome, 400)}`;
  return `${when}  <@${userId}> ${STAGES[stage]}${what}${how}`;
}

function buttons(isNewest: boolean, olderThan: number | undefined): KnownBlock[] {
  const wanted = [
    ...(isNewest ? [] : [{ action: 'newest', text: 'Newest', value: 'newest' }]),
    ...(olderThan === undefined ? [] : [{ action: 'older', text: 'Older', value: String(olderThan) }]),
  ];
  if (wanted.length === 0) return [];
  return [
    {
      type: 'actions',
      elements: wanted.map(({ action, text, value }) => ({
        type: 'button',
        action_id: `${ACCESS_LOG}:${action}`,
        text: { type: 'plain_text', text },
        value,
      })),
    },
  ];
}
