import { expect, test } from 'vitest';
import { clickablesIn } from '../../../support/slack/screen.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

const titlesIn = ({ seen }: Outcome) => clickablesIn(seen).map(({ control }) => control.title);

/** Clicks each example of a help, and gives those that weren't answered. */
async function unanswered(bot: TestBot, hand: TestBot['kari'], help: Outcome): Promise<string[]> {
  const found: string[] = [];
  for (const { control, click } of clickablesIn(help.seen)) {
    if (control.actionId === 'help' || control.actionId === 'form_change') continue;
    const { text } = await hand.clickControl(click);
    const outcome = bot.logLines().findLast((line) => line.outcome !== undefined)?.outcome;
    if (outcome !== 'ok' || text === '') found.push(text);
    await bot.pass(2);
  }
  return found;
}

test.each([
  ['kari', 'help', 'More examples', 'Try'],
  ['ola', 'hjelp', 'Flere eksempler', 'Prøv'],
] as const)('%s clicks each example of each help, and each is answered', async (person, word, more, ask) => {
  const bot = await startTestBot({ at: '2026-11-20 12:00' });
  const hand = bot.as(person);
  for (const command of ['/sales', '/stock', '/stores'] as const) {
    const help = await hand.type(command, word);
    expect(titlesIn(help).filter((title) => title === ask)).toHaveLength(5);
    expect(help.text).toContain(`*${command} `);
    expect(help.text).not.toMatch(/`/);
    const rest = await hand.click(help, more);
    expect(titlesIn(rest).length).toBeGreaterThan(3);
    expect(await unanswered(bot, hand, help)).toEqual([]);
    expect(await unanswered(bot, hand, rest)).toEqual([]);
  }
});

test('the help of /digest lists, previews, subscribes and pauses by a click', async () => {
  const bot = await startTestBot();
  const help = await bot.kari.type('/digest', 'help');
  expect(titlesIn(help)).toHaveLength(7);
  expect(await unanswered(bot, bot.kari, help)).toEqual([]);
  expect((await bot.kari.click(help, 'More examples')).text).toContain('/digest unsubscribe');
  expect((await bot.kari.click(help, 'Open form')).text).toContain('modal form_digest');
});

test('an example in the help of alerts sets one for the person who clicks it', async () => {
  const bot = await startTestBot();
  for (const command of ['/stock', '/sales'] as const) {
    const help = await bot.kari.type(command, 'alert help');
    expect(help.text).not.toMatch(/`/);
    await bot.kari.click(help, 'alert_ask:0');
    expect((await bot.as('kari', 'direct').type(command, 'alerts')).text).not.toContain('no alerts');
    expect((await bot.kari.click(help, 'Open form')).text).toContain(`modal form_alert_${command.slice(1)}`);
  }
});

test('a person who may not see sales is not offered them', async () => {
  const bot = await startTestBot();
  await bot.restart({
    access: {
      ...bot.settings.access,
      holders: {
        ...bot.settings.access.holders,
        view_sales: { users: [], groups: [], channels: [] },
      },
    },
  });
  const { text } = await bot.ola.type('/stock', 'hjelp');
  expect(text).toContain('/stock utsolgt');
  expect(text).not.toContain('/stock lav');
});

test('help in a message is sentences to click, and the help of each command', async () => {
  const bot = await startTestBot();
  const help = await bot.kari.say('help');
  expect(titlesIn(help)).toEqual([
    'what is sold out',
    'how much did we sell last week',
    'which stores are open on Sunday',
    'Help for /stock',
    'Help for /sales',
    'Help for /stores',
    'Help for /digest',
  ]);
  for (const text of ['hello', 'qwerty asdf zxcv']) {
    expect(await bot.kari.say(text).then(titlesIn), text).toEqual(titlesIn(help));
  }
  expect((await bot.kari.say('stop the digest')).text).toContain('*/digest list*');
  expect((await bot.kari.click(help, 'how much did we sell last week')).text).toContain('Sales');
  expect((await bot.kari.click(help, 'Help for /digest')).text).toContain('/digest preview stock');
  expect((await bot.kari.say('/sales help')).text).toContain('*/sales yesterday*');
});
