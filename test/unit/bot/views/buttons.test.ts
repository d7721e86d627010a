import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { carriedCommand } from '../../../../bot/parser/formatCommand.ts';
import { idsNamed } from '../../../../bot/parser/names.ts';
import { readWhole } from '../../../../bot/parser/parseQuestion.ts';
import type { FiguresQuestion } from '../../../../bot/questions/answer.ts';
import { followUpsOf } from '../../../../bot/questions/followUps.ts';
import { buttonBlocks } from '../../../../bot/views/buttons.ts';
import { numbers, reading, sales, stock, stores } from '../../../support/bot/parser/questions.ts';
import fc from '../../../support/property.ts';

const { vocabulary, calendar, now } = reading;
const context = {
  calendar,
  now,
  idsNamed: (name: Parameters<typeof idsNamed>[0]) => idsNamed(name, vocabulary),
};
const { t } = languageFor('en');

/** Long lists too, of which not every button fits. */
const listed = numbers(250, 100).map(
  (productIds) => ({ command: 'stock', kind: 'products', productIds }) as const,
);
const sold = fc
  .tuple(numbers(100), numbers(100), fc.constantFrom('product', 'store', 'day' as const))
  .map(([productIds, storeIds, by]): FiguresQuestion => {
    const days = { from: '2026-11-09', to: '2026-11-15' };
    return { command: 'sales', kind: 'sales', days, productIds, storeIds, by };
  });
const asked = fc
  .oneof(stock, sales, stores, listed, sold)
  .filter(
    (question) => question.kind !== 'form' && question.kind !== 'help',
  ) as fc.Arbitrary<FiguresQuestion>;

function buttonsOf(question: FiguresQuestion) {
  const followUps = followUpsOf(question, context, true);
  const wanted = { followUps, csv: true, share: true, change: true };
  const blocks = buttonBlocks({ command: carriedCommand(question), ...wanted }, t);
  const buttons = blocks.flatMap((block) =>
    block.type === 'actions' ? block.elements.filter((element) => element.type === 'button') : [],
  );
  return {
    followUps,
    buttons: buttons.map(({ action_id = '', value = '' }) => ({ name: action_id, value })),
  };
}

test('what a button carries is read as its question, and Slack takes all of a message', () => {
  fc.assert(
    fc.property(asked, (question) => {
      const { followUps, buttons } = buttonsOf(question);
      for (const { name, value } of buttons) {
        expect(value.length).toBeLessThanOrEqual(2_000);
        const next = followUps.find((followUp) => `answer_${followUp.name}` === name)?.question;
        expect(readWhole(value, reading)).toEqual(next ?? question);
      }
      const characters = buttons.reduce((sum, { value }) => sum + value.length, 0);
      expect(characters).toBeLessThanOrEqual(4_000);
    }),
    { numRuns: 500 },
  );
});

test('of a long question the least important buttons are left out', () => {
  const productIds = Array.from({ length: 100 }, (_, at) => String(10_000_000 + at));
  const days = { from: '2026-11-09', to: '2026-11-15' };
  const question = { command: 'sales', kind: 'sales', days, storeIds: [], by: 'day' } as const;
  const namesOf = (ids: readonly string[]) =>
    buttonsOf({ ...question, productIds: ids }).buttons.map(({ name }) => name);
  expect(namesOf(productIds)).toEqual(['answer_by_product', 'answer_csv', 'answer_share', 'form_change']);
  expect(namesOf(productIds.slice(0, 50))).toHaveLength(7);
  expect(namesOf(productIds.map((id) => `${id}0123456789`.slice(0, 15)))).toEqual([
    'answer_csv',
    'form_change',
  ]);
  expect(namesOf(productIds.map((id) => id.repeat(3)))).toEqual([]);
});
