import { describe, expect, test } from 'vitest';
import { formatterFor } from '../../../../bot/language/formatter.ts';

const norwegian = formatterFor('nb');
const english = formatterFor('en');

/** A blank at which no line breaks. */
const FIXED = '\u00a0';
/** All of time: no week or month is cut by it. */
const ALWAYS = { from: '2000-01-01', to: '2099-12-31' };

describe('days', () => {
  test.each([
    ['2026-01-01', 'tor. 1. jan. 2026', 'Thu 1 Jan 2026', '1. jan.'],
    ['2024-02-29', 'tor. 29. feb. 2024', 'Thu 29 Feb 2024', '29. feb.'],
    ['2026-03-03', 'tir. 3. mars 2026', 'Tue 3 Mar 2026', '3. mars'],
    ['2026-04-05', 'søn. 5. apr. 2026', 'Sun 5 Apr 2026', '5. apr.'],
    ['2026-05-17', 'søn. 17. mai 2026', 'Sun 17 May 2026', '17. mai'],
    ['2026-06-06', 'lør. 6. juni 2026', 'Sat 6 Jun 2026', '6. juni'],
    ['2026-07-01', 'ons. 1. juli 2026', 'Wed 1 Jul 2026', '1. juli'],
    ['2026-09-01', 'tir. 1. sep. 2026', 'Tue 1 Sept 2026', '1. sep.'],
    ['2026-10-12', 'man. 12. okt. 2026', 'Mon 12 Oct 2026', '12. okt.'],
    ['2026-11-20', 'fre. 20. nov. 2026', 'Fri 20 Nov 2026', '20. nov.'],
    ['2026-12-31', 'tor. 31. des. 2026', 'Thu 31 Dec 2026', '31. des.'],
  ])('%s', (day, long, inEnglish, short) => {
    expect(norwegian.day(day)).toBe(long);
    expect(english.day(day)).toBe(inEnglish);
    expect(norwegian.shortDay(day)).toBe(short);
  });

  test.each([
    ['2026-11-20', '2026-11-20', 'fre. 20. nov. 2026', '20. nov.'],
    ['2026-11-09', '2026-11-15', 'man. 9. nov. – søn. 15. nov. 2026', '9.–15. nov.'],
    ['2026-10-30', '2026-11-02', 'fre. 30. okt. – man. 2. nov. 2026', '30. okt. – 2. nov.'],
    ['2026-12-28', '2027-01-03', 'man. 28. des. 2026 – søn. 3. jan. 2027', '28. des. – 3. jan.'],
    ['2025-11-09', '2026-11-08', 'søn. 9. nov. 2025 – søn. 8. nov. 2026', '9. nov. – 8. nov.'],
  ])('%s to %s', (from, to, long, short) => {
    expect(norwegian.range({ from, to })).toBe(long);
    expect(norwegian.shortRange({ from, to })).toBe(short);
  });

  test('weekdays', () => {
    expect([1, 2, 3, 4, 5, 6, 7].map((weekday) => norwegian.weekday(weekday))).toEqual([
      'mandag',
      'tirsdag',
      'onsdag',
      'torsdag',
      'fredag',
      'lørdag',
      'søndag',
    ]);
  });

  test('runs of days, and no more than can be read', () => {
    const days = ['2026-11-09', '2026-11-10', '2026-11-11', '2026-11-14'];
    expect(norwegian.days(days)).toBe('9.–11. nov., 14. nov.');
    const scattered = ['02', '04', '06', '08', '10', '12'].map((date) => `2026-11-${date}`);
    expect(norwegian.days(scattered)).toBe('2. nov., 4. nov., 6. nov., 8. nov. og 2 til');
  });

  test('an instant, also on the other side of midnight', () => {
    const instant = Date.parse('2026-11-20T23:31:00Z');
    expect(norwegian.instant(instant, 'Europe/Oslo')).toBe('lør. 21. nov. 2026 kl. 00:31');
    expect(norwegian.time(instant, 'Europe/Oslo')).toBe('00:31');
  });
});

