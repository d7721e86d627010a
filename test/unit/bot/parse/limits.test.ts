import { expect, test } from 'vitest';
import { LONGEST_COMMAND } from '../../../../bot/ask/parseCommand.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { NARROWED, outcomeOf } from '../../../support/bot/parse/commands.ts';
import { readingAt } from '../../../support/bot/parse/reading.ts';

const WORDS = ['gin', 'rom', 'ale', 'vin', 'sider', 'stout', 'pils', 'portvin', 'likør', 'akevitt'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/** Every letter begins words of thousands of these names. */
const groups = await createProductNames(
  Array.from({ length: 30_000 }, (_, at) => ({
    id: String(10_000 + at),
    name: `${WORDS[at % 10]} ${LETTERS[at % 26]}${LETTERS[(at * 7) % 26]}ro product ${at}`,
    group: at < 101 ? 'Brennevin' : `Gruppe ${at % 1_000}`,
  })),
);
const known = await readingAt();
const reading = {
  ...known,
  groups,
  called: [],
  commands: NARROWED,
  vocabulary: { ...known.vocabulary, products: groups },
};
const outcome = (typed: string) => outcomeOf(typed, reading, 'en');

/** The longest text of such parts that a command takes. */
function filled(part: (at: number) => string, separator = ' '): string {
  let text = part(0);
  for (let at = 1; text.length + separator.length + part(at).length <= LONGEST_COMMAND; at += 1) {
    text += separator + part(at);
  }
  return text;
}

test.each([
  ['groups that are not there', `/sales ${filled((at) => `group:gi${at}`, ',')}`],
  ['beginnings of words of every name', `/sales ${filled((at) => 'product'.slice(0, 1 + (at % 7)))}`],
  ['different periods', `/sales ${filled((at) => `week ${at % 53} ${2000 + (at % 25)}`)}`],
  ['single letters', `/stock ${filled((at) => `${LETTERS[at % 26]} ${LETTERS[(at * 3) % 26]}`)}`],
])('%s would take the only thread for long, and are refused', (_, typed) => {
  expect(outcome(typed)).toMatch(
    /^x That is too much for one command\. Ask for fewer products, stores or days at a time\. \| \/\w+ help$/,
  );
});

const numbers = (length: number) => Array.from({ length }, (_, at) => String(10_000 + 13 * at));
const hundred = numbers(100);

test.each(
  [
    ['/sales gin vs rom', '-> /sales 2026-11-19 product:"gin" vs product:"rom" by:product'],
    ['/sales group:brennevin uten 10007', '-> /sales 2026-11-19 group:"Brennevin" without product:10007'],
    [
      '/sales akevtit',
      'x No product, store or group is called "akevtit". Did you mean the product "akevitt jlro product 9" (10009), the product "akevitt tdro product 19" (10019)? | /sales product:10009 | /sales product:10019',
    ],
    [
      '/sales group:"grupe 12"',
      'x The product list has no group called "grupe 12". | /sales group:"Gruppe 12"',
    ],
    [
      '/stock gin',
      'x More than 100 products have "gin" in their names. Type more of the name. | /stock help',
    ],
    [
      '/stock group:brennevin',
      'x The group "Brennevin" has 101 products. A question can have at most 100. | /stock help',
    ],
    [`/sales ${hundred.join(' ')}`, `-> /sales 2026-11-19 product:${hundred.join(',')}`],
    [`/sales product:${numbers(101).join(',')}`, 'x A question can have at most 100 products. | /sales help'],
    [`/stock ${hundred.join(' ')}`, `-> /stock ${hundred.join(' ')}`],
    [`/stock ${numbers(101).join(' ')}`, 'x A question can have at most 100 products. | /stock help'],
    [`/digest subscribe products:${hundred.join(',')}`, `-> /digest subscribe product:${hundred.join(',')}`],
    [
      `/digest subscribe products:${numbers(101).join(',')}`,
      'x A question can have at most 100 products. | /digest help',
    ],
    [
      `/stock ${'1101 '.repeat(400)}1101`,
      `x A command can have at most 2000 characters. This one starts with "${'1101 '.repeat(11)}1101…". | /stock help`,
    ],
    [`/stores ${'x'.repeat(200)}`, `-> /stores "${'x'.repeat(200)}"`],
    [`/stores ${'x'.repeat(201)}`, 'x A search can have at most 200 characters. | /stores help'],
  ].map(([typed = '', expected]) => ({ name: `${typed.slice(0, 50)} (${typed.length})`, typed, expected })),
)('of 30,000 products: $name', ({ typed, expected }) => {
  expect(outcome(typed)).toBe(expected);
});
