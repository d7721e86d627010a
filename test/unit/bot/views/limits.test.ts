import { ConnectionError, InvalidInputError, type Store } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import type { Answer } from '../../../../bot/questions/answer.ts';
import { followUpsOf } from '../../../../bot/questions/followUps.ts';
import { type Message, RENDERINGS, type Rendering } from '../../../../bot/slack/message.ts';
import { answerMessage } from '../../../../bot/views/answer.ts';
import { buttonBlocks } from '../../../../bot/views/buttons.ts';
import { failureMessage, mistakeMessage } from '../../../../bot/views/mistake.ts';
import { ANSWERS } from '../../../support/answers.ts';
import { activeMarksOf, FOREIGN } from '../../../support/bot/foreignText.ts';
import { calendar } from '../../../support/bot/time.ts';
import {
  comparisonOf,
  DAY,
  level,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
  storesAnswerOf,
} from '../../../support/bot/views/figures.ts';
import fc from '../../../support/property.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

type Draw = (rendering: Rendering) => Message;

const EVERY_RENDERING: readonly Rendering[] = [...RENDERINGS, 'codeLines'];

function expectSendable(draw: Draw): void {
  for (const rendering of EVERY_RENDERING) {
    const message = draw(rendering);
    expect(limitBreachesOf(message, 'message'), rendering).toEqual([]);
    expect(activeMarksOf(message), rendering).toEqual([]);
  }
}

/** Every message the bot can send, with this text in all the places where the service's own text stands. */
function messagesWith(text: string): Record<string, Draw> {
  const levels = Array.from({ length: 30 }, (_, at) => ({
    ...level(`${text}${at}`, at % 4),
    updatedDate: text,
    updatedTime: text,
  }));
  const ids = levels.map(({ productId }) => productId);
  const rows = ids.map((id, at) => stockRowOf(id, at % 4));
  const groups = ids.map((id, at) => salesGroup(id, (at + 1) * 1_001, { returnedMillilitres: at }));
  const stores = Array.from({ length: 30 }, () => ({ store: storeWith(text), kilometres: 1.25 }));
  const labels = { label: (id: string) => `${id} ${text}`, nameOf: () => text };
  const answers: Record<string, Answer> = {
    stock: stockAnswerOf(rows, { updatedTime: text }),
    'stock that changed': stockAnswerOf(rows, {
      question: { command: 'stock', kind: 'changes', scope: 'all' },
      appeared: { count: ids.length, first: ids },
      gone: { count: ids.length, first: ids },
    }),
    'stock of products': stockAnswerOf(rows, {
      question: { command: 'stock', kind: 'products', productIds: ids },
      unknown: ids,
    }),
    'stock of a product': stockAnswerOf(rows.slice(1, 2), {
      unknown: [text],
      updatedTime: text,
      detail: {
        history: [
          { businessDate: '2026-11-19', stock: 4 },
          { businessDate: '2026-11-20', stock: -1 },
        ],
        trend: undefined,
      },
    }),
    'stock in a period': stockHistoryOf(
      Array.from({ length: 731 }, (_, at) => [calendar.addDays('2024-11-20', at), at % 40] as const),
      {
        question: {
          command: 'stock',
          kind: 'history',
          productIds: [...ids, text],
          days: { from: '2024-11-20', to: '2026-11-20' },
        },
        unknown: ids,
      },
    ),
    sales: salesAnswerOf(groups, {
      question: { command: 'sales', kind: 'sales', days: DAY, productIds: ids, storeIds: ids, by: 'store' },
    }),
    'no sales': salesAnswerOf([], {
      question: { command: 'sales', kind: 'sales', days: DAY, productIds: ids, storeIds: ids, by: 'store' },
    }),
    comparison: comparisonOf(groups, groups),
    'comparison of few': comparisonOf(groups.slice(0, 2), groups.slice(0, 2)),
    'one store': storesAnswerOf(stores.slice(0, 1)),
    stores: storesAnswerOf(stores, {
      question: { command: 'stores', kind: 'search', words: text, openNow: true },
      hoursUnknown: 3,
      placeUnknown: 2,
    }),
  };
  const drawn = Object.entries(answers).map(([name, answer]): [string, Draw] => [
    name,
    (rendering) => {
      const { text: said, blocks } = answerMessage(
        answer,
        readerOf(rendering, { products: labels, stores: labels }),
      );
      const followUps = followUpsOf(answer.question, {
        calendar,
        now: Date.parse('2026-11-20T08:00:00Z'),
        idsNamed: () => [],
      });
      return {
        text: said,
        blocks: [
          ...blocks,
          ...buttonBlocks({ id: 'x', followUps, csv: true, share: true }, languageFor('en').t),
        ],
      };
    },
  ]);
  return {
    ...Object.fromEntries(drawn),
    mistake: () =>
      mistakeMessage(new ParseError(() => `"${text}" is not known.`, `/stores ${text}`), languageFor('en').t),
    failure: () =>
      failureMessage(new ConnectionError(`It said: ${text}.`, `Look at ${text}.`), languageFor('en').t),
  };
}

function storeWith(text: string): Store {
  const [store] = ANSWERS.stores;
  if (store === undefined) throw new Error('no store to begin with');
  const [regular] = store.openingHours.regularHours;
  if (regular === undefined) throw new Error('no hours to begin with');
  return {
    ...store,
    storeId: text,
    storeName: text,
    status: 'Open',
    address: { ...store.address, street: text, postalCode: text, city: text },
    telephone: text,
    email: text,
    category: text,
    openingHours: {
      regularHours: [{ ...regular, dayOfTheWeek: 'Friday' }],
      exceptionHours: [{ date: '2026-11-20', openingTime: '10:00', closingTime: '12:00', message: text }],
    },
    lastChanged: { date: text, time: text },
  };
}

