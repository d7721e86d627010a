import { createCalendar, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';

/** A clock that can be set and moved on, and runs in between. */
export interface DemoClock extends Clock {
  /** Sets it; whoever sleeps sleeps on for as long as before. */
  setTo(instant: number): void;
  /** Moves on to an instant, as if the time had passed: whoever sleeps until then wakes. */
  moveTo(instant: number): void;
  /** How many sleep on it. */
  sleepers(): number;
}

/** A timer of Node holds no more. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export function createDemoClock(instant: number): DemoClock {
  let offset = 0;
  const sleeping = new Set<(passed: number) => void>();
  const clock: DemoClock = {
    now: () => Math.round(performance.now() + offset),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        let left = milliseconds;
        let from = performance.now();
        let timer: NodeJS.Timeout | undefined;
        const end = (settle: () => void) => {
          clearTimeout(timer);
          sleeping.delete(pass);
          signal?.removeEventListener('abort', giveUp);
          settle();
        };
        const giveUp = () => end(() => reject(signal?.reason));
        /** So much more than the real time has passed. */
        const pass = (passed: number) => {
          left -= passed + performance.now() - from;
          from = performance.now();
          clearTimeout(timer);
          if (left <= 0) end(resolve);
          else timer = setTimeout(() => pass(0), Math.min(left, LONGEST_TIMER_MS));
        };
        sleeping.add(pass);
        signal?.addEventListener('abort', giveUp, { once: true });
        timer = setTimeout(() => pass(0), Math.min(Math.max(left, 0), LONGEST_TIMER_MS));
      }),
    setTo(to) {
      offset = to - performance.now();
    },
    moveTo(to) {
      const passed = to - clock.now();
      if (passed <= 0) return;
      clock.setTo(to);
      for (const pass of [...sleeping]) pass(passed);
    },
    sleepers: () => sleeping.size,
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

/** The first instant after `now` at which it is that local time; of a weekday (Monday is 1), where one is given. */
export function nextAt(now: number, time: string, weekday?: number): number {
  const calendar = createCalendar();
  let day = calendar.dayOf(now);
  const isIt = () =>
    calendar.instantOf(day, time) > now &&
    (weekday === undefined || calendar.addDays(day, 1 - weekday) === calendar.weekOf(day).from);
  while (!isIt()) day = calendar.addDays(day, 1);
  return calendar.instantOf(day, time);
}

/**
 * Where a clock that moves from `now` to `to` stops on the way, `to` being the last: often while new data comes in and
 * digests are due, else three times a day. Whatever is due is done at the next stop.
 */
export function stopsUntil(now: number, to: number): number[] {
  const calendar = createCalendar();
  const stops: number[] = [];
  for (
    let day = calendar.dayOf(now);
    calendar.instantOf(day, '00:00') <= to;
    day = calendar.addDays(day, 1)
  ) {
    stops.push(...STOPS.map((time) => calendar.instantOf(day, time)));
  }
  return [...stops.filter((stop) => stop > now && stop < to), to];
}

const QUARTERS = ['00', '15', '30', '45'];
const STOPS = [
  ...['07', '08', '09'].flatMap((hour) => QUARTERS.map((quarter) => `${hour}:${quarter}`)),
  // Stock counts once two looks, a minute apart, have seen the same.
  ...['07:46', '07:47', `${STOCK_REFRESH}:20`, '08:31:30', '08:32'],
  ...['12:00', '16:00', '20:00'],
].toSorted();
