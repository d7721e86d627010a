import { expect, test } from 'vitest';
import { buttonBlocks } from '../../../../bot/ask/buttons.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { idsNamedIn } from '../../../../bot/parse/names.ts';
import { salesFollowUps } from '../../../../bot/sales/followUps.ts';
import { stockFollowUps } from '../../../../bot/stock/followUps.ts';
import { type Figures, figuresIn, writeCommand } from '../../../support/bot/parse/commands.ts';
import { numbers, reading, sales, stock, stores } from '../../../support/bot/parse/questions.ts';
import { selecting } from '../../../support/bot/selecting.ts';
import fc, { longRuns } from '../../../support/property.ts';

const { vocabulary, calendar, now } = reading;
const context = {
  calendar,
  now,
  idsNamed: idsNamedIn(vocabulary),
};
const { t } = languageFor('en');

/** Long lists too, of which not every button fits. */
const listed = numbers(250, 100).map(
  (ids) => ({ command: 'stock', kind: 'products', selection: selecting(ids) }) as const,
);
const sold = fc
  .tuple(numbers(100), numbers(100), fc.constantFrom('product', 'store', 'day' as const))
  .map(([products, stores, by]): Figures => {
    const days = { from: '2026-11-09', to: '2026-11-15' };
    return { command: 'sales', kind: 'sales', days, selection: selecting(products, stores), by };
  });
const asked = fc
  .oneof(stock, sales, stores, listed, sold)
  .filter((question) => question.kind !== 'form' && question.kind !== 'help') as fc.Arbitrary<Figures>;

function followUpsOf(question: Figures) {
  if (question.command === 'stores') return [];
  return question.command === 'stock'
    ? stockFollowUps(question)
    : salesFollowUps(question, { isNone: false, isChanged: true }, context);
}

function buttonsOf(question: Figures) {
  const followUps = followUpsOf(question);
  const command = writeCommand(question);
  const wanted = { followUps, rows: true, share: true, change: true, menu: [] };
  const isCarried = command.length <= 2_000 && command !== '/stock help';
  const blocks = buttonBlocks({ command: isCarried ? command : undefined, ...wanted }, t);
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
        const next = followUps.find((followUp) => `answer_${followUp.name}` === name)?.command;
        const read = figuresIn(value, reading);
        expect(read).toBeDefined();
        if (next === undefined) expect(read).toEqual(question);
      }
      const characters = buttons.reduce((sum, { value }) => sum + value.length, 0);
      expect(characters).toBeLessThanOrEqual(4_000);
    }),
    { numRuns: longRuns(500) },
  );
});

test('of a long question the least important buttons are left out', () => {
  const productIds = Array.from({ length: 100 }, (_, at) => String(10_000_000 + at));
  const days = { from: '2026-11-09', to: '2026-11-15' };
  const question = { command: 'sales', kind: 'sales', days, by: 'day' } as const;
  const namesOf = (ids: readonly string[]) =>
    buttonsOf({ ...question, selection: selecting(ids) }).buttons.map(({ name }) => name);
  expect(namesOf(productIds)).toEqual(['answer_by_product', 'answer_csv', 'answer_share', 'form_change']);
  expect(namesOf(productIds.slice(0, 50))).toHaveLength(7);
  expect(namesOf(productIds.map((id) => `${id}0123456789`.slice(0, 15)))).toEqual([
    'answer_csv',
    'form_change',
  ]);
  expect(namesOf(productIds.map((id) => id.repeat(3)))).toEqual([]);
});
