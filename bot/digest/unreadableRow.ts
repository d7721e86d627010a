import { InvalidInputError, isCalendarDay, parseTimeZone } from 'retail-data-client/core';
import { DIGEST_KINDS, type DigestSubscriptionTable } from '../database/tables/digest.ts';
import { choiceIn } from './choice.ts';

/** A subscription of which it cannot be told what its digests are of, or when they are due. */
export interface UnreadableSubscription {
  readonly teamId: string;
  readonly channelId: string;
  /** As it stands in the row: a newer version may know more kinds. */
  readonly kind: string;
  readonly owner: string | undefined;
  readonly problem: Problem;
}

export interface Problem {
  /** The column and what stands there. */
  readonly field: string;
  readonly value: string;
  /** What it should be. */
  readonly expected: string;
  /** The words after `/digest` that set it right; undefined where only a newer version can. */
  readonly fix: string | undefined;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WEEKDAYS = /^[1-7]{1,7}$/;

/** A row with something in it that nobody can go by; undefined for a row in order. */
export function unreadableOf(row: DigestSubscriptionTable): UnreadableSubscription | undefined {
  const problem = problemOf(row);
  if (problem === undefined) return undefined;
  const { team_id: teamId, channel_id: channelId, kind, owner } = row;
  return { teamId, channelId, kind, owner: owner ?? undefined, problem };
}

/** The first such thing. */
function problemOf(row: DigestSubscriptionTable): Problem | undefined {
  const { time_zone: zone, digest_time: time, deadline, weekdays, paused_until: until } = row;
  if (!DIGEST_KINDS.some((known) => known === row.kind)) {
    return {
      field: 'kind',
      value: row.kind,
      expected: 'a digest of this version of the app',
      fix: undefined,
    };
  }
  const of = row.kind === 'stock' ? '' : ` ${row.kind}`;
  const subscribe = (words: string) => `subscribe${of} ${words}`;
  if (zone !== null && !isTimeZone(zone)) {
    return {
      field: 'time zone',
      value: zone,
      expected: 'a zone of the IANA database',
      fix: subscribe('zone:Europe/Oslo'),
    };
  }
  if (time !== null && !TIME.test(time)) {
    return { field: 'time', value: time, expected: 'a time of day', fix: subscribe('at 08:30') };
  }
  if (deadline !== null && !TIME.test(deadline)) {
    return {
      field: 'deadline',
      value: deadline,
      expected: 'a time of day',
      fix: subscribe('deadline:12:00'),
    };
  }
  if (!WEEKDAYS.test(weekdays)) {
    return { field: 'days', value: weekdays, expected: 'days of the week', fix: subscribe('daily') };
  }
  if (until !== null && !isCalendarDay(until)) {
    return { field: 'end of its pause', value: until, expected: 'a day', fix: `resume${of}` };
  }
  const products = row.products ?? undefined;
  if (products !== undefined && choiceIn(products) === undefined) {
    return {
      field: 'choice of products',
      value: products,
      expected: 'one that this version of the app knows',
      fix: subscribe('mine'),
    };
  }
  return undefined;
}

function isTimeZone(zone: string): boolean {
  try {
    // As it stands, or the calendar would go by another name than the row.
    return parseTimeZone(zone) === zone;
  } catch (error) {
    if (error instanceof InvalidInputError) return false;
    throw error;
  }
}
