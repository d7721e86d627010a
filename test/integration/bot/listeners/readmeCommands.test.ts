import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { demoProductList } from '../../../../bot/demo/productList.ts';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';

const README = new URL('../../../../bot/README.md', import.meta.url);

/** Each command of the table "What to type" with its examples, in their order. */
async function examples(): Promise<[command: string, texts: string[]][]> {
  const readme = await readFile(README, 'utf8');
  const table = readme.slice(readme.indexOf('## What to type'));
  return [...table.matchAll(/^\| `(\/\w+)` \| (.*) \|$/gm)].map(([, command = '', cell = '']) => {
    return [command, [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)];
  });
}

/** With the products that the demo names. */
async function openBench() {
  const { sandbox } = (await startConversationBench()).warehouse;
  const bench = await startConversationBench({ listed: demoProductList(sandbox.truth.products()) });
  return bench;
}

test('what the README gives as examples is answered in the demo, one after the other', async () => {
  const table = await examples();
  expect(table.map(([command]) => command)).toEqual(['/stock', '/sales', '/stores', '/digest']);
  const { bench } = await openBench();
  for (const [command, texts] of table) {
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) {
      const { said } = await bench.type(command, text);
      expect(said, `${command} ${text}`).not.toEqual([]);
      expect(JSON.stringify(said), `${command} ${text}`).not.toMatch(/Try: |Which one|broke here/);
    }
  }
});
