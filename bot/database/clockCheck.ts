import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { UnderWay } from '../workers/underWay.ts';
import type { AnswerDate, AnswerDates, DateSource } from './answerDates.ts';
import type { DatabaseClock } from './clock.ts';

/**
 * `right`: the date of an answer agrees with both clocks. `unjudged`: answers arrive without a usable date, so the
 * clocks are trusted. `wrong`: a clock is off, or no source answers to confirm it; nothing that depends on the time may
 * be done.
 */
export type ClockVerdict = 'right' | 'unjudged' | 'wrong';

/** How far each clock is ahead of the true time, in milliseconds; negative for behind. */
export interface ClockOffsets {
  readonly process: number;
  readonly database: number;
}

/** Checks whether the clocks of this process and of the database can be trusted. */
export interface ClockCheck {
  /**
   * Compares both clocks with Slack's latest date. Calls Slack if that date is ten minutes old or the clock was set
   * since then, and the data service if Slack doesn't answer.
   * @throws errors of the database
   */
  verdict(): Promise<ClockVerdict>;
  /** Says which clock was off at the last comparison; undefined if none was. */
  problem(): string | undefined;
  /** How often a wrong clock has become right. */
  corrections(): number;
  /** The result of the last comparison; undefined if there was no date to compare with. */
  offsets(): ClockOffsets | undefined;
}

/** How far a clock may be off. Slack refuses requests whose signature is further off. */
export const MAX_OFF_MS = 5 * 60_000;
/** How long a date can be used. The monotonic clock says how much time has passed since. */
const GOOD_FOR_MS = 10 * 60_000;
/** If the time of day moved this much more or less than the monotonic clock, it was set, or the machine slept. */
const SET_MS = 60_000;

type FoundDate = AnswerDate | 'none' | undefined;

const NAMES: Readonly<Record<DateSource, string>> = { slack: 'Slack', service: 'the data service' };

