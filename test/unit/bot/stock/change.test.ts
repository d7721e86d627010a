import { expect, test } from 'vitest';
import { changeStock } from '../../../../bot/stock/change.ts';
import { parseStock } from '../../../../bot/stock/parse.ts';
import type { StockQuestion } from '../../../../bot/stock/question.ts';
import { writeStock } from '../../../../bot/stock/slots.ts';
import { fuzzedReading } from '../../../support/bot/parse/fuzz.ts';
import { NOON } from '../../../support/bot/parse/reading.ts';

const reading = await fuzzedReading(NOON);

function changed(before: string, said: string): string | undefined {
  const asked = parseStock(before, reading) as StockQuestion;
  const after = changeStock(asked, said, reading);
  return after && writeStock(after);
}

test.each([
  ['out', 'only brus', '/stock out product:"brus"'],
  ['out', 'bare brus', '/stock out product:"brus"'],
  ['low 14 all', 'kun group:cider', '/stock low 14 all group:"Cider"'],
  ['over 45', 'brus only', '/stock over 45 product:"brus"'],
  ['changes', 'just 1101', '/stock changes 1101'],
  // What it was narrowed to gives way.
  ['out group:cider', 'only brus', '/stock out product:"brus"'],
  // Without the word, the products are asked for.
  ['out', '1101', '/stock 1101'],
  ['out', 'only low', '/stock low 7'],
])('after "%s", "%s" asks %s', (before, said, command) => {
  expect(changed(before, said)).toBe(command);
});
