import { describe, expect, test } from 'vitest';
import { BOT_ID, PEOPLE } from '../../../../bot/demo/slack/cast.ts';
import { textAt } from '../../../../bot/demo/slack/fields.ts';
import { messagePayload } from '../../../../bot/demo/slack/payloads.ts';
import { type Outcome, startTestBot } from '../../../support/testBot.ts';

const TS = '1795160940.000900';

/** The command that an answer is to; empty for one that isn't for all. */
function commandOf({ seen }: Outcome): string {
  return seen
    .map((each) => (each.kind === 'message' ? textAt(each.body, 'metadata', 'event_payload', 'command') : ''))
    .join('');
}

/** How the answers came: the methods of Slack. */
function methodsOf({ seen }: Outcome): string[] {
  return seen.flatMap((each) => (each.kind === 'message' ? [each.by] : []));
}

describe('a message that Slack sends again', () => {
  test('is answered once, also by a replica and after a restart', async () => {
    const bot = await startTestBot();
    const replica = await bot.replica();
    await replica.restart();
    const payload = messagePayload(bot.kari.actor, 'what is sold out', TS);
    expect(methodsOf(await bot.send(payload))).toEqual(['chat.postMessage']);
    expect(methodsOf(await bot.send(payload))).toEqual([]);
    expect(methodsOf(await replica.send(payload))).toEqual([]);
    await bot.restart();
    expect(methodsOf(await bot.send(payload))).toEqual([]);
  });
});

describe('what is no question', () => {
  test.each([
    ['an edited message', { edited: { user: PEOPLE.kari.id, ts: '1.2' } }],
    ['a message of Slack itself', { subtype: 'channel_join' }],
    ["another app's message", { bot_id: BOT_ID }],
    ['a message without a person', { user: undefined }],
  ])('%s is not answered', async (_, event) => {
    const bot = await startTestBot();
    for (const hand of [bot.kari, bot.as('kari', 'direct')]) {
      const outcome = await bot.send(messagePayload(hand.actor, 'what is sold out', TS, event));
      expect(outcome.seen).toEqual([]);
    }
  });
});

test('the bot can be mentioned anywhere in a question', async () => {
  const bot = await startTestBot();
  const texts = [
    '<@U0BOT> what is sold out',
    'what is <@U0BOT> sold out',
    'what is sold out <@U0BOT|retail-data>?',
  ];
  for (const [at, text] of texts.entries()) {
    const payload = messagePayload(bot.kari.actor, '', `${TS}${at}`, { text });
    expect(commandOf(await bot.send(payload)), text).toBe('/stock out');
  }
});

describe('who sees the answer to a mention', () => {
  test('everybody in its thread, if whoever asks may share it there', async () => {
    const bot = await startTestBot();
    const outcome = await bot.kari.say('what is sold out');
    expect(commandOf(outcome)).toBe('/stock out');
    const [asked, answer] = bot.held('#stock').slice(-2);
    expect(answer?.threadTs).toBe(asked?.ts);
    expect(outcome.text).not.toContain('Share in channel');
  });

  test('only the person in a channel with another organisation, and why', async () => {
    const bot = await startTestBot({
      settings: { access: { ...(await startTestBot()).settings.access, channels: ['C0SHARED'] } },
    });
    const outcome = await bot.as('kari', '#shared').say('what is sold out');
    expect(methodsOf(outcome)).toEqual(['chat.postEphemeral']);
    expect(outcome.text).toContain('Only you see this answer.');
    expect(outcome.text).toMatch(/shared with another organisation/i);
  });

  test('only the person, in the thread, after a click below an answer there', async () => {
    const bot = await startTestBot();
    const answer = await bot.kari.say('what is sold out');
    const asked = bot.held('#stock').at(-2);
    const clicked = await bot.kari.click(answer, 'Running low');
    const [shown] = clicked.seen;
    expect(shown).toMatchObject({ by: 'response_url', body: { thread_ts: asked?.ts } });
  });

  test('nobody, where the person may not ask', async () => {
    const bot = await startTestBot();
    for (const person of ['guest', 'stranger', 'otherTeam'] as const) {
      const outcome = await bot.as(person).say('what is sold out');
      expect(methodsOf(outcome), person).toEqual(['chat.postEphemeral']);
      expect(outcome.text, person).not.toContain('out of stock on');
    }
  });

  test('only the person, in the channel, where the thread has not begun: Slack shows it nowhere else', async () => {
    const bot = await startTestBot();
    const [refused] = (await bot.as('guest').say('what is sold out')).seen;
    expect(refused).toMatchObject({ by: 'chat.postEphemeral', body: { channel: 'C0STOCK' } });
    expect(refused).not.toHaveProperty('body.thread_ts');
  });
});

test('what is suggested where there is no such product is a button that asks it', async () => {
  const bot = await startTestBot();
  const missing = await bot.kari.say('is 346 in stock?');
  expect(missing.text).toContain("Product 346 isn't in the stock list");
  expect((await bot.kari.click(missing, '/stock 00345')).text).toContain('00345 Fjord Pale Ale');
});

