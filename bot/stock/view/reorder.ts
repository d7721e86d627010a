import { weekdayOf } from 'retail-data-client/calendar/calendar';
import type { AnswerReader } from '../../ask/reader.ts';
import { lengthOf } from '../../text/dayRange.ts';
import type { Reorder } from '../reorder.ts';
import { stockWords } from '../words/words.ts';

const WEEK_DAYS = 7;

/** "240 (20 cases) by Thursday", with the date where the weekday alone could be misunderstood; "240 now" when due. */
export function orderText(order: Reorder, { today, language: { t, format } }: AnswerReader): string {
  const { by } = order;
  const isNear = lengthOf({ from: today, to: by }) <= WEEK_DAYS;
  const named = isNear ? format.weekday(weekdayOf(by)) : format.rangeInHeading({ from: by, to: by }, today);
  return stockWords(t).order(order, by <= today ? undefined : named);
}