describe.each(Object.keys(messagesWith('')))('the message "%s"', (name) => {
  test.each(Object.entries(FOREIGN))('with %s in it can be sent and does nothing else', (_, text) => {
    const draw = messagesWith(text)[name];
    if (draw === undefined) throw new Error(name);
    expectSendable(draw);
  });

  test('with any text in it can be sent and does nothing else', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('`', '```', '<', '>', '&', '&amp;', '<!here>', '*', '\n', ' ', '🧊', '\ud83d'),
    );
    const text = fc
      .tuple(fc.array(piece, { maxLength: 8 }), fc.constantFrom(1, 1, 40, 400))
      .map(([pieces, times]) => pieces.join('').repeat(times).slice(0, 3_000));
    fc.assert(
      fc.property(text, (foreign) => {
        const draw = messagesWith(foreign)[name];
        if (draw === undefined) throw new Error(name);
        expectSendable(draw);
      }),
      { numRuns: 60 },
    );
  });
});

const rowsOf = (count: number, stock = (at: number) => at) =>
  Array.from({ length: count }, (_, at) => stockRowOf(String(1101 + at), stock(at)));
const groupsOf = (count: number, key = (at: number) => String(1101 + at)) =>
  Array.from({ length: count }, (_, at) => salesGroup(key(at), (at + 1) * 1_001));
const dayAt = (at: number) => calendar.addDays('2026-01-01', at);

const ANSWERS_OF_ANY_SIZE: Record<string, Answer> = {
  'no products': stockAnswerOf([]),
  'no products of the chain': stockAnswerOf([], { scope: 'all' }),
  'nothing out of stock': stockAnswerOf([], { question: { command: 'stock', kind: 'out', scope: 'mine' } }),
  'everything out of stock': stockAnswerOf(
    rowsOf(40, () => 0),
    { question: { command: 'stock', kind: 'out', scope: 'mine' } },
  ),
  '5,000 products': stockAnswerOf(rowsOf(5_000)),
  'a first day, without sales': stockAnswerOf(rowsOf(3), {
    against: { dayBefore: undefined, weekAgo: undefined },
    window: undefined,
    stores: undefined,
    question: { command: 'stock', kind: 'changes', scope: 'all' },
  }),
  'fifty products that are not known': stockAnswerOf(rowsOf(1), {
    question: { command: 'stock', kind: 'products', productIds: ['1101'] },
    unknown: Array.from({ length: 49 }, (_, at) => String(100_000_000_000_000 + at)),
  }),
  ...Object.fromEntries(
    [0, 1, 25, 26, 5_000].map((count) => [`sales of ${count} products`, salesAnswerOf(groupsOf(count))]),
  ),
  ...Object.fromEntries(
    [1, 2, 20, 21, 30, 40, 41, 366].map((count) => [
      `sales of ${count} days`,
      salesAnswerOf(groupsOf(count, dayAt), {
        question: { command: 'sales', kind: 'sales', days: DAY, productIds: [], storeIds: [], by: 'day' },
      }),
    ]),
  ),
  'sales that are not whole, or very large': salesAnswerOf([
    salesGroup('1', Number.MAX_SAFE_INTEGER, { quantity: 0.125 }),
    salesGroup('2', -1, { quantity: -1e15 }),
  ]),
  'sales with a year missing': salesAnswerOf(groupsOf(3), {
    source: {
      from: 'database',
      asOf: 0,
      missing: Array.from({ length: 300 }, (_, at) => dayAt(at)),
      empty: [],
    },
  }),
  'a comparison of 366 days': comparisonOf(groupsOf(366, dayAt), groupsOf(366, dayAt), 'day'),
  'no store': storesAnswerOf([], {
    question: { command: 'stores', kind: 'search', words: '', openNow: true },
    hoursUnknown: 4,
  }),
};

describe('an answer can be sent with', () => {
  test.each(Object.entries(ANSWERS_OF_ANY_SIZE))('%s', (_, answer) => {
    for (const locale of ['en', 'nb'] as const) {
      expectSendable((rendering) =>
        answerMessage(answer, readerOf(rendering, { language: languageFor(locale) })),
      );
    }
  });
});

test('a mistake with a whole page in it still shows its corrected command', () => {
  const message = mistakeMessage(
    new ParseError(() => `${'&'.repeat(8_000)}.`, '/stock 1101'),
    languageFor('en').t,
  );
  expect(limitBreachesOf(message, 'message')).toEqual([]);
  expect(message.text).toMatch(/Try: `\/stock 1101`$/);
});

test('a failure of the service is told with what to do', () => {
  const message = failureMessage(
    new InvalidInputError({ field: 'productId', value: -1, expected: '0 or more' }),
    languageFor('en').t,
  );
  expect(message.text).toBe(
    "One of the values isn't valid, so nothing was sent. Details are in the app's log.",
  );
});

test.each(['dataTable', 'table', 'text'] as const)('long names cost no row of %s', (rendering) => {
  const stores = Array.from({ length: 15 }, (_, at) => ({
    store: { ...storeWith('&'.repeat(300)), storeId: `S${at}` },
    kilometres: undefined,
  }));
  const { blocks } = answerMessage(storesAnswerOf(stores), readerOf(rendering));
  const shown = JSON.stringify(blocks.slice(1, -1));
  for (const { store } of stores) expect(shown).toContain(store.storeId);
});
