import { expect, test } from 'vitest';
import { PEOPLE, type PersonName, type PlaceName } from '../../../../bot/demo/slack/cast.ts';
import type { Seen } from '../../../../bot/demo/slack/methods.ts';
import { accessOf } from '../../../support/bot/accessOf.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

/** What somebody does, and what of the answer shows that they were let. */
/** "4,367.5 l" */
const LITRES = /\d l\b/;
const DEEDS: Readonly<
  Record<
    string,
    readonly [(hand: ReturnType<TestBot['as']>, shown: Shown) => Promise<Outcome>, answered: RegExp]
  >
> = {
  '/stores': [(hand) => hand.type('/stores', '143'), /Ålesund Sentrum/],
  '/stock': [(hand) => hand.type('/stock', '1101'), /Product 1101.*units/],
  '/sales': [(hand) => hand.type('/sales', 'yesterday'), LITRES],
  '/digest': [(hand) => hand.type('/digest', 'resume both <#C0STOCK>'), /gets the \w+ digest again/],
  button: [(hand, { digest }) => hand.click(digest, 'Why these numbers?'), LITRES],
  window: [(hand, { window }) => hand.submit(window), /units.*of your 48 products/],
  home: [(hand) => hand.openHome(), /\[Refresh\]/],
  search: [(hand) => hand.suggest('pick_product', 'fjord'), /Fjord/],
};
interface Shown {
  /** The sales digest in #stock. */
  readonly digest: readonly Seen[];
  /** The window of /stock. */
  readonly window: Outcome;
}

const REFUSED: Readonly<Record<string, RegExp>> = {
  guest: /The app isn't open to guest accounts\./,
  outside: /only for the organisation that runs it/,
  unnamed: /Your account doesn't have access to the app/,
  account: /Only people with an active account/,
  shared: /This channel is shared with another organisation/,
  unlisted: /doesn't answer in this channel.*a channel where it can answer/,
  unseen: /Slack gave no details about this channel/,
  stock: /You don't have access to stock here\./,
  sales: /You don't have access to sales here\./,
  digests: /You don't have access to change digests here\./,
};

/** `yes`, or why not; `-` when nothing is shown at all. */
function resultOf({ text }: Outcome, answered: RegExp): string {
  const reasons = Object.keys(REFUSED).filter((reason) => REFUSED[reason]?.test(text));
  if (answered.test(text)) return ['yes', ...reasons].join('+');
  if (reasons.length === 0 && !/^(options:)?$/.test(text)) return `?${text}`;
  return reasons.join('+') || '-';
}

async function rowOf(bot: TestBot, shown: Shown, person: PersonName, place: PlaceName): Promise<string[]> {
  const results: string[] = [];
  for (const [deed, answered] of Object.values(DEEDS))
    results.push(resultOf(await deed(bot.as(person, place), shown), answered));
  return results;
}

/**
 * Settings, and a row for each person and place. A window answers its sender alone, wherever that is; the digest that is
 * named, and the one whose button is clicked, are those of #stock.
 */
const TABLES = {
  'nothing is set': [
    {},
    `
    per             #stock   yes yes yes yes yes yes yes yes
    per             direct   yes yes yes yes yes yes yes yes
    kari            #private yes yes yes yes yes yes yes yes
    per             #private unseen unseen unseen unseen unseen yes yes yes
    kari            #shared  shared shared shared shared shared yes yes yes
    guest           #stock   guest guest guest guest guest guest guest -
    guest           direct   guest guest guest guest guest guest guest -
    oneChannelGuest #stock   guest guest guest guest guest guest guest -
    stranger        direct   outside outside outside outside outside outside outside -
    otherTeam       #stock   outside outside outside outside outside outside outside -
    gone            #stock   account account account account account account account -
    machine         #stock   account account account account account account account -
    `,
  ],
  'sales belong to a person, a group and a channel': [
    { ACCESS_VIEW_SALES: 'U0PER,S0SALES,C0SECOND' },
    `
    per             direct   yes yes yes yes yes yes yes yes
    ola             direct   yes yes yes yes yes yes yes yes
    kari            direct   yes yes yes yes yes yes yes yes
    member          direct   yes yes sales sales sales yes yes yes
    member          #second  yes yes yes sales sales yes yes yes
    `,
  ],
  'guests and people from outside are let in whom a list names': [
    {
      ACCESS_GUESTS: 'listed',
      ACCESS_EXTERNALS: 'listed',
      ACCESS_VIEW_SALES: 'U0GUEST,U0OTHERTEAM,S0SALES,C0SECOND',
    },
    `
    guest           direct   yes stock yes digests yes stock yes yes
    guest           #second  yes stock yes digests yes stock yes yes
    oneChannelGuest direct   yes stock yes digests yes stock yes yes
    otherTeam       direct   yes stock yes digests yes stock yes yes
    stranger        #second  unnamed unnamed unnamed unnamed unnamed unnamed unnamed -
    member          #second  yes yes yes sales sales yes yes yes
    `,
  ],
  'a channel has sales, and a guest is named for stock alone': [
    { ACCESS_GUESTS: 'listed', ACCESS_VIEW_STOCK: 'U0GUEST', ACCESS_VIEW_SALES: 'C0SECOND' },
    `
    guest           #second  yes yes sales digests sales yes yes yes
    stranger        #second  outside outside outside outside outside outside outside -
    `,
  ],
  'only people from outside are let in': [
    { ACCESS_EXTERNALS: 'listed', ACCESS_VIEW_SALES: 'U0GUEST,U0OTHER' },
    `
    guest           direct   guest guest guest guest guest guest guest -
    stranger        direct   yes stock yes digests yes stock yes yes
    `,
  ],
  'channels are listed': [
    { ACCESS_CHANNELS: 'C0STOCK,C0SHARED' },
    `
    per             #stock   yes yes yes yes yes yes yes yes
    per             #shared  yes yes yes yes yes yes yes yes
    per             direct   yes yes yes yes yes yes yes yes
    per             #second  unlisted unlisted unlisted unlisted unlisted yes yes yes
    `,
  ],
  'nobody but the admin has anything': [
    { ACCESS_VIEW_STOCK: 'nobody', ACCESS_VIEW_SALES: 'nobody', ACCESS_MANAGE_DIGESTS: 'nobody' },
    `
    per             #stock   yes stock sales digests sales stock yes yes
    kari            #stock   yes yes yes yes yes yes yes yes
    `,
  ],
} as const;

test.each(Object.entries(TABLES))('who sees what when %s', async (_, [settings, expected]) => {
  const bot = await startTestBot();
  bot.slack.workspace.setGroup('S0SALES', [PEOPLE.ola.id, PEOPLE.oneChannelGuest.id]);
  bot.slack.workspace.setPerson(PEOPLE.ola.id, { locale: 'en-GB' });
  const shown: Shown = { digest: digestIn(bot, 'Sales digest'), window: await bot.kari.type('/stock') };
  await bot.restart({ access: accessOf(settings) });
  const rows = expected
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '));
  const actual: string[] = [];
  for (const row of rows) {
    const [person, place] = row.split(' ') as [PersonName, PlaceName];
    actual.push([person, place, ...(await rowOf(bot, shown, person, place))].join(' '));
  }
  expect(actual).toEqual(rows);
});

/** The newest digest of that title as somebody sees it in #stock. */
function digestIn(bot: TestBot, title: string): Seen[] {
  const message = bot.held('#stock').findLast(({ text }) => text.includes(title));
  if (message === undefined) throw new Error(`#stock has no ${title}`);
  return [{ kind: 'message', by: 'chat.postMessage', body: message, ts: message.ts }];
}
