import { describe, expect, test } from 'vitest';
import { PEOPLE, type PersonName } from '../../../../bot/demo/slack/cast.ts';
import { homeOpened } from '../../../../bot/demo/slack/payloads.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../../bot/settings/settings.ts';
import { oslo } from '../../../support/bot/time.ts';
import { contentOf } from '../../../support/slack/fileContent.ts';
import { spoilRecentQuestions } from '../../../support/storedData.ts';
import { type Hand, startTestBot, type TestBot, uploadList } from '../../../support/testBot.ts';
import { readSheet } from '../../../support/workbook.ts';

type Holders = Settings['access']['holders'];
const NOBODY = { users: [], groups: [], channels: [] };

/** Who may do what, besides the rights that every member has. */
function access(holders: Partial<Holders>): Partial<Settings> {
  const { access } = DEFAULT_SETTINGS;
  return { access: { ...access, holders: { ...access.holders, ...holders } } };
}

async function homeOf(bot: TestBot): Promise<string> {
  return (await bot.kari.openHome()).text;
}

test('calls stock late while it is asked for, and unchanged once the service had nothing new all morning', async () => {
  // Sunday, of which there is no stock.
  const bot = await startTestBot({ at: '2026-11-22 09:00' });
  await bot.pass(60);
  expect(await homeOf(bot)).toContain('Newer stock was expected Sun 22 Nov 2026, 08:30');
  bot.clock.set(oslo('2026-11-22 12:05'));
  await bot.pass(60);
  const settled = await homeOf(bot);
  expect(settled).not.toContain('was expected');
  expect(settled).toContain("Stock didn't change on Sun 22 Nov 2026.");
});

test('shows figures and the way to ask for them only to who may see them', async () => {
  const noStock = { view_stock: NOBODY, manage_digests: NOBODY };
  const withoutStock = await homeOf(await startTestBot({ settings: access(noStock) }));
  expect(withoutStock).not.toMatch(/stock\b|Upload/i);
  expect(withoutStock).toContain('Sales up to *Thu 19 Nov 2026*');
  const bare = await homeOf(await startTestBot({ settings: access({ ...noStock, view_sales: NOBODY }) }));
  expect(bare).not.toMatch(/stock\b|sales|Figures/i);
  expect(bare).toContain('type `/stores`');
});

test('names a user group of the settings that is gone to admins, and is as ever for others', async () => {
  const admin = { ...NOBODY, users: ['U0OLA'], groups: ['S0GONE'] };
  const bot = await startTestBot({
    settings: access({ view_sales: { ...NOBODY, groups: ['S0GONE'] }, admin }),
  });
  expect((await bot.ola.openHome()).text).toContain('ACCESS_VIEW_SALES, ACCESS_ADMINS');
  expect((await bot.ola.openHome()).text).toContain('`S0GONE`');
  const home = await homeOf(bot);
  expect(home).toContain('Stock for *Fri 20 Nov 2026*');
  expect(home).not.toContain('S0GONE');
});

test('whatever was typed or uploaded does nothing in it', async () => {
  const bot = await startTestBot();
  // The messages tab draws nothing.
  expect((await bot.send(homeOpened(bot.kari.actor, 'messages'))).seen).toEqual([]);
  const list = {
    id: 'F0',
    name: '<!channel> *x*.csv',
    size: 9,
    url_private: bot.slack.keepFile('1101;<!here> & Co'),
  };
  await uploadList(bot.kari, list);
  await bot.kari.type('/stores', '&lt;!channel&gt; oslo');
  await bot.kari.type('/stock', '1101');
  const { seen } = await bot.kari.openHome();
  expect(JSON.stringify(seen)).toContain('1101');
  expect(JSON.stringify(seen)).not.toMatch(/<!(?:channel|here)>/);
});

