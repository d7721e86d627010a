import { createCalendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import { systemClock } from 'retail-data-client/clock/systemClock';

/** A clock that can be set and then runs on. */
export interface DemoClock extends Clock {
  setTo(instant: number): void;
}

export function createDemoClock(instant: number): DemoClock {
  let offset = 0;
  const clock: DemoClock = {
    now: () => Math.round(performance.now() + offset),
    sleep: (milliseconds, signal) => systemClock.sleep(milliseconds, signal),
    setTo(to) {
      offset = to - performance.now();
    },
  };
  clock.setTo(instant);
  return clock;
}

/** 08:45 Oslo time, when today's stock is available. */
export function morningOf(day: string): number {
  return createCalendar().instantOf(day, '08:45');
}

/** The latest open day up to `today` after an open day, so that it has stock, sales and changes. */
export function demoDay(today: string, isOpen: (day: string) => boolean): string {
  const { addDays } = createCalendar();
  let day = today;
  while (!isOpen(day) || !isOpen(addDays(day, -1))) day = addDays(day, -1);
  return day;
}
