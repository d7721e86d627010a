import { describe, expect, test } from 'vitest';
import { scheduleIn, writeSchedule } from '../../../../bot/standing/every.ts';

/** The schedule at the end of a text, and what stands before it. */
function read(text: string): string {
  const found = scheduleIn(text);
  if (found === undefined) return 'none';
  const { words, said } = found;
  if ('refused' in said) return `${words} | refused: ${said.refused} ${said.typed}`;
  const { cadence, weekdays, time = '-', rows = '-' } = said;
  return `${words} | ${cadence} ${weekdays} ${time} ${rows}`;
}

describe('a schedule at the end of a question', () => {
  test.each([
    ['last week by:store every monday at 08:00', 'last week by:store | weekly 1 08:00 -'],
    ['low 14 group:gin every weekday at 09:00', 'low 14 group:gin | daily 12345 09:00 day'],
    ['forrige uke hver mandag kl. 08:00', 'forrige uke | weekly 1 08:00 -'],
    ['forrige uke kvar måndag kl 8', 'forrige uke | weekly 1 08:00 -'],
    ['i går hver hverdag kl 7.30', 'i går | daily 12345 07:30 day'],
    ['alle hverdager kl. 9', ' | daily 12345 09:00 day'],
    ['every day', ' | daily 1234567 - day'],
    ['gin every morning at 8am', 'gin | daily 1234567 08:00 -'],
    ['every monday morning', ' | weekly 1 - -'],
    ['every monday and thursday at 8:30 pm', ' | daily 14 20:30 -'],
    ['hver mandag, onsdag og fredag', ' | daily 135 - -'],
    ['every mon-fri at 10', ' | daily 12345 10:00 -'],
    ['last month every month', 'last month | monthly 1234567 - month'],
    ['hver uke', ' | weekly 1 - week'],
    ['weekly at 08:00', ' | weekly 1 08:00 week'],
    ['daglig kl 8', ' | daily 1234567 08:00 day'],
    ['mondays at 8', ' | weekly 1 08:00 -'],
    ['open now oslo every day 09:00', 'open now oslo | daily 1234567 09:00 day'],
    ['last week every day every monday at 8', 'last week every day | weekly 1 08:00 -'],
    ['gin every friday at 16:00, please', 'gin | weekly 5 16:00 -'],
    ['hver mandag kl. 08:00 salg forrige uke per butikk', 'salg forrige uke per butikk | weekly 1 08:00 -'],
    ['every weekday at 8:30 am send me stock', 'send me stock | daily 12345 08:30 day'],
    // Rows, stores and periods are no schedule.
    ['last week weekly', 'none'],
    ['monday', 'none'],
    ['each store', 'none'],
    ['every day last week', 'none'],
    ['store:"hver dag"', 'none'],
    ['gin at 08:00', 'none'],
    // Never shortened to what could be set.
    ['every other monday at 8', ' | refused: interval every other monday at 8'],
    ['annenhver uke', ' | refused: interval annenhver uke'],
    ['gin every 2 weeks', 'gin | refused: interval every 2 weeks'],
    ['hver tredje dag', ' | refused: interval hver tredje dag'],
    ['every first monday', ' | refused: nth every first monday'],
    ['first monday of every month', ' | refused: nth first monday of every month'],
    ['every quarter', ' | refused: unit every quarter'],
    ['hvert kvartal kl 8', ' | refused: unit hvert kvartal kl 8'],
    ['every day at 25:00', ' | refused: time at 25:00'],
    ['every day at', ' | refused: time at'],
  ])('%s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  test.each([
    'every day at 08:30',
    'every weekday at 09:00',
    'every monday, thursday at 09:00',
    'every week',
    'every month at 07:00',
    'every friday at 16:00',
  ])('is written as it is read: %s', (text) => {
    const found = scheduleIn(text);
    if (found === undefined || 'refused' in found.said) throw new Error('it is one');
    expect(writeSchedule(found.said)).toBe(text);
  });
});