describe('a question that follows', () => {
  test('changes what was answered last in its thread', async () => {
    const bot = await startTestBot();
    const first = await bot.kari.say('how much did we sell last week');
    const ts = bot.held('#stock').at(-2)?.ts;
    expect(commandOf(first)).toBe('/sales 2026-11-09..2026-11-15');
    for (const [text, command] of [
      ['and by store?', '/sales 2026-11-09..2026-11-15 by:store'],
      ['og uken før?', '/sales 2026-11-02..2026-11-08 by:store'],
      ['what about 1101', '/sales 2026-11-02..2026-11-08 product:1101 by:store'],
      ['in oslo only', '/sales 2026-11-02..2026-11-08 product:1101 store:0101 by:day'],
      [
        'vs the week before',
        '/sales compare 2026-11-02..2026-11-08 with 2026-10-26..2026-11-01 product:1101 store:0101 by:day',
      ],
      [
        'per uke',
        '/sales compare 2026-11-02..2026-11-08 with 2026-10-26..2026-11-01 product:1101 store:0101 by:week',
      ],
      ['what is running low', '/stock low 7'],
      ['and out?', '/stock out'],
    ] as const) {
      expect(commandOf(await bot.kari.say(text, ts)), text).toBe(command);
    }
  });

  test.each([
    [
      'rioja last week',
      [
        ['stock?', '/stock 10007 1101 5006 10028 1000068 1000187 00405'],
        ['is it running out?', '/stock low 7 10007 1101 5006 10028 1000068 1000187 00405'],
        [
          'how much did we sell of it in October?',
          '/sales 2026-10-01..2026-10-31 product:10007,1101,5006,10028,1000068,1000187,00405',
        ],
      ],
    ],
    [
      'how much gin did we sell last week',
      [
        ['what about the month before?', '/sales 2026-10-01..2026-10-31 product:"gin"'],
        ['in units', '/sales 2026-10-01..2026-10-31 product:"gin"'],
      ],
    ],
    [
      'how much gin did we sell last week?',
      [
        ['the same week last year', '/sales 2025-11-10..2025-11-16 product:"gin"'],
        ['takk for hjelpen 😊', ''],
        ['thanks a lot, that was great', ''],
      ],
    ],
    [
      'is Torggata open on Saturday',
      [['how much did it sell last week?', '/sales 2026-11-09..2026-11-15 store:0101']],
    ],
    [
      'how much gin did we sell last week, and how much do we have left?',
      [['and by store?', '/sales 2026-11-09..2026-11-15 product:"gin" by:store']],
    ],
    ['how much do you think we will sell in december', []],
    ['how many stores do you have', []],
    ['which stores are closed today', []],
  ] as const)('is about the same: %s', async (first, rest) => {
    const bot = await startTestBot();
    await bot.kari.say(first);
    const ts = bot.held('#stock').findLast(({ text }) => text.endsWith(first))?.ts;
    for (const [text, command] of rest) expect(commandOf(await bot.kari.say(text, ts)), text).toBe(command);
  });

  test('has nothing to change in another thread, after a private answer, or where Slack shows no history', async () => {
    const bot = await startTestBot();
    const noContext = 'There is no earlier answer in this thread to change.';
    await bot.kari.say('how much did we sell last week');
    expect((await bot.kari.say('and by store?')).text).toContain(noContext);
    const direct = bot.as('kari', 'direct');
    await direct.say('how much did we sell last week');
    bot.slack.faults.add({ fault: { kind: 'say', error: 'missing_scope' }, name: 'conversations.history' });
    expect((await direct.say('and by store?')).text).toContain('There is no earlier answer here to change.');
  });

  test('asks with buttons when several commands can answer it', async () => {
    const bot = await startTestBot();
    const asked = await bot.kari.say('1101');
    expect(asked.text).toContain('What would you like to see?');
    expect((await bot.kari.click(asked, 'Sales')).text).toContain('1101 Furu Rioja 150 cl, Thu 19 Nov');
  });
});

test('a number is no choice for a person who may ask one thing of it, and a refusal without any', async () => {
  const bot = await startTestBot();
  const nobody = { users: [], groups: [], channels: [] };
  const { access } = bot.settings;
  const restart = (holders: Partial<typeof access.holders>) =>
    bot.restart({ access: { ...access, holders: { ...access.holders, ...holders } } });
  await restart({ view_sales: nobody });
  expect(commandOf(await bot.ola.say('1101'))).toBe('/stock 1101');
  await restart({ view_sales: nobody, view_stock: nobody });
  expect((await bot.ola.say('1101')).text).toContain('Du har ikke tilgang til');
});

test.each([
  ['/stock', 'how much gin is left', '/stock 00404 5005 10025 1000051 1000170 00411 10004'],
  ['/sales', 'flasker gin forrige uke', '/sales 2026-11-09..2026-11-15 product:"gin"'],
] as const)('%s understands a sentence: %s', async (command, text, readAs) => {
  const { kari } = await startTestBot();
  expect((await kari.type(command, text)).text).toContain(`Read as \`${readAs}\``);
});

test.each([
  ['how much did we sell on good friday', '/sales 2026-04-03'],
  ['hva ble utsolgt i går', ''],
])('no word of a day is left out of a sentence: %s', async (text, command) => {
  const { kari } = await startTestBot();
  expect(commandOf(await kari.say(text))).toBe(command);
});

test('App Home keeps a question with its period as it was said', async () => {
  const { kari } = await startTestBot();
  await kari.say('hvor mye gin solgte vi i går');
  expect((await kari.openHome()).text).toContain('/sales gin i går');
});

describe('Slack', () => {
  test('asks for a pause, and gets the answer after it', async () => {
    const bot = await startTestBot();
    bot.slack.faults.add({
      fault: { kind: 'limit', seconds: 3 },
      name: 'chat.postMessage',
    });
    const asked = bot.kari.say('what is sold out');
    await bot.pass(5);
    await asked;
    await bot.rest();
    expect(bot.held('#stock').at(-1)?.metadata).toMatchObject({ event_payload: { command: '/stock out' } });
  });
});
