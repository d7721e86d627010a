import type { KnownBlock } from '@slack/types';
import type { AuditEntry } from '../access/audit.ts';
import type { Catalog } from '../language/language.ts';
import { context, escapeMrkdwn, type Message, section } from '../slack/message.ts';
import { changeInWords, outcomeInWords } from './access.ts';

export const ACCESS_LOG = 'access_log';
export const ENTRIES_A_PAGE = 15;

export interface LogPage {
  /** The newest first. */
  readonly entries: readonly AuditEntry[];
  readonly isNewest: boolean;
  readonly hasOlder: boolean;
}

/** The audit, a page of it; times come out in the zone and the style of whoever reads. */
export function accessLog({ entries, isNewest, hasOlder }: LogPage, t: Catalog): Message {
  const { log } = t.permission;
  if (entries.length === 0) {
    const text = isNewest ? log.empty : log.noneOlder;
    return { text, blocks: [section(text)] };
  }
  const lines = entries.map((entry) => lineOf(entry, t));
  const last = entries.at(-1);
  return {
    text: [log.summary(entries.length), ...lines].join('\n').slice(0, 3_900),
    blocks: [
      section(log.title),
      ...lines.map(section),
      context(log.footer),
      ...buttons(isNewest, hasOlder ? last?.id : undefined, t),
    ],
  };
}

function lineOf({ at, stage, userId, change, outcome }: AuditEntry, t: Catalog): string {
  const iso = new Date(at).toISOString();
  const when = `<!date^${Math.floor(at / 1000)}^{date_num} {time_secs}|${iso.slice(0, 19).replace('T', ' ')} UTC>`;
  return t.permission.log.entry(
    when,
    `<@${userId}>`,
    stage,
    change && changeInWords(change, t),
    outcome === undefined ? undefined : escapeMrkdwn(outcomeInWords(outcome, t), 400),
  );
}

function buttons(
  isNewest: boolean,
  olderThan: number | undefined,
  { permission: { log } }: Catalog,
): KnownBlock[] {
  const wanted = [
    ...(isNewest ? [] : [{ action: 'newest', text: log.newest, value: 'newest' }]),
    ...(olderThan === undefined ? [] : [{ action: 'older', text: log.older, value: String(olderThan) }]),
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
