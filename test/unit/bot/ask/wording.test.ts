import { describe, expect, test } from 'vitest';
import type { Reader } from '../../../../bot/ask/reader.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { EVERYTHING, ofProducts } from '../../../../bot/parse/selection.ts';
import type { Message } from '../../../../bot/slack/message.ts';
import { type Answer, answerMessage } from '../../../support/bot/answerMessage.ts';
import { selecting } from '../../../support/bot/selecting.ts';
import {
  comparisonOf,
  readerOf,
  STORED,
  salesAnswerOf,
  salesGroup,
  stockAnswerOf,
  stockHistoryOf,
  stockRowOf,
} from '../../../support/bot/viewFigures.ts';

// What the recorded world has not got: new products, days without a product, stores that close for a while.

/** Everything a person reads in a message, in order. */
function readingOf(message: Message): string {
  return JSON.stringify(message.blocks);
}

const text = (answer: Answer, fields: Partial<Reader> = {}) =>
  answerMessage(answer, readerOf('text', fields));

const WEEK = { from: '2026-11-09', to: '2026-11-15' };

describe('the answer to /stock says', () => {
  test.each([
    [28, [], 'if it sells as in the last 28 days'],
    [10, [], 'if it sells as in the 10 days since its first sale'],
    [
      26,
      ['2026-11-02', '2026-11-03'],
      'if it sells as in the 26 days of sales fetched since Fri 23 Oct 2026',
    ],
  ])('which days a pace of %i days rests on, %j not read', (restsOn, missing, words) => {
    const cover = { kind: 'days', days: 6, restsOn } as const;
    const answer = stockAnswerOf([stockRowOf('00345', 12, { cover })], {
      question: { command: 'stock', kind: 'products', selection: ofProducts(['00345']) },
      window: { from: '2026-10-23', to: '2026-11-19', daysKnown: 28 - missing.length, missing },
    });
    expect(text(answer).text).toContain(words);
  });

  test('how many products are new or gone, however few of them are named', () => {
    const answer = stockAnswerOf([stockRowOf('1', 1)], {
      question: { command: 'stock', kind: 'changes', scope: 'all', selection: EVERYTHING },
      appeared: { count: 500, first: ['7', '8', '9', '10'] },
    });
    expect(text(answer).text).toContain('New in the stock list: 7, 8, 9 and 497 more.');
  });
});

describe('the stock of a period says', () => {
  const days = [
    ['2026-11-10', 40],
    ['2026-11-11', 30],
    ['2026-11-13', 1_030],
  ] as const;
  const earlier = { businessDate: '2026-11-08', products: 1, units: 1_042 };
  const gaps = {
    before: earlier,
    missing: ['2026-11-09', '2026-11-12'],
    empty: ['2026-11-14', '2026-11-15'],
  };

  test('the last day, its change over the period, and the days that have none', () => {
    expect(text(stockHistoryOf(days, gaps)).text).toBe(
      'Stock of 1101, 9–15 Nov. 1,030 units (−12 since Sun 8 Nov 2026) on Fri 13 Nov 2026. ' +
        "No stock is stored for 9 Nov, 12 Nov. The product wasn't in the stock list for 14–15 Nov.",
    );
    expect(text(stockHistoryOf(days, gaps), { language: languageFor('nb') }).text).toMatch(
      /^Beholdning av 1101, 9\.–15\. nov\. 1\s030 enheter \(−12 siden søn\. 8\. nov\. 2026\) per fre\. 13\. nov\. 2026\. Lagertallene for 9\. nov\., 12\. nov\. er ikke lagret\. Lagerlisten for 14\.–15\. nov\. har ikke varen\.$/,
    );
  });

  test('the sum of several products, without a change where a day has not all of them', () => {
    const question = {
      command: 'stock',
      kind: 'history',
      selection: ofProducts(['1101', '7', '8']),
      days: WEEK,
    } as const;
    const [first, ...others] = stockHistoryOf(days).days;
    const both = [{ businessDate: first?.businessDate ?? '', products: 2, units: 40 }, ...others];
    const message = text(stockHistoryOf(days, { question, days: both, unknown: ['8'] }));
    expect(message.text).toContain(
      'Stock of 1101, 7, 9–15 Nov. 1,030 units on Fri 13 Nov 2026. Not in the stock list: 8.',
    );
    expect(readingOf(message)).toContain('Wed 11 Nov 2026     30       –');
    expect(readingOf(message)).toContain('the 2 products together; the file with all rows lists each one');
  });
});

describe('the answer to /sales says', () => {
  const answer = salesAnswerOf([]);

  test('why there may be none', () => {
    expect(text(salesAnswerOf([])).text).toBe('No sales, Thu 19 Nov: none of it was sold.');
    const closed = salesAnswerOf([], { source: { ...STORED, empty: ['2026-11-19'] } });
    expect(text(closed).text).toBe('No sales, Thu 19 Nov: the stores were closed, or nothing was sold.');
  });

  test.each([
    ['en', 'No sales in store 7, Thu 19 Nov: store 7 is temporarily closed.'],
    ['nb', 'Ikke noe salg i butikk 7, tor. 19. nov.: Butikk 7 er midlertidig stengt.'],
  ] as const)('that a store is temporarily closed (%s)', (locale, sentence) => {
    const notOpen = [{ storeId: '7', status: 'Temporarily closed' }] as const;
    const question = { ...answer.question, selection: selecting([], ['7']) };
    const language = { language: languageFor(locale) };
    const none = salesAnswerOf([], { question, notOpen });
    expect(text(none, language).text).toBe(sentence);
    const some = salesAnswerOf([salesGroup('1101', 750)], { question, notOpen });
    const said = sentence.slice(sentence.indexOf(': ') + 3, -1);
    expect(readingOf(text(some, language))).toContain(said);
    const compared = { ...comparisonOf([], []), notOpen };
    expect(readingOf(text(compared, language))).toContain(said);
    const ofTwo = { ...none, question: { ...question, selection: selecting([], ['7', '8']) } };
    expect(readingOf(text(ofTwo, language))).toMatch(
      locale === 'en' ? /none of it was sold; store 7 is/ : /Ingenting av dette ble solgt; butikk 7 er/,
    );
  });
});