describe('weeks and months', () => {
  test.each([
    ['2026-W01', 'uke 1 (29. des. 2025 – 4. jan. 2026)', 'Week 1 (29 Dec 2025 – 4 Jan 2026)', 'u01'],
    ['2026-W47', 'uke 47 (16.–22. nov. 2026)', 'Week 47 (16–22 Nov 2026)', 'u47'],
    ['2026-W44', 'uke 44 (26. okt. – 1. nov. 2026)', 'Week 44 (26 Oct – 1 Nov 2026)', 'u44'],
    ['2026-W53', 'uke 53 (28. des. 2026 – 3. jan. 2027)', 'Week 53 (28 Dec 2026 – 3 Jan 2027)', 'u53'],
  ])('%s', (week, long, inEnglish, short) => {
    expect(norwegian.week(week, ALWAYS)).toBe(long);
    expect(english.week(week, ALWAYS)).toBe(inEnglish);
    expect(norwegian.shortWeek(week, ALWAYS)).toBe(short);
  });

  test('a week that the period cuts is told by its days', () => {
    const until = (to: string) => ({ from: '2026-11-01', to });
    expect(norwegian.week('2026-W47', until('2026-11-19'))).toBe('uke 47 (bare 16.–19. nov. 2026)');
    expect(norwegian.week('2026-W47', until('2026-11-16'))).toBe('uke 47 (bare 16. nov. 2026)');
    expect(norwegian.shortWeek('2026-W47', until('2026-11-19'))).toBe('16.–19. nov.');
    expect(norwegian.shortWeek('2026-W47', until('2026-11-16'))).toBe('16. nov.');
  });

  test('months', () => {
    expect(norwegian.month('2026-11', ALWAYS)).toBe('nov. 2026');
    expect(norwegian.month('2026-05', ALWAYS)).toBe('mai 2026');
    expect(norwegian.month('2026-11', { from: '2026-11-01', to: '2026-11-19' })).toBe('1.–19. nov. 2026');
    expect(norwegian.month('2026-11', { from: '2026-11-30', to: '2026-12-19' })).toBe('30. nov. 2026');
  });
});

describe('numbers', () => {
  test.each([
    [norwegian.units(1_234_567), `1${FIXED}234${FIXED}567`],
    [norwegian.units(-1_234), `−1${FIXED}234`],
    [norwegian.quantity(0.5), '0,5'],
    [norwegian.litres(1_234_567), `1${FIXED}234,6`],
    [norwegian.litres(-750), '−0,8'],
    [norwegian.litres(0), '0,0'],
    // One decimal would show these sales as 0.
    [norwegian.litres(49), '0,049'],
    [norwegian.litres(-20), '−0,020'],
    [norwegian.litres(50), '0,1'],
    [norwegian.litres(1_234_567_890_123), `1${FIXED}234${FIXED}567${FIXED}890,1`],
    [norwegian.litresChange(-3_000), '−3,0'],
    [norwegian.litresChange(12_345), '+12,3'],
    [norwegian.litresChange(33), '+0,033'],
    [norwegian.change(-3), '−3'],
    [norwegian.change(0), '±0'],
    [norwegian.change(1_234), `+1${FIXED}234`],
    [norwegian.percent(12.5), `12,5${FIXED}%`],
    [norwegian.percentChange(-12.54), `−12,5${FIXED}%`],
    [norwegian.tenths(12.34), '12,3'],
  ])('%s', (written, expected) => {
    expect(written).toBe(expected);
  });

  test.each([
    [0, '0 varer'],
    [1, '1 vare'],
    [2, '2 varer'],
    [1_234, `1${FIXED}234 varer`],
  ])('%i in words', (count, words) => {
    expect(norwegian.counted(count, 'vare', 'varer')).toBe(words);
  });

  test('a list of which some are not shown', () => {
    expect(norwegian.list(['1101', '90210'], 0)).toBe('1101, 90210');
    expect(norwegian.list(['1101', '90210'], 1_234)).toBe(`1101, 90210 og 1${FIXED}234 til`);
  });
});

test('the numbers follow the language of the words', () => {
  const written = (language: 'en' | 'nb') => {
    const format = formatterFor(language);
    return [format.day('2026-11-20'), format.litres(1_234_567), format.percent(12.5)];
  };
  expect(written('en')).toEqual(['Fri 20 Nov 2026', '1,234.6', '12.5%']);
  expect(written('nb')).toEqual(['fre. 20. nov. 2026', `1${FIXED}234,6`, `12,5${FIXED}%`]);
});

test.each([
  ['2026-11-20', '2026-11-20', 'Fri 20 Nov', 'fre. 20. nov.'],
  ['2025-11-20', '2025-11-20', 'Thu 20 Nov 2025', 'tor. 20. nov. 2025'],
  ['2026-11-16', '2026-11-22', '16–22 Nov', '16.–22. nov.'],
  ['2026-10-28', '2026-11-03', '28 Oct – 3 Nov', '28. okt. – 3. nov.'],
  ['2025-12-29', '2026-01-04', '29 Dec 2025 – 4 Jan 2026', '29. des. 2025 – 4. jan. 2026'],
])('a heading of %s to %s leaves out the year of today', (from, to, english, norwegian) => {
  expect(formatterFor('en').rangeInHeading({ from, to }, '2026-11-24')).toBe(english);
  expect(formatterFor('nb').rangeInHeading({ from, to }, '2026-11-24')).toBe(norwegian);
});
