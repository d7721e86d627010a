import type { Clock } from 'retail-data-client';

/** How time stands: at the instant `real` of this machine it was `time`, and from there it goes `rate` times as fast. */
export interface ClockReading {
  readonly real: number;
  readonly time: number;
  /** 0 stands still. */
  readonly rate: number;
  /** By how much the clock on the wall is wrong: it moves what `now` says, and wakes nobody. */
  readonly jump: number;
}

/** A clock that several processes share by its reading; time may stand, run, or be moved on with everybody in it. */
export interface FlowingClock extends Clock {
  /** The same without the jump. */
  monotonic(): number;
  reading(): ClockReading;
  /** Goes by that reading from its instant `real` on, so that several processes can change at the same moment. */
  read(reading: ClockReading): void;
}

interface Sleeper {
  readonly wakesAt: number;
  timer: NodeJS.Timeout | undefined;
  wake(): void;
}

const LONGEST_TIMER_MS = 0x7fff_ffff;

export function createFlowingClock(first: ClockReading): FlowingClock {
  let reading = first;
  let coming: { readonly reading: ClockReading; readonly timer: NodeJS.Timeout } | undefined;
  const sleepers = new Set<Sleeper>();
  const begin = (next: ClockReading) => {
    clearTimeout(coming?.timer);
    coming = undefined;
    reading = next;
    for (const sleeper of sleepers) arm(sleeper);
  };
  const current = () => {
    if (coming !== undefined && Date.now() >= coming.reading.real) begin(coming.reading);
    return reading;
  };
  const time = () => {
    const { time, real, rate } = current();
    return time + (Date.now() - real) * rate;
  };

  const arm = (sleeper: Sleeper) => {
    clearTimeout(sleeper.timer);
    const left = sleeper.wakesAt - time();
    if (left <= 0) sleeper.timer = setTimeout(() => sleeper.wake(), 0);
    else if (reading.rate > 0) {
      // A timer may ring a moment early: then it is armed again.
      sleeper.timer = setTimeout(() => arm(sleeper), Math.min(left / reading.rate, LONGEST_TIMER_MS));
    }
  };

  return {
    now: () => Math.floor(time() + current().jump),
    monotonic: time,
    sleep(milliseconds, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const end = () => {
          clearTimeout(sleeper.timer);
          sleepers.delete(sleeper);
          signal?.removeEventListener('abort', giveUp);
        };
        const giveUp = () => {
          end();
          reject(signal?.reason);
        };
        const sleeper: Sleeper = {
          wakesAt: time() + milliseconds,
          timer: undefined,
          wake() {
            end();
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', giveUp, { once: true });
        arm(sleeper);
      });
    },
    reading: current,
    read(next) {
      const ahead = next.real - Date.now();
      if (ahead <= 0) return begin(next);
      clearTimeout(coming?.timer);
      coming = { reading: next, timer: setTimeout(current, ahead) };
    },
  };
}
