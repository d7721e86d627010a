import { InvalidInputError, isCalendarDay, parseTimeZone } from 'retail-data-client';
import type { DigestKind, DigestSubscriptionTable } from './subscriptionRow.ts';

/** A subscription of which it cannot be told when its digests are due. */
export interface UnreadableSubscription {
  readonly teamId: string;
  readonly channelId: string;
  readonly kind: DigestKind;
  readonly problem: Problem;
}

export interface Problem {
  /** The column and what stands there. */
  readonly field: string;
  readonly value: string;
  /** What it should be. */
  readonly expected: string;
  /** The words after `/digest` that set it right. */
  readonly fix: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const WEEKDAYS = /^[1-7]{1,7}$/;

/** The first thing in a row that nobody can go by; undefined for a row in order. */
export function problemOf(row: DigestSubscriptionTable): Problem | undefined {
  const { time_zone: zone, digest_time: time, deadline, weekdays, paused_until: until } = row;
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
  if (!TIME.test(time)) {
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
