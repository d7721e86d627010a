import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { EVERYTHING } from '../../../../bot/parse/selection.ts';
import { SALES_MEASURES } from '../../../../bot/sales/alerts.ts';
import type { Rule } from '../../../../bot/standing/line.ts';
import { readRule } from '../../../../bot/standing/readAlert.ts';
import { readStored, ruleOf } from '../../../../bot/standing/subject.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { reading, selections } from '../../../support/bot/parse/questions.ts';
import fc, { longRuns } from '../../../support/property.ts';

const { sales } = alertSubjects();
const read = (words: string) => readRule(sales, words, reading);

test.each([
  ['oslo -30% week on week', 'store:"oslo" -30%'],
  ['oslo −30 % uke mot uke', 'store:"oslo" -30%'],
  ['-30 % oslo', 'store:"oslo" -30%'],
  ['oslo -30', 'store:"oslo" -30%'],
  ['gruppe:cider ned 30 %', 'group:"Cider" -30%'],
  ['group:cider down 30%', 'group:"Cider" -30%'],
  ['+50%', '+50%'],
  ['all up 50 percent w/w', '+50%'],
  ['when sales in oslo fall by more than 30 % compared with the week before', 'store:"oslo" -30%'],
  ['if sales in oslo drop by 20%', 'store:"oslo" -20%'],
  ['oslo sales fall 20%', 'store:"oslo" -20%'],
  ['hvis salget i oslo og stavanger stiger med 20 prosent eller mer', 'store:"oslo" store:"stavanger" +20%'],
  ['oslo when down 30%', 'store:"oslo" -30%'],
  ['oslo når ned 30', 'store:"oslo" -30%'],
  ['oslo by:store when down 30%', 'store:"oslo" by:store -30%'],
  ['gruppe:cider per butikk ned 30 %', 'group:"Cider" by:store -30%'],
  ['oslo under 100 litres', 'store:"oslo" below 100 litres'],
  ['when oslo falls below 1 000 liter', 'store:"oslo" below 1000 litres'],
  ['compare last month oslo when down 30%', 'last month store:"oslo" -30%'],
  ['oslo last week when up 50%', 'last week store:"oslo" +50%'],
  [
    'last week vs the same week last year oslo -30%',
    'last week vs the same week last year store:"oslo" -30%',
  ],
  ['if oslo sells 50% more than last week', 'store:"oslo" +50%'],
  ['når oslo selger 20 % mindre enn forrige uke', 'store:"oslo" -20%'],
  ['oslo compare last 7 days -30%', 'store:"oslo" -30%'],
  ['brus in oslo without product:1101 -5%', 'product:"brus" store:"oslo" without product:1101 -5%'],
])('%s', (typed, written) => {
  expect(read(typed).typed.replace('when ', '')).toBe(written);
});

test.each([
  ['oslo', ['oslo -30%', 'oslo +50%'], 'Add a change, for example "-30%" or "+50%".'],
  ['oslo under 100', ['oslo -30%', 'oslo +50%'], 'For units in stock, use "/stock 1101 when below 100".'],
  ['hvis oslo er < 1 000', ['oslo -30%', 'oslo +50%'], 'Sales alerts take a change in per cent'],
  ['oslo 20%', ['oslo -20%', 'oslo +20%'], '"20%" needs a sign'],
  ['up -20%', ['-20%', '+20%'], '"up -20%" needs a sign'],
  ['oslo -120%', ['oslo -30%'], 'can\'t have the change "-120%"'],
  ['oslo +12,5 %', ['oslo +30%'], 'can\'t have the change "12,5%"'],
  ['oslo -30% month on month', ['oslo -30%'], '"month on month". Leave it out.'],
  ['oslo -30% måned mot måned', ['oslo -30%'], '"måned mot måned". Leave it out.'],
  ['oslo 2026-11-03 -30%', ['oslo -30%'], 'never changes'],
  ['oslo compare october when down 30%', ['oslo when down 30%'], 'never changes'],
  ['oslo vs stavanger -30%', ['oslo stavanger -30%'], '"vs". Leave it out.'],
  ['returns -30%', ['-30%'], '"returns". Leave it out.'],
  ['oslo by week -30%', ['oslo -30%'], 'Leave out the other rows.'],
  ['ossslo -30%', ['store:143 -30%', 'store:201 -30%'], 'called "ossslo"'],
])('%s is refused, with words that can be read', (typed, fixes, sentence) => {
  const mistake = mistakeIn(typed);
  expect(mistake.message).toContain(sentence);
  expect(mistake.sentence(languageFor('nb').t)).not.toBe(mistake.message);
  expect(mistake.fixes).toEqual(fixes.map((fix) => `/sales ${fix}`));
  for (const fix of fixes) expect(read(fix).typed).not.toBe('');
});

function mistakeIn(typed: string): ParseError {
  try {
    read(typed);
  } catch (error) {
    if (error instanceof ParseError) return error;
    throw error;
  }
  throw new Error(`${typed} was read`);
}

const rule: fc.Arbitrary<Rule> = fc
  .tuple(fc.oneof(fc.integer({ min: -100, max: -1 }), fc.integer({ min: 1, max: 1_000 })), selections)
  .map(([line, selection]) => ({ measure: 'change', is: line < 0 ? 'below' : 'above', line, selection }));

test('every rule can be written, and is read as the same; so is the stored one', () => {
  fc.assert(
    fc.property(rule, (asked) => {
      const stored = readStored(sales, JSON.stringify(asked));
      expect(stored?.json).toBe(JSON.stringify(asked));
      expect(read(stored?.typed ?? '').json).toBe(stored?.json);
    }),
    { numRuns: longRuns(300) },
  );
});

const FALL = { measure: 'change', is: 'below', line: -30 };

test.each([
  null,
  {},
  { measure: 'change', is: 'beside', line: 0, selection: EVERYTHING },
  { measure: 'profit', is: 'below', line: 5, selection: EVERYTHING },
  { ...FALL, selection: { ...EVERYTHING, product: { ids: [1], names: [] } } },
  { ...FALL, selection: { ...EVERYTHING, without: 'gin' } },
  {
    percent: -30,
    selection: { ...EVERYTHING, store: { ids: [], names: [{ kind: 'city', words: 'oslo' }] } },
  },
])('another stored rule is left to a newer version: %j', (stored) => {
  expect(readStored(sales, JSON.stringify(stored))).toBeUndefined();
});

test('a change is beyond its line at the line, and back five points before it', () => {
  const { change } = SALES_MEASURES;
  if (change === undefined) throw new Error('sales have a change');
  const sides = (line: number, changes: readonly number[]) => {
    const { isBeyond, isBack } = ruleOf(
      sales,
      { measure: 'change', is: line < 0 ? 'below' : 'above', line, selection: EVERYTHING },
      change,
    );
    return changes.map((each) => (isBeyond(each) ? 'beyond' : isBack(each) ? 'back' : 'between'));
  };
  expect(sides(-30, [-30.001, -30, -29.999, -25.001, -25, 10])).toEqual([
    'beyond',
    'beyond',
    'between',
    'between',
    'back',
    'back',
  ]);
  expect(sides(50, [50.001, 50, 49.999, 45.001, 45])).toEqual([
    'beyond',
    'beyond',
    'between',
    'between',
    'back',
  ]);
});
