import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parse/parseError.ts';
import { EVERYTHING } from '../../../../bot/parse/selection.ts';
import { parseSalesAlert } from '../../../../bot/sales/alerts/parse.ts';
import {
  isBack,
  isBeyond,
  readStored,
  type SalesAlertRule,
  writeAlert,
} from '../../../../bot/sales/alerts/rule.ts';
import { reading, selections } from '../../../support/bot/parse/questions.ts';
import fc from '../../../support/property.ts';

const read = (words: string) => parseSalesAlert(words, reading);

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
  ['brus in oslo without product:1101 -5%', 'product:"brus" store:"oslo" without product:1101 -5%'],
])('%s', (typed, written) => {
  expect(writeAlert(read(typed))).toBe(written);
});

test.each([
  ['oslo', ['oslo -30%', 'oslo +50%'], 'Add a change, for example "-30%" or "+50%".'],
  ['oslo under 100', ['oslo -30%', 'oslo +50%'], 'For units in stock, use "/stock alert 1101 below 100".'],
  ['hvis oslo er < 1 000', ['oslo -30%', 'oslo +50%'], 'Sales alerts take a change in per cent'],
  ['oslo 20%', ['oslo -20%', 'oslo +20%'], '"20%" needs a sign'],
  ['up -20%', ['-20%', '+20%'], '"up -20%" needs a sign'],
  ['oslo -120%', ['oslo -30%'], 'can\'t have the change "-120%"'],
  ['oslo +12,5 %', ['oslo +50%'], 'can\'t have the change "+12,5 %"'],
  ['oslo -30% month on month', ['oslo -30%'], 'Leave out "month on month".'],
  ['oslo -30% måned mot måned', ['oslo -30%'], 'Leave out "måned mot måned".'],
  ['oslo -30% yesterday', ['oslo -30%'], 'Leave out "yesterday".'],
  ['oslo vs stavanger -30%', ['oslo stavanger -30%'], 'Leave out "vs" here.'],
  ['returns -30%', ['-30%'], 'Leave out "returns".'],
  ['oslo by store -30%', ['oslo -30%'], 'Leave out the grouping.'],
  ['ossslo -30%', ['store:143 -30%', 'store:201 -30%'], 'called "ossslo"'],
])('%s is refused, with words that can be read', (typed, fixes, sentence) => {
  const mistake = mistakeIn(typed);
  expect(mistake.message).toContain(sentence);
  expect(mistake.sentence(languageFor('nb').t)).not.toBe(mistake.message);
  expect(mistake.fixes).toEqual(fixes);
  for (const fix of fixes) expect(writeAlert(read(fix))).not.toBe('');
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

const rule: fc.Arbitrary<SalesAlertRule> = fc
  .tuple(fc.oneof(fc.integer({ min: -100, max: -1 }), fc.integer({ min: 1, max: 1_000 })), selections)
  .map(([percent, selection]) => ({ percent, selection }));

test('every rule can be written, and is read as the same; so is the stored one', () => {
  fc.assert(
    fc.property(rule, (asked) => {
      expect(read(writeAlert(asked))).toEqual(asked);
      expect(JSON.stringify(readStored(JSON.parse(JSON.stringify(read(writeAlert(asked))))))).toBe(
        JSON.stringify(asked),
      );
    }),
    { numRuns: 300 },
  );
});

test.each([
  null,
  {},
  { percent: 0, selection: EVERYTHING },
  { percent: -101, selection: EVERYTHING },
  { percent: -30, selection: { ...EVERYTHING, product: { ids: [1], names: [] } } },
  { percent: -30, selection: { ...EVERYTHING, without: 'gin' } },
  {
    percent: -30,
    selection: { ...EVERYTHING, store: { ids: [], names: [{ kind: 'city', words: 'oslo' }] } },
  },
])('another stored rule is left to a newer version: %j', (stored) => {
  expect(readStored(stored)).toBeUndefined();
});

test('a change is beyond its line at the line, and back five points before it', () => {
  const sides = (percent: number, changes: readonly number[]) =>
    changes.map((change) =>
      isBeyond(change, { percent }) ? 'beyond' : isBack(change, { percent }) ? 'back' : 'between',
    );
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
