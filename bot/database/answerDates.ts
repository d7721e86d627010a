import type { Clock } from 'retail-data-client/clock/clock';
import type { Transport } from 'retail-data-client/transport/transport';

/** A clock that nobody sets: milliseconds since some moment, whatever becomes of the time of day. */
export type Monotonic = () => number;

export type DateSource = 'slack' | 'service';

/** What an answer's `Date` said, with what the clocks of this process showed when it came. */
export interface AnswerDate {
  /** The true time when it came lies between these two: the date has whole seconds, and the answer took a while. */
  readonly earliest: number;
  readonly latest: number;
  readonly wall: number;
  readonly tick: number;
}

/** When a source answered last, and the newest date it gave; undefined while it gave none. */
export interface Answered {
  readonly tick: number;
  readonly date: AnswerDate | undefined;
}

/** The headers of an answer that matter here; null or undefined for one that it lacks. */
export interface DateHeaders {
  readonly date: string | null | undefined;
  readonly age: string | null | undefined;
}

/** Collects the dates of answers. It judges nothing. */
export interface AnswerDates {
  readonly tick: Monotonic;
  /** An answer to a call that was made at `sentAt` by the monotonic clock. */
  heard(source: DateSource, headers: DateHeaders, sentAt: number): void;
  newest(source: DateSource): Answered | undefined;
}

const SECOND_MS = 1_000;

export function createAnswerDates(
  clock: Pick<Clock, 'now'>,
  tick: Monotonic = () => performance.now(),
): AnswerDates {
  const answers = new Map<DateSource, Answered>();
  return {
    tick,
    heard(source, headers, sentAt) {
      const date = Date.parse(headers.date ?? '');
      const now = tick();
      // An answer with an age comes out of a cache, and so does its date.
      const tells = Number.isFinite(date) && (headers.age ?? undefined) === undefined;
      answers.set(source, {
        tick: now,
        date: tells
          ? { earliest: date, latest: date + SECOND_MS + (now - sentAt), wall: clock.now(), tick: now }
          : answers.get(source)?.date,
      });
    },
    newest: (source) => answers.get(source),
  };
}

/** The same transport; what time the service says it is, is heard. */
export function withDates(transport: Transport, dates: AnswerDates): Transport {
  return {
    ...transport,
    async send(request) {
      const sentAt = dates.tick();
      const response = await transport.send(request);
      const { date, age } = response.headers;
      dates.heard('service', { date, age }, sentAt);
      return response;
    },
  };
}
