import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { buildDigestModal } from '../../../../bot/modals/digest.ts';
import { buildPermissionModal } from '../../../../bot/modals/permission.ts';
import { buildProductListModal } from '../../../../bot/modals/productList.ts';
import type { QuestionModalContext } from '../../../../bot/modals/questionModal.ts';
import { QUESTION_MODALS } from '../../../../bot/modals/questionModals.ts';
import { buildWholeSalesModal } from '../../../../bot/modals/sales.ts';
import { RENDERINGS, type Rendering } from '../../../../bot/slack/message.ts';
import { answerMessage } from '../../../../bot/views/answer.ts';
import { salesDigestMessage } from '../../../../bot/views/digest/sales.ts';
import { stockDigestMessage } from '../../../../bot/views/digest/stock.ts';
import { whyMessage } from '../../../../bot/views/digest/why.ts';
import { sheetOf } from '../../../../bot/views/sheet.ts';
import { ANSWERS } from '../../../support/answers.ts';
import { COMMON_WORDS, wordsOf } from '../../../support/bot/language/commonWords.ts';
import { NO_VOCABULARY } from '../../../support/bot/parser/reading.ts';
import { calendar, oslo } from '../../../support/bot/time.ts';
import { SALES_CASES, STOCK_CASES } from '../../../support/bot/views/digestFigures.ts';
import {
  comparisonOf,
  readerOf,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
  storesAnswerOf,
} from '../../../support/bot/views/figures.ts';

const language = languageFor('nb');
const reader = (rendering: Rendering) => readerOf(rendering, { language });
const inEach = (draw: (rendering: Rendering) => object) => [...RENDERINGS, 'codeLines' as const].map(draw);

const group = salesGroup('1101', 1_500, { returnedMillilitres: 750, returnedQuantity: 1 });
const sales = salesAnswerOf([group]);
const SHOWN = [
  stockAnswerOf([stockRowOf('1101', 12), stockRowOf('1102', 0)]),
  stockAnswerOf([stockRowOf('1101', 12)], {
    detail: { history: [{ businessDate: '2026-11-20', stock: 12 }], trend: undefined },
  }),
  stockAnswerOf([]),
  stockHistoryOf(
    [
      ['2026-11-10', 12],
      ['2026-11-11', 1],
      ['2026-11-13', 0],
    ],
    { missing: ['2026-11-09'], empty: ['2026-11-12'], unknown: ['7'] },
  ),
  sales,
  salesAnswerOf([]),
  salesAnswerOf([group], { question: { ...sales.question, returns: true } as const }),
  comparisonOf([group], [salesGroup('1101', 900)]),
  storesAnswerOf(
    ANSWERS.stores.map((store) => ({ store: { ...store, status: 'Open' as const }, kilometres: 1 })),
  ),
  storesAnswerOf([]),
];

/** The texts that a person reads in something that is sent to Slack. */
function textsIn(shown: unknown): string[] {
  if (Array.isArray(shown)) return shown.flatMap(textsIn);
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([key, value]) =>
    typeof value === 'string' ? (READ.has(key) ? [value] : []) : textsIn(value),
  );
}

const READ = new Set(['text', 'title', 'label', 'description', 'caption', 'alt_text', 'name']);

const modal: QuestionModalContext = {
  calendar,
  now: oslo('2026-11-20 09:00'),
  names: NO_VOCABULARY,
  seesSales: true,
  language,
  inChannel: true,
};

function englishIn(shown: unknown): string[] {
  return textsIn(shown).filter((text) => wordsOf(text).some((word) => COMMON_WORDS.en.has(word)));
}

test.each([
  ['answers', SHOWN.flatMap((answer) => inEach((rendering) => answerMessage(answer, reader(rendering))))],
  [
    'stock digests',
    Object.values(STOCK_CASES).flatMap(({ digest, frame }) =>
      inEach((rendering) => stockDigestMessage(digest, frame, reader(rendering))),
    ),
  ],
  [
    'sales digests',
    Object.values(SALES_CASES).flatMap(({ digest, frame }) =>
      inEach((rendering) => salesDigestMessage(digest, frame, reader(rendering))),
    ),
  ],
  [
    'reasons of numbers',
    [
      ...Object.values(STOCK_CASES).map(({ digest }) =>
        whyMessage({ kind: 'stock', stock: digest }, reader('text'), true),
      ),
      ...Object.values(SALES_CASES).map(({ digest }) =>
        whyMessage({ kind: 'sales', sales: digest }, reader('text'), true),
      ),
    ],
  ],
  [
    'forms',
    [
      ...Object.values(QUESTION_MODALS).map(({ build }) => build(modal)),
      buildWholeSalesModal(modal, { state: { values: {} } }, 'none'),
      buildDigestModal(
        {
          products: NO_VOCABULARY.products,
          groups: [{ name: 'Lys øl', products: 3 }],
          digestTime: '08:30',
          timeZone: 'Europe/Oslo',
          deadline: '12:00',
          language,
        },
        undefined,
      ),
      buildProductListModal(language),
      buildPermissionModal('f', language),
    ],
  ],
])('no English stands in Norwegian %s', (_, shown) => {
  expect(textsIn(shown).length).toBeGreaterThan(10);
  expect(englishIn(shown)).toEqual([]);
});

test('no English stands in the columns of a Norwegian file', async () => {
  const sheets = await Promise.all(SHOWN.map((answer) => sheetOf(answer, reader('text'))));
  const heads = sheets.map(({ text }) => text.split('\n')[0] ?? '');
  expect(heads.filter((head) => wordsOf(head).some((word) => COMMON_WORDS.en.has(word)))).toEqual([]);
  expect(heads[0]).toContain('Varenummer');
});
