import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

const README = new URL('../../../../bot/README.md', import.meta.url);

/** Each command of the table "What to type" with its examples, in their order. */
function examples(): [command: string, texts: string[]][] {
  const readme = readFileSync(README, 'utf8');
  const table = readme.slice(readme.indexOf('## What to type'));
  return [...table.matchAll(/^\| `(\/\w+)` \| (.*) \|$/gm)].map(([, command = '', cell = '']) => [
    command,
    [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text),
  ]);
}

test('what the README gives as examples is understood', { timeout: 300_000 }, async () => {
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
