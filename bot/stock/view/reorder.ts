import { weekdayOf } from 'retail-data-client/calendar/calendar';
import type { Language } from '../../language/language.ts';
import { lengthOf } from '../../text/dayRange.ts';
import type { Reorder } from '../reorder.ts';
import { stockWords } from '../words/words.ts';

const WEEK_DAYS = 7;

/** "240 (20 packs) by Thursday", with the date where the weekday alone could be misunderstood; "240 now" when due. */
export function orderInSentence(order: Reorder, today: string, { t, format }: Language): string {
  const { by } = order;
  const isNear = lengthOf({ from: today, to: by }) <= WEEK_DAYS;
  const named = isNear ? format.weekday(weekdayOf(by)) : format.rangeInHeading({ from: by, to: by }, today);
  return stockWords(t).order(order, by <= today ? undefined : named);
}

/** "240 (20 packs) by Thu 26 Nov": a table is read on other days too. */
export function orderInTable(order: Reorder, today: string, { t, format }: Language): string {
  const { by } = order;
  const dated = format.rangeInHeading({ from: by, to: by }, today);
  return stockWords(t).order(order, by <= today ? undefined : dated);
}
