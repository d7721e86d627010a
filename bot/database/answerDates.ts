import type { Clock } from 'retail-data-client/clock/clock';
import type { Transport } from 'retail-data-client/transport/transport';

/** A clock that nobody can set: milliseconds since a fixed moment. */
export type Monotonic = () => number;

export type DateSource = 'slack' | 'service';

/** The `Date` header of an answer, with the readings of this process's clocks when the answer arrived. */
export interface AnswerDate {
  /** The true time of arrival is between these two: the header has whole seconds, and the answer took a while. */
  readonly earliest: number;
  readonly latest: number;
  readonly wall: number;
  readonly tick: number;
}

/** When a source last answered, and the latest date it gave; undefined if it never gave one. */
export interface Answered {
  readonly tick: number;
  readonly date: AnswerDate | undefined;
}

/** The relevant headers of an answer; null or undefined if missing. */
export interface DateHeaders {
  readonly date: string | null | undefined;
  readonly age: string | null | undefined;
}

/** Collects the dates of answers, without judging them. */
export interface AnswerDates {
  readonly tick: Monotonic;
  /** Records the answer to a call that was made at `sentAt` of the monotonic clock. */
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
      // An answer with an age comes from a cache, so its date is old.
      const isUsable = Number.isFinite(date) && (headers.age ?? undefined) === undefined;
      answers.set(source, {
        tick: now,
        date: isUsable
          ? { earliest: date, latest: date + SECOND_MS + (now - sentAt), wall: clock.now(), tick: now }
          : answers.get(source)?.date,
      });
    },
    newest: (source) => answers.get(source),
  };
}

/** Wraps `transport` and records the `Date` header of each answer. */
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
