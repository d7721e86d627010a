import { expect, test } from 'vitest';
import { listAt, textAt } from '../../../../bot/demo/slack/fields.ts';
import { type Outcome, startTestBot } from '../../../support/testBot.ts';

/** What a message says and shows, without title and buttons. */
function shownIn({ seen }: Outcome): readonly unknown[] {
  const message = seen.findLast((each) => each.kind === 'message');
  const blocks = listAt(message?.kind === 'message' ? message.body : {}, 'blocks');
  return blocks.filter((block) => !['header', 'actions'].includes(textAt(block, 'type')));
}

test('a digest says and shows what the command says and shows of the same products at that minute', async () => {
  const bot = await startTestBot();
  const kari = bot.as('kari', '#second');
  for (const [products, typed] of [
    ['mine', 'mine'],
    ['all', 'all'],
    ['products:1101,345,1000034', '1101 345 1000034'],
    ['products:1000034', '1000034'],
    ['mine without 1101', 'mine without 1101'],
  ] as const) {
    await kari.type('/digest', `subscribe stock ${products} at 08:50`);
    const digest = shownIn(await kari.type('/digest', 'preview stock'));
    const command = shownIn(await kari.type('/stock', typed));
    expect(command.length, typed).toBeGreaterThan(2);
    // The digest of a narrowed list also says what it is narrowed to.
    const same = digest.filter((block) => command.some((other) => isSame(block, other)));
    expect(same, typed).toEqual(command);
  }
});

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

test('the card of a product that is out of stock says since when, and what to order', async () => {
  const bot = await startTestBot();
  const { text } = await bot.kari.type('/stock', '1000034');
  expect(text).toMatch(/has been \*out of stock\* since \d+ Nov( or earlier)?\.\n/);
  expect(text).toContain('• Order *856 now*.');
  expect((await bot.ola.type('/stock', '1000034')).text).toContain('• Bestill *856 nå*.');
});

test('when a product runs out stands in the first line of its card', async () => {
  const bot = await startTestBot();
  const { text } = await bot.kari.say('when does 1101 run out');
  expect(text).toMatch(
    /Product 1101 [^:]*: \*381 units\* in 32 stores on Fri 20 Nov 2026, runs out about \*Fri 27 Nov\*/,
  );
});

test('grey lines are short, and have no seconds', async () => {
  const bot = await startTestBot();
  for (const [person, typed] of [
    ['kari', 'mine'],
    ['kari', 'low 7'],
    ['kari', '1000034'],
    ['ola', 'mine'],
    ['ola', 'lav 7'],
  ] as const) {
    const shown = shownIn(await bot[person].type('/stock', typed));
    const grey = shown.filter((block) => textAt(block, 'type') === 'context');
    for (const block of grey) {
      const text = listAt(block, 'elements')
        .map((element) => textAt(element, 'text'))
        .join(' ');
      expect(text.split(/\s+/).filter((word) => word !== '·').length, text).toBeLessThanOrEqual(25);
      expect(text).not.toMatch(/\d\d:\d\d:\d\d/);
    }
  }
});