export function createClockCheck({
  dates,
  clock,
  time,
  ask,
  underWay,
  log,
}: {
  readonly dates: AnswerDates;
  readonly clock: Pick<Clock, 'now'>;
  readonly time: DatabaseClock;
  /** Calls that change nothing. Their answers arrive in `dates`; their result is ignored. */
  readonly ask: Readonly<Record<DateSource, () => Promise<unknown>>>;
  readonly underWay: Pick<UnderWay, 'track' | 'wait'>;
  readonly log: Logger;
}): ClockCheck {
  let problem: string | undefined;
  let offsets: ClockOffsets | undefined;
  let corrections = 0;
  let isServiceOff = false;

  const passedSince = ({ tick }: Pick<AnswerDate, 'tick'>) => dates.tick() - tick;
  const wasSetSince = (date: AnswerDate) => Math.abs(clock.now() - date.wall - passedSince(date)) >= SET_MS;
  const goodDate = (source: DateSource) => {
    const date = dates.newest(source)?.date;
    return date !== undefined && passedSince(date) < GOOD_FOR_MS && !wasSetSince(date) ? date : undefined;
  };

  /** A current date; 'none' when the source answers without one, and undefined when it doesn't answer. */
  const newDate = async (source: DateSource): Promise<FoundDate> => {
    const askedAt = dates.tick();
    await ask[source]().catch(() => undefined);
    const answered = dates.newest(source);
    if (answered === undefined) return undefined;
    const { date, tick } = answered;
    // An earlier date is still valid unless the clock was set.
    if (date !== undefined && (date.tick >= askedAt || !wasSetSince(date))) return date;
    return tick >= askedAt ? 'none' : undefined;
  };

  const offBy = (now: number, date: AnswerDate) => {
    const passed = passedSince(date);
    return now > date.latest + passed
      ? now - date.latest - passed
      : Math.min(0, now - date.earliest - passed);
  };
  const compare = async (date: AnswerDate): Promise<ClockOffsets> => {
    const inDatabase = await time.now();
    return { process: offBy(clock.now(), date), database: offBy(inDatabase, date) };
  };

  const warnOfService = () => {
    const date = goodDate('service');
    if (date === undefined) return;
    const off = offBy(clock.now(), date);
    const isOff = Math.abs(off) > MAX_OFF_MS;
    if (isOff && !isServiceOff) {
      log.warn(
        { seconds: Math.round(-off / 1_000) },
        `the clock of the data service is ${offsetText(-off)} Slack's, which agrees with ours: ours counts`,
      );
    }
    isServiceOff = isOff;
  };

  const conclude = (source: DateSource, date: FoundDate, found: ClockOffsets | undefined): ClockVerdict => {
    offsets = found;
    const next = found === undefined ? undefined : problemOf(found, NAMES[source]);
    if (next !== undefined && problem === undefined) {
      log.error(
        { clocks: secondsOf(found) },
        `the clock is wrong: ${next}. Until it is right, the bot posts, records, fetches and deletes nothing`,
      );
    }
    // Without any date, a wrong clock stays wrong.
    if (next === undefined && problem !== undefined && date !== undefined) {
      corrections += 1;
      log.info({ clocks: secondsOf(found) }, 'the clock is right again: the bot goes on');
    }
    if (date !== undefined) problem = next;
    if (date === undefined || problem !== undefined) return 'wrong';
    return date === 'none' ? 'unjudged' : 'right';
  };

  const judge = async (): Promise<ClockVerdict> => {
    let source: DateSource = 'slack';
    let date: FoundDate = goodDate(source);
    // An earlier date that contradicts the clock must be confirmed: its answer may have been delayed.
    const isDoubted = date !== undefined && problemOf(await compare(date), NAMES.slack) !== undefined;
    if (date === undefined || isDoubted) date = await newDate(source);
    if (date === undefined) {
      source = 'service';
      date = goodDate(source) ?? (await newDate(source));
    }
    const verdict = conclude(source, date, typeof date === 'object' ? await compare(date) : undefined);
    if (source === 'slack' && verdict === 'right') warnOfService();
    return verdict;
  };

  let judging: Promise<ClockVerdict> | undefined;
  return {
    // Concurrent callers share one check.
    verdict: () => {
      judging ??= underWay.track(judge).finally(() => {
        judging = undefined;
      });
      return underWay.wait(judging);
    },
    problem: () => problem,
    corrections: () => corrections,
    offsets: () => offsets,
  };
}

function problemOf({ process, database }: ClockOffsets, than: string): string | undefined {
  // A database in a file, or on the same machine, has the same clock.
  const isOne = Math.abs(process - database) < 1_000;
  const clocks = isOne
    ? [{ whose: 'this machine', by: process }]
    : [
        { whose: 'this process', by: process },
        { whose: 'the database', by: database },
      ];
  const off = clocks.filter(({ by }) => Math.abs(by) > MAX_OFF_MS);
  if (off.length === 0) return undefined;
  return off.map(({ whose, by }) => `the clock of ${whose} is ${offsetText(by)} ${than}'s`).join(', and ');
}

function secondsOf(offsets: ClockOffsets | undefined): object | undefined {
  if (offsets === undefined) return undefined;
  const inSeconds = (milliseconds: number) => Math.round(milliseconds / 1_000);
  return { process: inSeconds(offsets.process), database: inSeconds(offsets.database) };
}

const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const;

/** "31 days ahead of", "7 minutes behind": in the greatest unit that fits. */
function offsetText(milliseconds: number): string {
  const size = Math.abs(milliseconds);
  const [unit, length] = UNITS.find(([, each]) => size >= each - UNITS[2][1]) ?? UNITS[2];
  const count = Math.round(size / length);
  return `${count} ${unit}${count === 1 ? '' : 's'} ${milliseconds > 0 ? 'ahead of' : 'behind'}`;
}
