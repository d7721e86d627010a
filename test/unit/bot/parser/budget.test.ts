import { describe, expect, test } from 'vitest';
import { formatCommand } from '../../../../bot/parser/formatCommand.ts';
import { LONGEST_COMMAND } from '../../../../bot/parser/normalize.ts';
import { parseSales } from '../../../../bot/parser/sales.ts';
import { parseStock } from '../../../../bot/parser/stock.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';
import { NOON, readingAt } from '../../../support/bot/parser/reading.ts';

const WORDS = ['gin', 'rom', 'ale', 'vin', 'sider', 'stout', 'pils', 'portvin', 'likør', 'akevitt'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every letter begins words of thousands of these names. */
const products = await createProductNames(
  Array.from({ length: 30_000 }, (_, at) => ({
    id: String(10_000 + at),
    name: `${WORDS[at % 10]} ${LETTERS[at % 26]}${LETTERS[(at * 7) % 26]}ro product ${at}`,
    group: `Gruppe ${at % 1_000}`,
  })),
);
const { vocabulary, calendar } = await readingAt();
const reading = { vocabulary: { ...vocabulary, products }, calendar, now: NOON };
const PARSERS = {
  sales: (text: string) => parseSales(text, reading),
  stock: (text: string) => parseStock(text, reading),
};

function filled(part: (at: number) => string, separator = ' '): string {
  let text = part(0);
  for (let at = 1; text.length + separator.length + part(at).length <= LONGEST_COMMAND; at += 1) {
    text += separator + part(at);
  }
  return text;
}

describe('a text that would take the only thread for long is refused with what to do', () => {
  test.each<[keyof typeof PARSERS, string, string]>([
    ['sales', 'groups that are not there', filled((at) => `group:gi${at}`, ',')],
    [
      'sales',
      'beginnings of words that stand in every name',
      filled((at) => 'product'.slice(0, 1 + (at % 7))),
    ],
    ['sales', 'different periods', filled((at) => `week ${at % 53} ${2000 + (at % 25)}`)],
    ['stock', 'single letters', filled((at) => `${LETTERS[at % 26]} ${LETTERS[(at * 3) % 26]}`)],
  ])('/%s with %s', (command, _, text) => {
    expect(mistakeOf(() => PARSERS[command](text))[0]).toBe(
      'That names too much for one command. Ask for fewer products, stores or days at a time.',
    );
  });
});

describe('what people type is read beside as many names', () => {
  const ask = (text: string) => formatCommand(parseSales(text, reading));

  test('a few names, a group and a period', () => {
    expect(ask('gin vs rom last week by:day')).toBe(
      '/sales 2026-11-09..2026-11-15 product:"gin" vs product:"rom" by:day',
    );
    expect(ask('group:"gruppe 7" yesterday')).toMatch(/group:"Gruppe 7"|product:10007/);
  });

  test('as many numbers as one question takes', () => {
    const ids = Array.from({ length: 100 }, (_, at) => String(10_000 + 13 * at));
    expect(ask(`${ids.join(' ')} yesterday`)).toBe(`/sales 2026-11-19 product:${ids.join(',')} by:product`);
    expect(parseStock(ids.join(' '), reading)).toMatchObject({ productIds: ids });
  });

  test('a name that is spelled wrong is corrected', () => {
    expect(mistakeOf(() => ask('akevtit last week'))).toEqual([
      expect.stringContaining('akevit'),
      expect.any(String),
    ]);
    expect(mistakeOf(() => ask('group:"grupe 12" last week'))[1]).toContain('Gruppe 12');
  });
});
