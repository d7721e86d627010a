import { createCalendar } from 'retail-data-client/calendar/calendar';
import { expect, test } from 'vitest';
import { readTyped } from '../../../../bot/alerts/command.ts';
import { readRule } from '../../../../bot/alerts/read.ts';
import type { AlertSubject } from '../../../../bot/alerts/subject.ts';
import { digestHelp } from '../../../../bot/digest/commands.ts';
import { parseDigest } from '../../../../bot/digest/parse.ts';
import { DIGEST_VERBS } from '../../../../bot/digest/words/nb.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { buildNameIndex } from '../../../../bot/parse/nameIndex.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { parseSales } from '../../../../bot/sales/parse.ts';
import { salesAlertWords } from '../../../../bot/sales/words/alerts.ts';
import { salesWords } from '../../../../bot/sales/words/words.ts';
import { parseStock } from '../../../../bot/stock/parse.ts';
import { stockAlertWords } from '../../../../bot/stock/words/alerts.ts';
import { STOCK_VERBS } from '../../../../bot/stock/words/nb.ts';
import { stockWords } from '../../../../bot/stock/words/words.ts';
import { parseStores } from '../../../../bot/stores/parse.ts';
import { storesWords } from '../../../../bot/stores/words/words.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { everyMessage, NAME, said } from '../../../support/bot/language/everyMessage.ts';
import { readingAt } from '../../../support/bot/parse/reading.ts';

const PRODUCTS = [
  { id: '1101', name: 'Fjord Pale Ale', group: 'Craft beer' },
  { id: '90210', name: 'Nord Gin', group: 'Gin' },
  { id: '4711', name: 'Nord Cider', group: 'Cider' },
];
const STORES = [
  { id: '143', name: 'Oslo Torggata' },
  { id: '7', name: 'Bergen' },
];
const vocabulary = { products: await createProductNames(PRODUCTS), stores: await buildNameIndex(STORES) };
const reading = { ...(await readingAt()), vocabulary };

/** Reads what stands after a command that sets alerts too. */
function orAlert(
  parse: (text: string, read: typeof reading) => { readonly kind: string },
  subject: AlertSubject,
) {
  return (text: string) => {
    const asked = readTyped(text)?.asked;
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
      calendar: createCalendar(),
    }),
} as const;

type Command = keyof typeof READ;

/** A part of a command as it stands behind the rest of it: settings belong to a subscription. */
const BEGINNINGS = { en: 'subscribe ', nb: 'abonner ' } as const;

/** The examples of a help, each as the text behind the command. */
function examplesOf(language: 'en' | 'nb', command: Command): string[] {
  const { t } = languageFor(language);
  const help = {
    digest: digestHelp(t),
    sales: `${salesWords(t).help}\n${salesAlertWords(t).help}`,
    stock: `${stockWords(t).help}\n${stockAlertWords(t).help}`,
    stores: storesWords(t).help,
  };
  const text = help[command];
  return [...text.matchAll(/`([^`]+)`/g)].map(([, example = '']) => {
    const [, rest] = new RegExp(`^/${command}(?: |$)(.*)$`).exec(example) ?? [];
    const typed = rest ?? `${command === 'digest' ? BEGINNINGS[language] : ''}${example}`;
    return typed.replace(/#(\w+)/, '<#C0123|$1>');
  });
}

const examples = (['en', 'nb'] as const).flatMap((language) =>
  (['stock', 'sales', 'stores', 'digest'] as const).flatMap((command) =>
    examplesOf(language, command).map((text) => ({ language, command, text })),
  ),
);

test.each(examples)('$language: /$command $text is understood', ({ command, text }) => {
  const { kind } = READ[command](text);
  // The command alone opens a form; an example never ends in one, or in the help that it stands in.
  expect(kind === 'form' || kind === 'help').toBe(text === '');
});

test.each(['stock', 'sales', 'stores', 'digest'] as const)('/%s: both languages show the same', (command) => {
  const asked = (language: 'en' | 'nb') =>
    new Set(examplesOf(language, command).map((text) => JSON.stringify(READ[command](text))));
  expect(asked('nb')).toEqual(asked('en'));
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
