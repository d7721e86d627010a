import fc from 'fast-check';
import { createCalendar } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { parseDigest } from '../../../bot/grammar/digest.ts';
import { CommandMistake } from '../../../bot/grammar/mistake.ts';
import { parseSales } from '../../../bot/grammar/sales.ts';
import { parseStock } from '../../../bot/grammar/stock.ts';
import { parseStores } from '../../../bot/grammar/stores.ts';

const calendar = createCalendar();

/** Instants at which the newest sales day is not what one would think. */
const INSTANTS = [
  '2026-11-20T11:00:00Z', // a Friday noon
  '2026-11-20T06:44:00Z', // one minute before the sales of yesterday come
  '2026-11-16T05:00:00Z', // a Monday night: last week's Sunday is not there yet
  '2026-12-01T05:00:00Z', // the night after a month: its last day is not there yet
  '2026-12-01T09:00:00Z', // the first of a month: it has no sales yet
  '2026-03-29T00:59:00Z', // before the clock goes forward
  '2026-10-25T01:30:00Z', // the hour that comes twice
].map((text) => Date.parse(text));

const instant = fc.constantFrom(...INSTANTS);
const PARSERS: Record<string, (text: string, now: number) => unknown> = {
  '/stock': (text) => parseStock(text),
  '/sales': (text, now) => parseSales(text, calendar, now),
  '/stores': (text) => parseStores(text),
  '/digest': (text) => parseDigest(text),
};

const day = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${month}-${date}`);
const number = fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String);
const known = fc.constantFrom(
  ...['help', 'out', 'all', 'mine', 'now', 'status', 'yesterday', 'last', 'week', 'month', 'this', 'today'],
  ...[
    'by:',
    'by:day',
    'by:stroe',
    'product:',
    'store:',
    'prodcut:1101',
    'store:143',
    'STORE:x',
    'product:1101,',
  ],
  ...['1101', '00345', '1101,90210', '..', '…', '–', '2026-11-01', '2026-02-30', 'oslo'],
);
const word = fc.oneof(
  { weight: 4, arbitrary: known },
  { weight: 2, arbitrary: day },
  fc.tuple(day, fc.constantFrom('..', '...', '…', '-'), day).map((parts) => parts.join('')),
  number,
  fc
    .tuple(fc.constantFrom('product:', 'store:', 'by:'), fc.oneof(number, fc.string()))
    .map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '"',
    "'",
    '“',
    '”',
    '‘',
    '’',
    '«',
    '\u00a0',
    '\n',
    '\0',
    '<!channel>',
    '`',
    '&amp;',
    '\ud800',
  ),
);
const text = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .tuple(word, fc.integer({ min: 100, max: 4_000 }))
    .map(([part, times]) => part.repeat(times).slice(0, 8_000)),
  fc.tuple(known, fc.integer({ min: 40, max: 80 })).map(([part, times]) => `${part} `.repeat(times)),
);

describe.each(Object.entries(PARSERS))('%s', (command, parse) => {
  test('whatever is typed is a question, or one sentence with a command that can be typed instead', () => {
    fc.assert(
      fc.property(text, instant, (typed, now) => {
        let mistake: unknown;
        try {
          parse(typed, now);
          return;
        } catch (error) {
          mistake = error;
        }
        if (!(mistake instanceof CommandMistake)) throw mistake;
        expect(mistake.message).toMatch(/^[^\n\r]+[.]$/);
        expect(mistake.message.length).toBeLessThan(400);
        expect(mistake.corrected.startsWith(command)).toBe(true);
        expect(mistake.corrected.length).toBeLessThan(1_000);
        parse(mistake.corrected.slice(command.length), now);
      }),
      { numRuns: 1_500 },
    );
  });

  test('a very long text is answered at once', () => {
    const before = performance.now();
    for (const part of ['a', 'store:', '"', '1101 ', '2026-11-01 ', "by:' "]) {
      try {
        parse(part.repeat(8_000), INSTANTS[0] ?? 0);
      } catch (error) {
        if (!(error instanceof CommandMistake)) throw error;
      }
    }
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
