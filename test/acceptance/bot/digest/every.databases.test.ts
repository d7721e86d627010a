import { expect, test } from 'vitest';
import type { HeldMessage } from '../../../../bot/demo/slack/workspace.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { sleepUntil } from '../../../support/digestBot.ts';
import { activeDigests, subscribeMany } from '../../../support/storedData.ts';
import { type Hand, type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

const SECOND = 'C0SECOND';
const KARI = 'D0KARI';

/** Digests that stand in a place, oldest first. */
const digestsIn = (bot: TestBot, channel: string): HeldMessage[] =>
  bot.held(channel).filter(({ metadata, threadTs }) => metadata !== null && threadTs === undefined);
const titlesIn = (bot: TestBot, channel: string) =>
  digestsIn(bot, channel).map(({ text }) => text.replace(/: .*/s, ''));

interface Shown {
  readonly text: string;
  readonly blocks: readonly { readonly type: string; readonly block_id?: string }[];
}
/** What an answer shows, without its buttons. */
function shownIn(message: object): Shown {
  const { text, blocks } = message as Shown;
  return { text, blocks: blocks.filter(({ type }) => type !== 'actions') };
}
function answerIn({ seen }: Outcome): Shown {
  const [first] = seen;
  if (first?.kind !== 'message') throw new Error('it was answered with no message');
  return shownIn(first.body);
}
/** The command whose answer a digest is, with its days. */
const commandIn = (message: HeldMessage) =>
  /The answer to `(\/\w+)(?: ([^`]*))?`/.exec(JSON.stringify(message.blocks).replaceAll('\\"', '"')) ?? [];

/** The command is asked two minutes later. */
const withoutHour = (text: string) => text.replaceAll(/08:5\d/g, '08:50');

/** Each has what a person types behind the command; all are due on Friday at 08:50. */
const QUESTIONS: readonly (readonly [command: '/sales' | '/stock' | '/stores', words: string])[] = [
  ['/sales', 'every day'],
  ['/sales', 'gin yesterday every friday'],
  ['/sales', 'last week every friday'],
  ['/sales', 'last week by:store every weekday'],
  ['/sales', 'last month every friday'],
  ['/sales', 'this month by:week every friday'],
  ['/sales', 'last 7 days by:day every friday'],
  ['/sales', 'oslo last week every friday'],
  ['/sales', 'store:0101 last 30 days by:weekday every friday'],
  ['/sales', 'last week vs the week before every friday'],
  ['/sales', 'oslo vs bergen last week every friday'],
  ['/sales', 'top 5 last week every friday'],
  ['/sales', 'returns last 30 days every friday'],
  ['/sales', 'percent last week by:group every friday'],
  ['/sales', 'last week without gin every friday'],
  ['/sales', '1101 last 7 days every friday'],
  ['/sales', 'this year by:month every friday'],
  ['/sales', 'forrige måned per uke hver fredag'],
  ['/stock', 'every day'],
  ['/stock', 'all every friday'],
  ['/stock', 'low 14 every friday'],
  ['/stock', 'low 14 group:gin every weekday'],
  ['/stock', 'out every friday'],
  ['/stock', 'over 60 all every friday'],
  ['/stock', 'changes every friday'],
  ['/stock', '1101 every friday'],
  ['/stock', '1101 last 7 days every friday'],
  ['/stock', 'lavt 100 enheter hver fredag'],
  ['/stores', 'oslo every friday'],
  ['/stores', 'open now bergen every friday'],
];

test('what is posted is the answer to the command that it names, for every kind of question', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  for (const [command, words] of QUESTIONS) {
    const { text } = await hand.type(command, `${words} at 08:50`);
    expect(text, words).toMatch(/gets the ".*" digest/);
    expect(text, words).toMatch(/• When: every (?:day|Friday)|Monday to Friday/);
    expect(text, words).toContain('Next: Fri 20 Nov 2026, 08:50');
  }
  await bot.pass(3 * 60);
  const digests = digestsIn(bot, SECOND);
  expect(digests).toHaveLength(QUESTIONS.length);
  for (const digest of digests) {
    const [named, command = '', words = ''] = commandIn(digest);
    const answer = answerIn(await hand.type(command, words));
    const { text, blocks } = shownIn(digest);
    expect(withoutHour(text).endsWith(withoutHour(answer.text)), `${named}: ${text} ${answer.text}`).toBe(
      true,
    );
    const [title, ...figures] = blocks;
    expect(title, named).toMatchObject({ type: 'section' });
    expect(withoutHour(JSON.stringify(figures.slice(0, -1))), named).toEqual(
      withoutHour(JSON.stringify(answer.blocks)),
    );
  }
});

test('it comes on its days only, and by the days of then', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await hand.type('/sales', 'gin last week every monday at 09:00');
  await hand.type('/sales', 'gin every weekday at 09:10');
  await hand.type('/sales', 'gin last month every month at 09:20');
  await sleepUntil(bot, '2026-11-21 09:30');
  expect(titlesIn(bot, SECOND)).toEqual(['sales yesterday gin']);
  await sleepUntil(bot, '2026-11-23 09:30');
  const named = digestsIn(bot, SECOND).map((digest) => commandIn(digest)[2]);
  expect(named.toSorted()).toEqual([
    '2026-11-16..2026-11-22 product:"gin"',
    '2026-11-19 product:"gin"',
    // The open days since Friday's.
    '2026-11-20..2026-11-21 product:"gin"',
  ]);
  await sleepUntil(bot, '2026-12-01 08:30');
  await bot.pass(60 * 60);
  const monthly = digestsIn(bot, SECOND).filter(({ text }) => text.startsWith('sales gin last month: '));
  expect(monthly.map((digest) => commandIn(digest)[2])).toEqual(['2026-11-01..2026-11-30 product:"gin"']);
});

test('typed again with another time it changes, and another question is a further one', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await hand.type('/sales', 'last week by:store every monday at 08:00');
  const changed = await hand.type('/sales', 'forrige uke per butikk hver fredag kl 10');
  expect(changed.text).toMatch(
    /digest in <#C0SECOND> has changed:[\s\S]*~every Monday at 08:00.*→ \*every Friday at 10:00/,
  );
  expect(await activeDigests(bot, SECOND)).toBe(1);
  await hand.type('/sales', 'last 7 days by:store every friday at 10:00');
  expect(await activeDigests(bot, SECOND)).toBe(2);
  const list = (await hand.type('/digest', 'list')).text;
  expect(list).toContain('*sales last week by:store* · <#C0SECOND> · every Friday at 10:00');
  expect(list).toContain('*sales last 7 days by:store* · <#C0SECOND>');
  expect((await hand.type('/digest', 'pause "sales last week by:store" until monday')).text).toContain(
    'is paused',
  );
  expect((await hand.type('/digest', 'resume "sales last week by:store"')).text).toContain('again');
  expect((await hand.type('/digest', 'preview "sales last week by:store"')).text).toContain('9–15 Nov');
  expect((await hand.type('/digest', 'now "sales last week by:store"')).text).toContain(
    'Posted the "sales last week by:store" digest for',
  );
  expect(
    (await hand.type('/digest', 'subscribe "sales last week by:store" at 11:00 named Torggata')).text,
  ).toContain('is now called "Torggata"');
  expect((await hand.type('/digest', 'subscribe Torggata group:gin')).text).toContain(
    '~`/sales forrige uke per butikk`~ → *`/sales forrige uke per butikk group:"Gin"`*',
  );
  expect((await hand.type('/digest', 'status Torggata')).text).toMatch(
    /\*Torggata\*[\s\S]*every Friday at 11:00/,
  );
  const form = await hand.click(await hand.type('/digest', 'status Torggata'), 'Change');
  expect(form.text).toContain('/sales forrige uke per butikk');
  expect(form.text).not.toContain('digest_choice');
  const days = { selected_options: [{ value: '1' }, { value: '4' }] };
  await hand.submit(form, { digest_days: days, digest_time: { selected_time: '07:45' } });
  expect((await hand.type('/digest', 'status Torggata')).text).toMatch(
    /Mon, Thu at 07:45[\s\S]*`\/sales forrige uke per butikk group:"Gin"`/,
  );
  expect((await hand.type('/digest', 'unsubscribe Torggata')).text).toContain(
    'no longer gets the "Torggata" digest',
  );
});

test('rows stay rows, days that never change and intervals that are none are refused by name', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  const say = async (words: string) => (await hand.type('/sales', words)).text;
  for (const words of ['last week every day', 'every day', 'every week', 'i fjor hver måned']) {
    expect(await say(words), words).toMatch(/table: Sales by (?:day|week|month)|chart/);
  }
  const rows = await hand.type('/sales', 'gin every week');
  expect(rows.text).toContain('[Post it every week]');
  expect((await bot.as('ola', 'app').type('/sales', 'gin hver uke')).text).toContain('[Send det hver uke]');
  expect((await hand.click(rows, 'Post it every week')).text).toMatch(
    /"sales last week gin" digest:[\s\S]*every Monday at/,
  );
  const fixed = await hand.type('/sales', 'october every monday');
  expect(fixed.text).toContain('These days never change');
  expect(fixed.text).toContain('/sales october mondays');
  for (const words of ['week 46', '2026-11-01..2026-11-07', 'christmas']) {
    expect(await say(`${words} every month at 9`), words).toContain('These days never change');
  }
  expect(await say('last week every other monday')).toContain('"every other monday" can\'t be set.');
  expect(await say('annenhver uke')).toContain('"annenhver uke" can\'t be set.');
  expect(await say('last month every quarter at 9')).toContain("can't be set.");
  expect(await say('first monday of every month')).toContain('its first working day');
  expect(await say('last week every monday at 25:00')).toContain('"at 25:00" isn\'t a time.');
  expect(await say('how much did we sell every monday in october')).not.toContain('gets the');
  expect(await say('how much gin did we sell every monday')).not.toContain('gets the');
  expect(await say('nowhere last week every monday')).toContain('nowhere');
  expect(await activeDigests(bot, SECOND)).toBe(1);
});

/** Somebody else may see what the answer says, in direct messages as in a channel. */
const asSentence = async (hand: Hand, text: string) => (await hand.say(text)).text;

test('sentences set it for their place, or for the person', async () => {
  const bot = await startTestBot();
  const own = bot.as('kari', 'app');
  expect(await asSentence(own, 'gin sales last week by store every monday at 8')).toContain(
    'Your chat with the app gets the "sales',
  );
  expect(await asSentence(own, 'stock low 7 every morning')).toContain('every day at 08:30');
  expect(await asSentence(bot.as('ola', 'direct'), 'what is out of stock every morning at 9')).toContain(
    'Samtalen din med appen får rapporten',
  );
  await own.say('what did we sell last week');
  expect(await asSentence(own, 'send me this every monday')).toMatch(/Question: `\/sales last week/);
  await own.say('how much gin did we sell yesterday');
  expect(await asSentence(own, 'post this every morning')).toMatch(
    /Question: `\/sales yesterday product:"gin"/,
  );
  expect(await asSentence(own, 'send me this every other day')).toContain("can't be set");
  await own.say('why did sales fall last week');
  expect(await asSentence(own, 'send me this every monday at 8')).toContain(
    'Question: `/sales compare last week why`',
  );

  const hand = bot.as('kari', '#second');
  expect(await asSentence(hand, 'post gin sales last week every monday at 09:00')).toContain(
    '<#C0SECOND> gets the',
  );
  expect(await asSentence(hand, 'send me gin sales last week every monday at 09:00')).toContain(
    'Your chat with the app gets the',
  );
  expect(await asSentence(hand, 'send oss lavt lager hver mandag')).toContain('<#C0SECOND> gets the');
  expect(await asSentence(hand, 'how much did we sell last week')).not.toContain('gets the');
  expect(await activeDigests(bot, SECOND)).toBe(2);
  expect(bot.held(KARI).length).toBeGreaterThan(0);
});

test.each([
  ['tell us every monday what we sold last week', /every Monday[\s\S]*`\/sales last week`/],
  ['fortell meg hver mandag hva vi solgte forrige uke', /every Monday[\s\S]*`\/sales forrige uke`/],
  ['every monday send me what we sold last week', /every Monday[\s\S]*`\/sales last week`/],
  ['tell me every week how much gin we sold', /every Monday[\s\S]*`\/sales last week gin`/],
  ["send me last week's sales every monday at 8", /every Monday at 08:00[\s\S]*`\/sales last week`/],
  ['send meg hva jeg må bestille hver mandag kl 7', /every Monday at 07:00[\s\S]*`\/stock low 14`/],
  ['/sales why last week every monday at 08:00', /every Monday at 08:00[\s\S]*`\/sales why last week`/],
  ['/sales why yesterday every day', /every day at 08:30[\s\S]*`\/sales why yesterday`/],
  // Rows, and no schedule.
  ['tell me what we sold every monday in october', /Sales, 1–31 Oct, Mondays/],
  ['show me every monday in october', /Sales, 1–31 Oct, Mondays/],
])('"%s"', async (text, answer) => {
  const bot = await startTestBot();
  expect((await bot.as('kari', 'app').say(text)).text).toMatch(answer);
});

test('a name in the list is accepted anywhere, while only one digest has it', async () => {
  const bot = await startTestBot();
  const own = bot.as('ola', 'app');
  await own.type('/sales', 'i går hver mandag');
  for (const place of ['direct', '#second'] as const) {
    const hand = bot.as('ola', place);
    const say = async (text: string) => (await hand.type('/digest', text)).text;
    expect(await say('liste')).toContain('sales i går');
    const paused = await say('pause "sales i går" til mandag');
    expect(paused).toContain('i samtalen din med appen er på pause til man. 23. nov. 2026');
    expect(await say('fortsett "sales i går"')).toContain('Samtalen din med appen får');
    expect(await say('pause "sales i fjor" til mandag')).not.toContain('er på pause til');
  }
  // Of a person who can't see it, and where two are called so, nothing changes.
  expect((await bot.kari.type('/digest', 'unsubscribe "sales i går"')).text).toContain('No digest here');
  await bot.as('ola', '#second').type('/sales', 'i går hver mandag');
  expect((await bot.as('ola', 'direct').type('/digest', 'avslutt "sales i går"')).text).not.toContain(
    'får ikke lenger',
  );
  expect((await own.type('/digest', 'avslutt "sales i går"')).text).toContain('får ikke lenger');
});

test('who may not set it in the channel can have it sent, and who may not see it cannot', async () => {
  const bot = await startTestBot({
    settings: { access: accessOf({ ACCESS_VIEW_SALES: 'U0KARI,U0MEMBER', ACCESS_MANAGE_DIGESTS: 'U0KARI' }) },
  });
  const member = bot.as('member', '#second');
  const asked = await member.type('/sales', 'last week every friday at 08:50');
  expect(asked.text).toContain("You can't change what is posted in this channel.");
  expect((await member.click(asked, 'Send it to me')).text).toContain('Your chat with the app gets the');
  expect((await bot.as('per', '#second').type('/stock', 'low 7 every friday at 08:50')).text).toContain(
    "You don't have access to sales here.",
  );
  await bot.as('per', 'app').type('/stock', 'out every friday at 08:50');
  await bot.pass(3 * 60);
  expect(titlesIn(bot, SECOND)).toEqual([]);
  expect(titlesIn(bot, 'D0MEMBER')).toEqual(['sales last week']);
  expect(titlesIn(bot, 'D0PER')).toEqual(['stock out']);
});

test('where no figure has changed it is skipped, and one of every day says so in a line', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await hand.type('/sales', 'last month by:product every day at 08:50');
  await hand.type('/sales', 'last month by:store every weekday at 08:50');
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-23']) {
    await sleepUntil(bot, `${day} 08:49`);
    await bot.pass(4 * 60);
  }
  const texts = digestsIn(bot, SECOND).map(({ text }) => text.replace(/: .*litres.*| Oct.*/s, ''));
  expect(texts.filter((text) => text.startsWith('sales last month by:store'))).toHaveLength(1);
  const line = 'sales last month by:product: no figure has changed since Fri 20 Nov 2026.';
  expect(texts.filter((text) => text.includes('no figure has changed since'))).toEqual([line, line, line]);
});

test('a list without rows is skipped while it has none, also where the stock of others changes', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await hand.type('/stock', 'over 60 every weekday at 08:50');
  await hand.type('/stock', 'over 61 every day at 08:50');
  await hand.type('/stock', 'every weekday at 08:50');
  for (const day of ['2026-11-20', '2026-11-23', '2026-11-24']) {
    await sleepUntil(bot, `${day} 08:49`);
    await bot.pass(4 * 60);
  }
  const texts = digestsIn(bot, SECOND).map(({ text }) => text);
  expect(texts.filter((text) => text.includes('has more than 60 days'))).toHaveLength(1);
  expect(texts).toContainEqual(expect.stringMatching(/^stock over 61: no figure has changed since/));
  expect(texts.filter((text) => text.startsWith('stock mine'))).toHaveLength(3);
});

test('there are 30 in a place, 50 of one person and 500 in a workspace', async () => {
  const bot = await startTestBot();
  const hand = bot.as('kari', '#second');
  await subscribeMany(bot, SECOND, 30);
  expect((await hand.type('/sales', 'last week every monday')).text).toContain(
    'Nothing was subscribed: 30 named or personal digests come here already',
  );
  await bot.database.execute(
    `update digest_subscription set channel_id = 'C0' || kind where channel_id = '${SECOND}'`,
  );
  await subscribeMany(bot, 'C0FULL', 20);
  await bot.database.execute("update digest_subscription set owner = 'U0KARI' where kind like 'stock#%'");
  expect((await hand.type('/sales', 'last week every monday')).text).toContain('you have set 50');
  await bot.database.execute("update digest_subscription set owner = 'U0OLA' where kind like 'stock#%'");
  await subscribeMany(bot, 'C0MORE', 450);
  expect((await hand.type('/sales', 'last week every monday')).text).toContain(
    'this workspace already has 500',
  );
  await bot.database.execute("update digest_subscription set active = 0 where kind = 'stock#449'");
  expect((await hand.type('/sales', 'last week every monday')).text).toContain('gets the');
});
