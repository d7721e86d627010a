import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { DatabaseClock } from '../database/clock.ts';
import { lengthOf } from '../text/dayRange.ts';
import { judge } from './judge.ts';
import type { AlertFigures, Crossed, ItemState } from './line.ts';
import type { AlertRule } from './subject.ts';

/* What an alert would have posted over the stored days. */

const MOST_DAYS = 120;
/** A person waits for it. */
const LONGEST_MS = 4_000;
/** Fewer say nothing of how often it posts. */
const FEWEST_DAYS = 14;
const [WEEK, MONTH] = [7, 30];

/** A day on which an alert would have posted. */
export interface Post {
  readonly day: string;
  readonly crossed: readonly Crossed[];
}

export interface LookBack {
  /** The first day with figures. */
  readonly from: string;
  readonly posts: readonly Post[];
  /** Whether that is more than once a week. */
  readonly isOften: boolean;
  /** Then one that would have posted about once a month; undefined where there is none. */
  readonly calmer: AlertRule | undefined;
}

/** Undefined while too few days are stored. As many days as can be read in a few seconds. */
export async function lookBack(
  rule: AlertRule,
  last: string,
  calendar: Pick<Calendar, 'addDays'>,
  time: Pick<DatabaseClock, 'now'>,
): Promise<LookBack | undefined> {
  const until = (await time.now()) + LONGEST_MS;
  const days: AlertFigures[] = [];
  for (let back = 0; back < MOST_DAYS && (await time.now()) < until; back += 1) {
    const day = calendar.addDays(last, -back);
    const found = await rule.figures(day);
    if (found?.day === day && found.figures.size > 0) days.unshift(found);
  }
  const from = days[0]?.day ?? last;
  const length = lengthOf({ from, to: last });
  if (length < FEWEST_DAYS) return undefined;
  const posts = postsOf(rule, days);
  const isOften = posts.length * WEEK > length;
  const isCalm = (each: AlertRule) => postsOf(each, days).length <= Math.max(1, length / MONTH);
  return { from, posts, isOften, calmer: isOften ? rule.calmer().find(isCalm) : undefined };
}

/** `days`: the oldest first. */
function postsOf(rule: AlertRule, days: readonly AlertFigures[]): readonly Post[] {
  const states = new Map<string, ItemState>();
  return days.flatMap((figures) => {
    const judged = judge(rule, figures, [...states.values()]);
    for (const state of judged.states) states.set(state.item, state);
    return judged.crossed.length === 0 ? [] : [{ day: figures.day, crossed: judged.crossed }];
  });
}
