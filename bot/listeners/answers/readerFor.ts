import type { Calendar } from 'retail-data-client/calendar/calendar';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../../access/actor.ts';
import type { Rendering } from '../../slack/message.ts';
import type { AnswerReader, Labels } from '../../views/reader.ts';

/** How somebody reads figures in that rendering. */
export type ReaderFor = (actor: Actor, rendering: Rendering) => AnswerReader;

export function createReaderFor(
  calendar: Calendar,
  clock: Pick<Clock, 'now'>,
  products: Labels,
  stores: Labels,
): ReaderFor {
  const { timeZone } = calendar;
  return ({ language }, rendering) => ({
    language,
    rendering,
    timeZone,
    today: calendar.dayOf(clock.now()),
    products,
    stores,
  });
}
