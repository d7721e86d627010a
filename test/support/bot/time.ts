import type { Clock } from 'retail-data-client';
import { createCalendar } from 'retail-data-client/calendar/calendar';

export const calendar = createCalendar();

/** The instant of a local time in Oslo. */
export function oslo(dayAndTime: string): number {
  const [day = '', time = ''] = dayAndTime.split(' ');
  return calendar.instantOf(day, time);
}

/** A clock whose sleeps are over at once, set by hand: pauses between retries cost no time in a test. */
export interface SetClock extends Clock {
  set(instant: number): void;
}

export function createSetClock(startAt: number): SetClock {
  let now = startAt;
  return {
    now: () => now,
    sleep: async (_milliseconds, signal) => signal?.throwIfAborted(),
    set(instant) {
      now = instant;
    },
  };
}

/** No pause of the sync itself ends in a test: its only one is that between two renewals of its lease. */
export function untilAborted(_milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((_resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
