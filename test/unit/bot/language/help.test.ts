import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { sayIn } from '../../../../bot/ask/commands.ts';
import { examplesOf } from '../../../../bot/ask/help.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { parseSales } from '../../../../bot/sales/parse.ts';
import { SALES } from '../../../../bot/sales/slots.ts';
import { salesWords } from '../../../../bot/sales/words/words.ts';
import { readTyped } from '../../../../bot/standing/alertCommand.ts';
import { digestHelp, SPOKEN_DIGEST } from '../../../../bot/standing/commands.ts';
import { parseDigest } from '../../../../bot/standing/parse.ts';
import { readRule } from '../../../../bot/standing/readAlert.ts';
import type { AlertSubject } from '../../../../bot/standing/subject.ts';
import { DIGEST_VERBS } from '../../../../bot/standing/words/nb.ts';
import { parseStock } from '../../../../bot/stock/parse.ts';
import { STOCK } from '../../../../bot/stock/slots.ts';
import { STOCK_VERBS } from '../../../../bot/stock/words/nb.ts';
import { stockWords } from '../../../../bot/stock/words/words.ts';
import { parseStores } from '../../../../bot/stores/parse.ts';
import { STORES } from '../../../../bot/stores/slots.ts';
import { storesWords } from '../../../../bot/stores/words/words.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { everyMessage, NAME, said } from '../../../support/bot/language/everyMessage.ts';
import { NARROWED } from '../../../support/bot/parse/commands.ts';
import { readingAt } from '../../../support/bot/parse/reading.ts';

const PRODUCTS = [
  { id: '1101', name: 'Fjord Pale Ale', group: 'Craft beer' },
  { id: '90210', name: 'Nord Gin', group: 'Gin' },
  { id: '4711', name: 'Nord Cider', group: 'Cider' },
];
const STORE_NAMES = [
  { id: '143', name: 'Oslo Torggata' },
  { id: '7', name: 'Bergen' },
];
const vocabulary = {
  products: await createProductNames(PRODUCTS),
  stores: await buildNameIndex(STORE_NAMES),
};
const reading = { ...(await readingAt()), vocabulary };

/** Reads what stands after a command that sets alerts too. */
function orAlert(
  parse: (text: string, read: typeof reading) => { readonly kind: string },
  subject: AlertSubject,
) {
  return (text: string) => {
    const asked = readTyped(text);
    if (asked === undefined) return parse(text, reading);
    if (asked.kind !== 'set') return { kind: `alert ${asked.kind}` };
    return { kind: 'alert', rule: readRule(subject, asked.words, reading).json, isForMe: asked.isForMe };
  };
}

const subjects = alertSubjects();

const READ = {
  stock: orAlert(parseStock, subjects.stock),
  sales: orAlert(parseSales, subjects.sales),
  stores: (text: string) => parseStores(text, reading),
  digest: (text: string) =>
    parseDigest(text, {
      ...reading,
      called: [],
      commands: NARROWED,
      calendar: createCalendar(),
    }),
} as const;

type Command = keyof typeof READ;

const WORDS = { stock: stockWords, sales: salesWords, stores: storesWords };

const TABLES = { stock: STOCK, sales: SALES, stores: STORES };
const say = sayIn([
  ...(['stock', 'sales', 'stores'] as const).map((command) => ({ command, words: WORDS[command] })),
  SPOKEN_DIGEST,
]);

/** Names that stand in the examples of a workspace. */
const KNOWN: Readonly<Record<string, string>> = { product: '1101', group: '"Craft beer"', store: '143' };

/** The examples of a help as they are typed in English, with what each asks. */
function examplesIn(
  language: 'en' | 'nb',
  command: Command,
): { name: string; words: string; says: string }[] {
  const { t } = languageFor(language);
  if (command === 'digest') {
    return digestHelp(t).lines.map(({ value, says }) => ({ name: value, words: value, says }));
  }
  const said: Readonly<Record<string, string>> = WORDS[command](t).help;
  return examplesOf(TABLES[command]).flatMap(({ name, words }) => {
    const typed = words.replace(/\{(\w+)\}/g, (_, of: string) => KNOWN[of] ?? '');
    return [{ name, words: typed, says: said[name] ?? '' }];
  });
}

const COMMANDS = ['stock', 'sales', 'stores', 'digest'] as const;
const examples = COMMANDS.flatMap((command) =>
  examplesIn('en', command).map(({ words }) => ({ command, words })),
);

test.each(examples)(
  '/$command $words is understood, and asks the same in Norwegian',
  ({ command, words }) => {
    const asked = READ[command](words);
    expect(['form', 'help']).not.toContain(asked.kind);
    const { t } = languageFor('nb');
    const norwegian = say(`/${command} ${words}`, t).replace(/^\/\w+ /, '');
    expect(READ[command](norwegian)).toEqual(asked);
  },
);

test.each(COMMANDS)('/%s: each example says what it asks, in both languages', (command) => {
  for (const language of ['en', 'nb'] as const) {
    const all = examplesIn(language, command);
    expect(all.filter(({ says }) => says === '')).toEqual([]);
    expect(all.length).toBeGreaterThan(5);
  }
});

test.each(COMMANDS)('/%s: what help says belongs to an example', (command) => {
  if (command === 'digest') return;
  const names = Object.keys(WORDS[command](languageFor('en').t).help).filter((name) => name !== 'note');
  expect(names.toSorted()).toEqual(
    examplesIn('en', command)
      .map(({ name }) => name)
      .toSorted(),
  );
});

test.each(['stock', 'sales'] as const)('/%s alert help: examples ask the same in Norwegian', (command) => {
  const { t } = languageFor('nb');
  for (const example of subjects[command].reads.examples) {
    const asked = READ[command](`alert me ${example}`);
    expect(asked.kind).toBe('alert');
    const norwegian = say(`/${command} alert me ${example}`, t).replace(/^\/\w+ /, '');
    expect(READ[command](norwegian)).toEqual(asked);
  }
});

test.each(Object.entries(STOCK_VERBS))('/stock %s is %s in Norwegian', (verb, norwegian) => {
  expect(READ.stock(norwegian)).toEqual(READ.stock(verb));
});

test.each(Object.entries(DIGEST_VERBS))('/digest %s is %s in Norwegian', (verb, norwegian) => {
  const until = verb === 'pause' ? ' 2026-12-01' : '';
  expect(READ.digest(`${norwegian}${until}`)).toEqual(READ.digest(`${verb}${until}`));
});

/** Commands that sentences name: `/digest nå`, `/stock alle`. */
const named = (['en', 'nb'] as const).flatMap((language) => {
  const { t } = languageFor(language);
  const texts = everyMessage().flatMap(({ path, calls }) => calls.flatMap((call) => said(t, path, call)));
  const commands = texts.flatMap((text) => [...text.matchAll(/`\/(stock|sales|stores|digest) ([^`]+)`/g)]);
  const typed = commands
    .map(([, command, text]) => `${command} ${text}`)
    .filter((each) => !each.includes(NAME));
  return [...new Set(typed)].map((each) => ({ language, command: each }));
});

test('sentences name commands', () => {
  expect(named.map(({ command }) => command)).toEqual(
    expect.arrayContaining(['digest now', 'digest nå', 'stock all', 'stock alle']),
  );
});

test.each(named)('$language: /$command, named in a sentence, is understood', ({ command }) => {
  const [name = '', ...rest] = command.split(' ');
  expect(() => READ[name as Command](rest.join(' ').replace(/#(\w+)/, '<#C0123|$1>'))).not.toThrow();
});
