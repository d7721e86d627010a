import { describe, expect, test } from 'vitest';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { readingAt } from '../../../support/bot/parser/reading.ts';

const reading = await readingAt();

/** The days that `/sales` reads on Friday 20 November 2026, at noon. */
async function daysOf(text: string): Promise<string> {
  const question = await parseSales(text, reading);
  if (question.kind !== 'sales') throw new Error(`/sales ${text} was read as ${question.kind}.`);
  const { from, to } = question.days;
  return from === to ? from : `${from}..${to}`;
}

const MEANT: Readonly<Record<string, readonly string[]>> = {
  '2026-11-19': [
    ...[
      'yesterday',
      'i går',
      'i gaar',
      'i gar',
      'igår',
      'I GÅR',
      '19.11.',
      '19/11',
      'thursday',
      'torsdag',
      'thu',
    ],
    ...[
      'sist torsdag',
      'på torsdag',
      'torsdag denne uken',
      '19. november',
      'november 19',
      'nov 19th',
      '1 day ago',
    ],
    ...[
      '2026-11-19',
      '2026–11–19',
      '19.11.2026',
      '19.11.26',
      '19. nov. 2026',
      'the 19th of november',
      'last night',
    ],
  ],
  '2026-11-18': [
    'i forgårs',
    'i forgaars',
    'i forgars',
    'i førgår',
    'day before yesterday',
    'the day before yesterday',
  ],
  '2026-11-17': [
    '3 days ago',
    'three days ago',
    'for 3 dager siden',
    'for tre dagar sidan',
    'tysdag',
    'tuesday',
  ],
  '2026-11-16': ['monday', 'last monday', 'mandag', 'sist mandag', 'sist måndag', 'forrige mandag', 'man'],
  '2026-11-13': ['friday', 'fredag', 'friday last week', 'fredag i forrige uke'],
  '2026-11-14': ['lørdag', 'lordag', 'loerdag', 'laurdag', 'saturday'],
  '2026-11-15': ['søndag', 'sondag', 'sundag', 'sunday', 'sunday last week'],
  '2025-12-24': [
    '24. desember',
    '24.12.',
    'december 24',
    '24 dec',
    '24/12',
    '24. des 2025',
    'julaften',
    'julaften i fjor',
    'christmas eve',
  ],
  '2024-02-29': ['29. februar', '29.2.', '29 feb'],
  '2026-11-09..2026-11-15': [
    ...['siste uke', 'past week', '1 week ago', 'a week ago', 'for en uke siden'],
    ...['last week', 'forrige uke', 'forrige uka', 'førre veke', 'forre veke', 'sist uke', 'previous week'],
    ...['uke 46', 'uka 46', 'veke 46', 'week 46', 'w46', 'uke 46 2026', '2026-W46', 'week 46 of 2026'],
    ...['monday last week to sunday last week', '9.-15. november', '9. til 15. november', 'nov 9 - 15'],
    ...[
      '2026-11-09..2026-11-15',
      '2026-11-09…2026-11-15',
      '2026-11-09 - 2026-11-15',
      '2026-11-09–2026-11-15',
    ],
    ...[
      '2026-11-09 to 2026-11-15',
      'from 2026-11-09 to 2026-11-15',
      '9.11.-15.11.',
      '09.11.2026 til 15.11.2026',
    ],
  ],
  '2026-11-16..2026-11-19': [
    ...['this week', 'denne uken', 'denne uka', 'denne veka', 'hittil denne uken', 'week to date', 'uke 47'],
    ...[
      'since monday',
      'siden mandag',
      'from monday',
      'fra mandag',
      'monday to thursday',
      'mandag til torsdag',
    ],
    ...['last 4 days', 'siste 4 dager', '4d', '4 dager', 'mandag - i går'],
  ],
  '2026-11-01..2026-11-07': [
    ...[
      'fra 1. november til 7. november',
      '1. november til 7. november',
      '1. til 7. november',
      '1.-7. november',
    ],
    ...[
      'november 1 to november 7',
      'november 1 to 7',
      'nov 1 - nov 7',
      'between nov 1 and nov 7',
      '1-7 november',
    ],
    ...[
      'mellom 1. november og 7. november',
      '1.11. til 7.11.',
      '1.11.2026-7.11.2026',
      'f.o.m. 1.11. t.o.m. 7.11.',
    ],
    ...[
      '1. november til 7. november 2026',
      '1st to 7th of november 2026',
      'from 1 november until 7 november',
    ],
  ],
  '2026-11-13..2026-11-19': [
    ...[
      'last 7 days',
      'past 7 days',
      'last seven days',
      'siste 7 dager',
      'siste sju dager',
      'de siste 7 dagene',
    ],
    ...['siste 7 dagar', '7d', '7 days'],
  ],
  // Weeks, months and years are whole ones, however many are said and in which words.
  '2026-11-02..2026-11-15': ['last two weeks', 'siste to uker', 'siste 2 veker'],
  '2026-10-19..2026-11-15': ['last 4 weeks', 'siste 4 uker', '4 uker'],
  '2026-11-02..2026-11-08': ['two weeks ago', 'for to uker siden', '2 uker siden'],
  '2026-08-01..2026-08-31': ['three months ago', 'for tre måneder siden'],
  '2024-01-01..2025-12-31': ['last 2 years', 'siste to år'],
  '2026-07-01..2026-11-19': ['2. halvår', 'andre halvår', 'H2', 'this half-year', 'second half of 2026'],
  '2026-01-01..2026-06-30': ['1. halvår', 'første halvår 2026', 'h1 2026', 'forrige halvår', 'first half'],
  '2025-12-24..2025-12-26': ['jul', 'i julen', 'jul i fjor', 'christmas', 'christmas 2025'],
  '2025-12-27..2025-12-30': ['romjul', 'romjulen 2025', 'i romjula'],
  '2026-03-29..2026-04-06': ['påske', 'påsken 2026', 'easter', 'i påska'],
  '2025-04-13..2025-04-21': ['påske i fjor', 'easter last year'],
  '2026-04-04': ['påskeaften', 'easter saturday'],
  '2026-07-01..2026-07-31': ['juli', 'july'],
  '2026-06-01..2026-07-31': ['jun - jul', 'jun to jul'],
  '2026-07-12': ['12 jul', 'jul 12'],
  '2026-10-01..2026-10-31': [
    ...[
      'last month',
      'forrige måned',
      'forrige maaned',
      'forrige maned',
      'førre månad',
      'oktober',
      'october',
    ],
    ...['oktober 2026', 'i oktober', 'in october', 'hele oktober', '2026-10', '10/2026', '10.2026'],
  ],
  '2026-11-01..2026-11-19': [
    ...['this month', 'denne måneden', 'denne månaden', 'hittil denne måneden', 'november', 'month to date'],
    ...['siden 1. november', 'november 2026'],
  ],
  '2025-12-01..2025-12-31': ['desember', 'december', 'desember 2025'],
  '2025-12-28..2026-01-03': ['28. desember til 3. januar', '28.12.-3.1.', 'dec 28 to jan 3'],
  '2026-11-14..2026-11-15': ['last weekend', 'i helgen', 'forrige helg', 'weekend'],
  '2026-07-01..2026-09-30': ['last quarter', 'forrige kvartal', 'Q3', 'q3 2026', '3. kvartal 2026'],
  '2026-01-01..2026-11-19': ['this year', 'i år', 'hittil i år', 'ytd'],
  '2025-01-01..2025-12-31': ['last year', 'i fjor'],
};

describe.each(Object.entries(MEANT))('%s', (days, texts) => {
  test.each(texts)('is /sales %s', async (text) => {
    expect(await daysOf(text)).toBe(days);
  });
});

test.each([
  'at 7',
  '12:30',
  'now',
  'tonight at 8',
  '5 minutes ago',
  'yesterday at noon',
  'sometime',
  'uke',
  'til',
  '..',
])('/sales %s is no day', async (text) => {
  await expect(daysOf(text)).rejects.toThrow();
});
