import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listAt, textAt } from '../../../bot/demo/slack/fields.ts';
import type { Seen } from '../../../bot/demo/slack/methods.ts';
import { activeMarksOf, FOREIGN } from '../../support/bot/foreignText.ts';
import { contentOf } from '../../support/slack/fileContent.ts';
import { namedProducts, type Outcome, startTestBot, type TestBot } from '../../support/testBot.ts';
import { readSheet } from '../../support/workbook.ts';

/** Those that a product list takes as a name, which is a line of at most 200 characters. */
const NAMES = [
  ...Object.values(FOREIGN).filter(
    (text) => text.trim() !== '' && text.length <= 200 && !/[\r\n]/.test(text),
  ),
  '&'.repeat(200),
  'Æ'.repeat(200),
  '+47+1',
  '@here',
  '-1+1',
  '"Best", they said',
  '__proto__',
];

/** A bot whose products and stores all have such names; of the products those with a number are the supplier's own. */
async function startForeign(names: readonly string[] = NAMES): Promise<TestBot> {
  const folder = mkdtempSync(join(tmpdir(), 'retail-data-foreign-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const productListFile = join(folder, 'products.csv');
  return startTestBot({
    settings: { productListFile },
    before({ service }) {
      const lines = namedProducts(service).map(({ id }, at) => {
        const name = (names[at % names.length] ?? '').replaceAll('"', '""');
        return `${id};"${name}";"${name.slice(0, 100)}"`;
      });
      writeFileSync(productListFile, ['number;name;group', ...lines].join('\n'));
      const all = Object.values(FOREIGN);
      const stores = service.truth.stores().map((store, at) => {
        const text = all[at % all.length] ?? '';
        const exceptionHours = store.openingHours.exceptionHours.map((hours) => ({
          ...hours,
          message: text,
        }));
        return {
          ...store,
          storeName: text,
          address: { ...store.address, street: text, city: text, postalCode: text },
          telephone: text,
          email: text,
          category: text,
          openingHours: { ...store.openingHours, exceptionHours },
        };
      });
      const fault = { kind: 'shape', body: stores } as const;
      service.fail({ operation: 'stores', fault, times: Number.POSITIVE_INFINITY });
    },
  });
}

/** Mentions of people and channels by the app itself. */
const OWN_MENTIONS = /<(?:#[CDG]0[A-Z]+|@U0[A-Z]+)>/g;

function marksIn(seen: Seen): string[] {
  if (seen.kind === 'file') return [];
  const shown = seen.kind === 'message' ? seen.body : seen.view;
  const own = JSON.parse(JSON.stringify(shown).replaceAll(OWN_MENTIONS, ''));
  return activeMarksOf({ text: textAt(own, 'text'), blocks: listAt(own, 'blocks') });
}

const COMMANDS = [
  ...['/stock', '/stock mine', '/stock all', '/stock out', '/stock changes', '/stock low 9', '/stock over 9'],
  ...['/stock 00345 2026-11-15..2026-11-20', '/stock 00345,00401,7', '/stock 1101 7'],
  ...['/sales', '/sales yesterday', '/sales yesterday by:store', '/sales yesterday by:group'],
  ...['/sales last week by:store by:week', '/sales last week share', '/sales last 30 days returns'],
  ...['/sales compare last week by:store', '/sales 2026-05-25 product:00345 store:143'],
  ...['/sales product:00345 vs product:00401 yesterday', '/sales store:143 vs store:602 last week by:day'],
  ...['/sales yesterday without product:00345,00401,00402 without store:143'],
  ...['/stores', '/stores 143', '/stores 602', '/stores open now', '/stores open 24 december'],
  ...['/stores near oslo', '/digest preview', '/digest preview sales', '/digest why', '/digest status'],
  ...['/digest subscribe products:00345,00401,00402,00403,00404,00405,00406', '/digest list', '/digest'],
];

async function ask(bot: TestBot, line: string, hands = [bot.kari, bot.ola]): Promise<Outcome[]> {
  const [command = '', ...words] = line.split(' ');
  const outcomes: Outcome[] = [];
  for (const hand of hands) outcomes.push(await hand.type(command, words.join(' ')));
  return outcomes;
}

test.each([
  ['tables and charts', 0],
  ['text in columns', 1],
  ['no tables', 2],
])('names of products and stores are shown as they are and do nothing, in %s', async (_, refusals) => {
  const bot = await startForeign();
  for (let count = 0; count < refusals; count += 1)
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url' });
  const products = namedProducts(bot.service).map(({ id }) => id);
  // One product has no table, and both languages have the same ones.
  const lines =
    refusals > 0 ? COMMANDS : [...COMMANDS, ...products.slice(0, NAMES.length).map((id) => `/stock ${id}`)];
  for (const line of lines) {
    for (const { seen } of await ask(bot, line, refusals > 0 ? [bot.kari] : undefined)) {
      expect.soft(seen.length, line).toBeGreaterThan(0);
      expect.soft(seen.flatMap(marksIn), line).toEqual([]);
    }
  }
  await bot.kari.openHome();
  // Nothing was refused for its size, and no rendering was given up for it.
  const refused = bot.slack.calls
    .filter(({ error }) => error !== undefined)
    .map(({ method, error }) => [method, error]);
  expect(refused).toEqual(Array.from({ length: refusals }, () => ['response_url', 'invalid_blocks']));
});

test.each(['<!channel> & <!here>', '`1101` ```', '<@U1> *x*'])(
  'digests of products that are all called %s notify nobody',
  async (name) => {
    const bot = await startForeign([name]);
    for (const line of ['/digest preview', '/digest preview sales', '/digest now stock', '/digest why']) {
      for (const { seen } of await ask(bot, line)) expect.soft(seen.flatMap(marksIn), line).toEqual([]);
    }
    expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
  },
);

test('what somebody types is shown as it is and does nothing', async () => {
  const bot = await startTestBot();
  for (const text of Object.values(FOREIGN)) {
    const typed = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    for (const command of ['/stock', '/sales', '/stores near', '/digest subscribe group:']) {
      for (const { seen } of await ask(bot, `${command} ${typed}`)) {
        expect.soft(seen.flatMap(marksIn), `${command} ${text}`).toEqual([]);
      }
    }
  }
  expect(bot.slack.calls.filter(({ error }) => error !== undefined)).toEqual([]);
});

test('long names cost no row, and a file has them whole, with no formula', async () => {
  const bot = await startForeign();
  const products = namedProducts(bot.service).map(({ id }) => id);
  const answer = await bot.kari.type('/stock', 'mine');
  for (const id of products) expect(answer.text).toContain(id);
  const fileOf = async () => {
    const { seen } = await bot.kari.click(answer, 'All rows');
    const file = seen.find((each) => each.kind === 'file');
    if (file?.kind !== 'file') throw new Error('no file');
    expect(contentOf(file)).toContain('Æ'.repeat(200));
    expect(contentOf(file)).toContain('"""Best"", they said"');
    return file;
  };
  const { rows, xml } = readSheet((await fileOf()).bytes);
  expect(rows.flat().filter((cell) => String(cell?.value).startsWith('=HYPERLINK'))).not.toEqual([]);
  expect(xml).not.toMatch(/<f[ >]/);

  await bot.kari.click(await bot.kari.openHome(), 'Files: CSV');
  const content = contentOf(await fileOf());
  // A spreadsheet would calculate these.
  expect(content).not.toMatch(/(?:^|,)"?[=+@]/m);
  expect(content).toMatch(/,"?'=HYPERLINK/);
});
