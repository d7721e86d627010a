import fc from 'fast-check';
import { InvalidInputError, type Store, UnreachableError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { CommandMistake } from '../../../bot/grammar/mistake.ts';
import { digestMessage } from '../../../bot/views/digest.ts';
import { type Message, RENDERINGS, type Rendering } from '../../../bot/views/message.ts';
import { failureMessage, mistakeMessage } from '../../../bot/views/mistake.ts';
import { salesMessage } from '../../../bot/views/sales.ts';
import { stockMessage } from '../../../bot/views/stock.ts';
import { storesMessage } from '../../../bot/views/stores.ts';
import { ANSWERS } from '../../support/answers.ts';
import { activeMarksOf, FOREIGN } from '../support/foreignText.ts';
import { breachesOf } from '../support/messageLimits.ts';
import { digestOf, level, levelsOf, salesAnswerOf, stockAnswerOf } from './figures.ts';

type Draw = (rendering: Rendering) => Message;

const EVERY_RENDERING: readonly Rendering[] = [...RENDERINGS, 'codeLines'];
const KEY = 'T1:C1:stock:2026-11-20';

function expectSendable(draw: Draw): void {
  for (const rendering of EVERY_RENDERING) {
    const message = draw(rendering);
    expect(breachesOf(message), rendering).toEqual([]);
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
  const dated = levels.map((each) => ({ ...each, updatedDate: '2026-11-20' }));
  const stores = Array.from({ length: 30 }, () => storeWith(text));
  return {
    digest: (rendering) =>
      digestMessage(
        digestOf(dated, { backInStock: dated, falls: dated, newlyOut: dated.slice(0, 9) }),
        rendering,
        KEY,
      ),
    stock: (rendering) => stockMessage(stockAnswerOf(levels), rendering),
    'stock of products': (rendering) =>
      stockMessage(stockAnswerOf(levels.slice(0, 1), { kind: 'products', unknown: [text] }), rendering),
    sales: (rendering) => salesMessage(salesAnswerOf(levels.map(({ productId }) => productId)), rendering),
    'one store': (rendering) =>
      storesMessage({ stores: stores.slice(0, 1), words: text }, '2026-11-20', rendering),
    stores: (rendering) => storesMessage({ stores, words: text }, '2026-11-20', rendering),
    mistake: () => mistakeMessage(new CommandMistake(`"${text}" is not known.`, `/stores ${text}`)),
    failure: () => failureMessage(new UnreachableError(`It said: ${text}.`, `Look at ${text}.`)),
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

const DIGESTS = {
  'the first day, without history': digestOf(levelsOf(40)),
  'nothing changed': digestOf(
    levelsOf(40, () => 5),
    { totalStock: 200 },
  ),
  'everything out of stock': digestOf(levelsOf(40, () => 0)),
  'everything newly out of stock': digestOf(
    levelsOf(40, () => 0),
    { newlyOut: levelsOf(40, () => 0) },
  ),
  'no products': digestOf([]),
  'no products, nor the day before': digestOf([], {}),
  'one product': digestOf([level('1101', 1)]),
  '5,000 products': digestOf(levelsOf(5_000), { falls: levelsOf(5_000), backInStock: levelsOf(5_000) }),
  'negative stock': digestOf(levelsOf(3, (at) => -at * 1_000_000)),
};

describe('the digest can be sent on', () => {
  test.each(Object.entries(DIGESTS))('%s', (_, figures) => {
    expectSendable((rendering) => digestMessage(figures, rendering, KEY));
  });
});

const STOCK_ANSWERS = {
  'no products': stockAnswerOf([]),
  'no products of the chain': stockAnswerOf([], { scope: 'all' }),
  'nothing out of stock': stockAnswerOf([], { kind: 'out' }),
  'everything out of stock': stockAnswerOf(
    levelsOf(40, () => 0),
    { kind: 'out' },
  ),
  '5,000 products': stockAnswerOf(levelsOf(5_000)),
  'fifty products that are not known': stockAnswerOf(levelsOf(1), {
    kind: 'products',
    unknown: Array.from({ length: 49 }, (_, at) => String(100_000_000_000_000 + at)),
  }),
};

describe('the answer to /stock can be sent with', () => {
  test.each(Object.entries(STOCK_ANSWERS))('%s', (_, answer) => {
    expectSendable((rendering) => stockMessage(answer, rendering));
  });
});

describe('the answer to /sales can be sent with', () => {
  test.each([0, 1, 25, 26, 5_000])('%d groups', (count) => {
    const keys = Array.from({ length: count }, (_, at) => String(1101 + at));
    expectSendable((rendering) => salesMessage(salesAnswerOf(keys), rendering));
  });

  test('quantities and volumes that are not whole, or very large', () => {
    const groups = [
      { key: '1', millilitres: Number.MAX_SAFE_INTEGER, quantity: 0.125 },
      { key: '2', millilitres: -1, quantity: -1e15 },
    ];
    expectSendable((rendering) => salesMessage(salesAnswerOf(['1', '2'], { groups }), rendering));
  });
});

test('a mistake with a whole page in it still shows its corrected command', () => {
  const message = mistakeMessage(new CommandMistake(`${'&'.repeat(8_000)}.`, '/stock 1101'));
  expect(breachesOf(message)).toEqual([]);
  expect(message.text).toMatch(/Try: `\/stock 1101`$/);
});

test('a failure of the service is told with what to do', () => {
  const message = failureMessage(
    new InvalidInputError({ field: 'productId', value: -1, expected: '0 or more' }),
  );
  expect(message.text).toBe(
    'productId is -1, but it must be 0 or more. Change productId and try again; nothing was sent.',
  );
});

test.each(RENDERINGS)('long names cost no row of %s', (rendering) => {
  const stores = Array.from({ length: 25 }, (_, at) => ({
    ...storeWith('&'.repeat(300)),
    storeId: `S${at}`,
  }));
  const { blocks } = storesMessage({ stores, words: 'x' }, '2026-11-20', rendering);
  const shown = JSON.stringify(blocks.slice(1, -1));
  for (const { storeId } of stores) expect(shown).toContain(storeId);
});
