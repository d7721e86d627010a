import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { HeldMessage, Workspace } from '../../../bot/demo/slack/workspace.ts';

/** Messages in channels that carry the mark of a digest, deleted ones included; neither replies nor notices to people. */
export function digestsIn(workspace: Workspace): HeldMessage[] {
  return workspace
    .all()
    .filter(
      ({ channel, threadTs, metadata }) =>
        channel.startsWith('C') && threadTs === undefined && /digest/.test(eventType(metadata)),
    );
}

/** The day whose stock a digest shows; undefined for another message. */
export function stockDayIn({ text }: Pick<HeldMessage, 'text'>): string | undefined {
  const [, shown] = /Stock digest · \w{3} (\d{1,2} \w{3} \d{4})/.exec(text) ?? [];
  return shown === undefined ? undefined : new Date(`${shown} UTC`).toISOString().slice(0, 10);
}

export interface DigestCount {
  readonly due: number;
  /** Channel and day of which exactly one stands in the channel. */
  readonly posted: number;
  /** None stands there. */
  readonly missed: readonly string[];
  /** More than one stands there. */
  readonly doubled: readonly string[];
  /** Two stood there for a while, milliseconds each; one is deleted. */
  readonly brieflyDoubled: readonly number[];
}

/** Counts what the channels hold against one digest per channel and day; a digest is of the local day it came on. */
export function countDigests(
  workspace: Workspace,
  due: readonly { readonly channel: string; readonly day: string }[],
  calendar: Calendar,
): DigestCount {
  const found = new Map<string, HeldMessage[]>();
  for (const message of digestsIn(workspace)) {
    const key = `${message.channel} ${calendar.dayOf(message.at)}`;
    found.set(key, [...(found.get(key) ?? []), message]);
  }
  const missed: string[] = [];
  const doubled: string[] = [];
  const brieflyDoubled: number[] = [];
  for (const { channel, day } of due) {
    const key = `${channel} ${day}`;
    const messages = found.get(key) ?? [];
    found.delete(key);
    const standing = messages.filter(({ deletedAt }) => deletedAt === undefined).length;
    if (standing === 0) missed.push(key);
    if (standing > 1) doubled.push(key);
    brieflyDoubled.push(...overlaps(messages));
  }
  // Of a channel and day on which none was due.
  for (const [key, messages] of found) {
    if (messages.some(({ deletedAt }) => deletedAt === undefined)) doubled.push(`${key}, where none was due`);
  }
  return {
    due: due.length,
    posted: due.length - missed.length - doubled.filter((key) => !key.includes('none was due')).length,
    missed,
    doubled,
    brieflyDoubled,
  };
}

/** For how long each deleted message stood beside an earlier one. */
function overlaps(messages: readonly HeldMessage[]): number[] {
  const [, ...later] = messages;
  return later.flatMap(({ at, deletedAt }) => (deletedAt === undefined ? [] : [deletedAt - at]));
}

export function inWords(count: DigestCount): string {
  const longest = Math.max(0, ...count.brieflyDoubled);
  return [
    `${count.due} due, ${count.posted} posted once, ${count.missed.length} missed, ${count.doubled.length} doubled`,
    `${count.brieflyDoubled.length} doubled for a moment (at most ${(longest / 1_000).toFixed(1)} s)`,
  ].join(', ');
}

function eventType(metadata: unknown): string {
  if (typeof metadata !== 'object' || metadata === null || !('event_type' in metadata)) return '';
  return String(metadata.event_type);
}