describe('recent questions', () => {
  test('have the period that they say on a later day; one that cannot be read is not listed', async () => {
    const bot = await startTestBot();
    const cases = [
      { who: bot.kari, typed: '  i   går ', shown: '/sales i går', later: 'Fri 20 Nov' },
      { who: bot.as('per'), typed: undefined, shown: '/sales latest day', later: 'Fri 20 Nov' },
      { who: bot.as('member'), typed: '2026-11-19', shown: '/sales 2026-11-19', later: 'Thu 19 Nov' },
    ];
    const again = async (who: Hand) => (await who.click(await who.openHome(), 'home_ask:0')).text;
    for (const { who, typed, shown } of cases) {
      // The period of one day, which is yesterday, is chosen in the form.
      if (typed === undefined) await who.submit(await who.type('/sales'));
      else await who.type('/sales', typed);
      expect((await who.openHome()).text).toContain(`\`${shown}\``);
      expect(await again(who), shown).toContain('Thu 19 Nov');
    }
    bot.clock.set(oslo('2026-11-21 09:00'));
    await bot.pass(60);
    for (const { who, shown, later } of cases) {
      expect(await again(who), shown).toContain(later);
      // It is one question, however often it was asked.
      expect((await who.openHome()).text.split('home_ask:'), shown).toHaveLength(2);
    }
    const home = await bot.as('member').openHome();
    await spoilRecentQuestions(bot);
    expect((await bot.as('member').openHome()).text).not.toContain('home_ask:');
    await bot.as('member').click(home, 'home_ask:0');
  });

  test('are the newest of the person, nothing twice, and of nobody else', async () => {
    const bot = await startTestBot();
    for (const text of ['i går', 'forrige uke', 'i går']) {
      await bot.kari.type('/sales', text);
      await bot.pass(1);
    }
    const home = await bot.kari.openHome();
    expect(home.text.match(/`\/sales (?!yesterday)[^`]*`/g)).toEqual([
      '`/sales i går`',
      '`/sales forrige uke`',
    ]);
    expect((await bot.ola.openHome()).text).not.toContain('/sales forrige uke');
  });
});

describe('digests', () => {
  test('are those of channels that the person is in and that nobody else reads, asked about with one call', async () => {
    const bot = await startTestBot();
    for (const channel of ['C0OTHER', 'C0SHARES', 'G0CLOSED']) {
      bot.slack.workspace.addChannel(channel, channel === 'G0CLOSED' ? { members: ['U0BOT', 'U0KARI'] } : {});
      await bot.kari.type('/digest', `subscribe <#${channel}|other>`);
    }
    bot.slack.workspace.change('C0SHARES', { shared: true });
    bot.slack.workspace.change('G0CLOSED', { members: ['U0BOT', 'U0OLA'] });
    await bot.restart();
    const calls = bot.slack.methods().length;
    const home = await homeOf(bot);
    expect(await homeOf(bot)).toBe(home);
    expect(home).toContain('*Stock* · <#C0OTHER>');
    expect(home).not.toMatch(/C0SHARES|G0CLOSED/);
    expect(
      bot.slack
        .methods()
        .slice(calls)
        .filter((method) => method === 'users.conversations'),
    ).toHaveLength(1);
  });

  test('are those that the person has set up when Slack does not tell', async () => {
    const bot = await startTestBot();
    await bot.as('ola', '#second').type('/digest', 'abonner');
    bot.slack.scopes.delete('groups:read');
    const home = await homeOf(bot);
    expect(home).toContain('*Sales* · <#C0STOCK>');
    expect(home).not.toContain('C0SECOND');
  });
});

test.each([
  [
    'en',
    { kari: ['nn-NO', 'Salg til og med'], per: ['no', 'Salg til og med'], member: ['en-US', 'Sales up to'] },
  ],
  ['nb', { kari: ['en-US', 'Salg til og med'] }],
] as const)('is in the language of Slack, else of the settings: %s', async (language, people) => {
  const bot = await startTestBot({ settings: { language } });
  for (const [name, [locale, title]] of Object.entries(people)) {
    const person = name as PersonName;
    bot.slack.workspace.setPerson(PEOPLE[person].id, { locale });
    expect((await bot.as(person).openHome()).text, locale).toContain(title);
  }
});

test('a format of files that was chosen holds for that person, and Excel for everybody else', async () => {
  const bot = await startTestBot();
  const fileOf = async (person: Hand, button: string) => {
    const { seen, text } = await person.click(await person.type('/sales', 'yesterday by:store'), button);
    const file = seen.find((each) => each.kind === 'file');
    if (file?.kind !== 'file') throw new Error(`no file was sent: ${text}`);
    return file;
  };
  expect((await bot.ola.openHome()).text).toContain('Filer: Excel');
  await bot.ola.click(await bot.ola.openHome(), 'Filer: CSV');
  await bot.restart();
  const csv = await fileOf(bot.ola, 'Alle rader');
  expect(csv.name).toMatch(/^salg-2026-11-19-.*\.csv$/);
  expect(contentOf(csv)).toMatch(/^\uFEFFButikknummer;.*\r\n\d+;[^;]+;\d+,\d+;/);

  const { name, bytes } = await fileOf(bot.kari, 'All rows');
  expect(name).toMatch(/^sales-2026-11-19-.*\.xlsx$/);
  const { rows, frozenRows } = readSheet(bytes);
  expect(rows.slice(0, 3).map((row) => row.map((cell) => cell?.value))).toEqual([
    ['/sales 2026-11-19 by:store'],
    [expect.stringMatching(/^As of Fri 20 Nov 2026, \d\d:\d\d/)],
    [],
  ]);
  expect([rows[3]?.[0]?.value, frozenRows]).toEqual(['Store number', 4]);
  expect(rows[4]?.slice(0, 4).map((cell) => typeof cell?.value)).toEqual([
    'string',
    'string',
    'number',
    'number',
  ]);

  await bot.ola.click(await bot.ola.openHome(), 'Filer: Excel');
  expect((await fileOf(bot.ola, 'Alle rader')).name).toMatch(/\.xlsx$/);
});

test('a language that was chosen holds for that person, after a restart and in other processes within a minute', async () => {
  const bot = await startTestBot();
  const other = await bot.replica();
  await other.ola.openHome();
  await bot.ola.click(await bot.ola.openHome(), 'English');
  await bot.restart();
  expect((await bot.ola.type('/sales', 'i går')).text).toContain('Sales, Thu 19 Nov');
  await other.pass(31);
  await other.ola.openHome();
  expect((await other.ola.openHome()).text).toContain('Sales up to');
  await bot.ola.click(await bot.ola.openHome(), 'home_language');
  expect((await bot.ola.type('/sales', 'i går')).text).toContain('Salg, tor. 19. nov.');
});
