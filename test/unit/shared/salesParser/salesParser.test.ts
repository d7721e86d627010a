import { expect, test } from 'vitest';
import { createRandom } from '../../../../tools/random.ts';
import { isLong, seedOfRun } from '../../../support/seed.ts';
import { writeDocument } from './documents.ts';
import { fuzz } from './fuzz.ts';
import { cut, difference, judgeChunks, judgeWhole } from './judges.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const oneByOne = (body: Uint8Array) => judgeChunks(cut(body, createRandom(1), 1));

const ROW =
  '{"productId":"00345","salesVolume":-0.700,"salesQuantity":-1,"lastChanged":{"date":"2026-11-20","time":"22:14:05"}}';
const document = (rows: string) =>
  `[{"salesDate":"2026-11-20","storeSales":[{"storeId":"143","sales":[${rows}]}]}]`;

const LONGEST = { timeout: 7_200_000 };

test(
  'agrees with JSON.parse and the schema on rows, their mutations, and chunks from one byte up',
  LONGEST,
  () => {
    const asked = isLong ? { rows: 3_000_000, mostRows: 120 } : { rows: 6_000, mostRows: 60 };
    const result = fuzz({ seed: seedOfRun(), ...asked });
    expect(result.valid).toBeGreaterThan(10);
    expect(result.refused).toBeGreaterThan(3);
  },
);

test('refuses a document cut at any byte, and gives nothing that is not valid', () => {
  const style = {
    days: 2,
    stores: 2,
    rows: 3,
    space: 'none',
    shuffleKeys: 'once',
    odd: 0.1,
    extra: 0.1,
    wrong: 0,
  } as const;
  let text = '';
  for (let seed = 1; text.length < 600; seed += 1) text = writeDocument(createRandom(seed), style);
  const body = bytesOf(text);
  const all = judgeWhole(body).rows ?? [];
  expect(difference(judgeWhole(body), oneByOne(body), body)).toBeUndefined();
  for (let length = 0; length < body.length; length += 1) {
    const verdict = judgeChunks([body.subarray(0, length)]);
    expect(verdict.error).toMatchObject({ kind: length === 0 ? 'unexpectedResponse' : 'truncated' });
    expect(all.slice(0, verdict.delivered.length)).toEqual(verdict.delivered);
  }
});

test('reads values whose headers come after their arrays', () => {
  const text = `[{"storeSales":[{"sales":[${ROW}],"storeId":"7"}],"salesDate":"2026-11-20"}]`;
  expect(oneByOne(bytesOf(text)).rows).toMatchObject([
    { salesDate: '2026-11-20', storeId: '7', salesVolume: -0.7 },
  ]);
});

test.each([
  ['a missing date', `[{"storeSales":[]}]`, '[0].salesDate'],
  ['a day that does not exist', `[{"salesDate":"2026-02-30","storeSales":[]}]`, '[0].salesDate'],
  ['missing stores', `[{"salesDate":"2026-11-20"}]`, '[0].storeSales'],
  ['stores that are no array', `[{"salesDate":"2026-11-20","storeSales":{}}]`, '[0].storeSales'],
  [
    'a missing store id',
    `[{"salesDate":"2026-11-20","storeSales":[{"sales":[]}]}]`,
    '[0].storeSales[0].storeId',
  ],
  [
    'a store id that is a number',
    `[{"salesDate":"2026-11-20","storeSales":[{"storeId":1,"sales":[]}]}]`,
    '[0].storeSales[0].storeId',
  ],
  ['missing sales', `[{"salesDate":"2026-11-20","storeSales":[{"storeId":"1"}]}]`, '[0].storeSales[0].sales'],
  [
    'a row without a volume',
    document(`${ROW},${ROW.replace('"salesVolume":-0.700,', '')}`),
    '[0].storeSales[0].sales[1].salesVolume',
  ],
  [
    'a time of another type',
    document(`${ROW},${ROW.replace('"22:14:05"', '221405')}`),
    '[0].storeSales[0].sales[1].lastChanged.time',
  ],
  ['a row that is null', document(`${ROW},null`), '[0].storeSales[0].sales[1]'],
])('names the path of %s', (_, text, path) => {
  for (const verdict of [judgeChunks([bytesOf(text)]), oneByOne(bytesOf(text))]) {
    expect(verdict.error).toMatchObject({ kind: 'unexpectedResponse', path });
  }
});

test.each([
  ['a comma too many', document(`${ROW},,${ROW}`)],
  ['no comma', document(`${ROW}${ROW}`)],
  ['something behind the end', `${document(ROW)}x`],
  ['an object', '{"message":"no"}'],
  ['a leading zero', document(`${ROW},${ROW.replace('-1,', '01,')}`)],
  ['a line break in a string', document(`${ROW},${ROW.replace('00345', '003\n45')}`)],
  ['half a surrogate in bytes', document(ROW)],
])('refuses %s, with the offset of the byte', (what, text) => {
  const body = bytesOf(text);
  if (what === 'half a surrogate in bytes') body.set([0xed, 0xa0, 0x80], text.indexOf('00345'));
  expect(judgeWhole(body).rows).toBeUndefined();
  for (const verdict of [judgeChunks([body]), oneByOne(body)]) {
    expect(verdict.error).toMatchObject({ kind: 'unexpectedResponse' });
    expect(String(verdict.error)).toMatch(/at byte \d+/);
  }
});

test('a key that comes twice is refused, since rows of the first may be out', () => {
  const text = `[{"salesDate":"2026-11-20","storeSales":[{"storeId":"1","sales":[${ROW}],"storeId":"2"}]}]`;
  expect(judgeChunks([bytesOf(text)]).error).toMatchObject({ kind: 'unexpectedResponse' });
});
