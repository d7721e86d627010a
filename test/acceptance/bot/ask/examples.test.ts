import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

const textOf = (page: string) => readFileSync(new URL(`../../../../${page}`, import.meta.url), 'utf8');

/** Each command of the table "What to type" with its examples, in their order. */
function examples(): [command: string, texts: string[]][] {
  const readme = textOf('bot/README.md');
  const table = readme.slice(readme.indexOf('## What to type'));
  return [...table.matchAll(/^\| `(\/\w+)` \| (.*) \|$/gm)].map(([, command = '', cell = '']) => [
    command,
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  ]);
}

/** What a page gives as an example, wherever it does: `/stock low 7`. A `#channel` is chosen in Slack. */
function commandsIn(page: string): [command: string, text: string][] {
  return [...textOf(page).matchAll(/`(\/(?:stock|sales|stores|digest))((?: [^`#]+)?)`/g)].map(
    ([, command = '', text = '']) => [command, text.trim()],
  );
}

test.each([
  ['docs/slack-guide.md', 'kari'],
  ['docs/slack-guide.nb.md', 'ola'],
] as const)('each command of %s is understood', async (page, person) => {
  const bot = await startTestBot();
  const commands = commandsIn(page);
  expect(commands.length).toBeGreaterThan(35);
  const mistaken: string[] = [];
  for (const [command, text] of commands) {
    await bot.as(person).type(command, text);
    const last = bot.logLines().findLast(({ outcome }) => outcome !== undefined);
    if (last?.listener !== `command ${command}` || last?.outcome !== 'ok')
      mistaken.push(`${command} ${text}`);
    await bot.pass(2);
  }
  expect(mistaken).toEqual([]);
});

test.each([
  ['docs/slack-guide.md', 'kari'],
  ['docs/slack-guide.nb.md', 'ola'],
] as const)("each question in one's own words of %s is understood", async (page, person) => {
  const bot = await startTestBot();
  const hand = bot.as(person);
  const text = textOf(page);
  const questions = [...text.matchAll(/^- `@Retail Data ([^`]+)`$/gm)].map(([, question = '']) => question);
  const changes = [...text.matchAll(/^\| (`[^`]+`(?:, `[^`]+`)?) \| (?:the same|det samme)/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)].map(([, change = '']) => change),
  );
  expect([questions.length, changes.length]).toEqual([3, 4]);
  const readAs: string[] = [];
  const ask = async (question: string, thread?: string) => {
    const { text: answer } = await hand.say(question, thread);
    readAs.push(/(?:Read as|Lest som) `([^`]+)`/.exec(answer)?.[1] ?? `nothing: ${question}`);
  };
  for (const question of questions) await ask(question);
  const [first = ''] = questions;
  for (const change of changes) {
    await ask(first);
    const before = readAs.at(-1);
    const thread = bot.held('#stock').findLast(({ text }) => text.endsWith(first))?.ts;
    await ask(change, thread);
    expect(readAs.at(-1), change).not.toBe(before);
  }
  for (const command of readAs) expect(command).toMatch(/^\/(stock|sales|stores) /);
});

test('what the README gives as examples is understood', async () => {
  const bot = await startTestBot();
  const table = examples();
  expect(table.map(([command]) => command)).toEqual(['/stock', '/sales', '/stores', '/digest']);
  for (const [command, texts] of table) {
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) {
      const { lines } = await bot.kari.type(command, text);
      expect(lines, `${command} ${text}`).not.toEqual([]);
      expect(bot.logLines().findLast(({ outcome }) => outcome !== undefined)).toMatchObject({
        listener: `command ${command}`,
        outcome: 'ok',
      });
      await bot.pass(2);
    }
  }
});
