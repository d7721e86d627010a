import { beforeAll, expect, test } from 'vitest';
import { textAt } from '../../../../bot/demo/slack/fields.ts';
import { type Outcome, startTestBot, type TestBot } from '../../../support/testBot.ts';

const LAST_MONTH = '/sales 2026-10-01..2026-10-31';
const LAST_WEEK = '/sales 2026-11-09..2026-11-15';
const GIN_IN_OSLO = 'gin in oslo last month';

/** Threads as people type them, with the command that each message is read as. */
const THREADS: readonly (readonly (readonly [text: string, command: string])[])[] = [
  // What is said takes its place in the question before; the rest stays.
  ...(
    [
      ['top 3 products', `${LAST_MONTH} product:"gin" store:0101 top:3 by:product`],
      ['topp 3', `${LAST_MONTH} product:"gin" store:0101 top:3 by:product`],
      ['total', `${LAST_MONTH} product:"gin" store:0101`],
      ['and the returns', `${LAST_MONTH} product:"gin" store:0101 returns by:product`],
      ['returer', `${LAST_MONTH} product:"gin" store:0101 returns by:product`],
      ['top stores', `${LAST_MONTH} product:"gin" top:10 by:store`],
      ['all stores', `${LAST_MONTH} product:"gin"`],
      ['which store sold most', `${LAST_MONTH} product:"gin" top:10 by:store`],
      ['by store and week', `${LAST_MONTH} product:"gin" by:store by:week`],
      ['vs bergen', `${LAST_MONTH} product:"gin" store:0101 vs store:302 by:store`],
      ['without 5005', `${LAST_MONTH} product:"gin" store:0101 without product:5005`],
      ['is it running low', '/stock low 7 product:"gin"'],
    ] as const
  ).map((follow) => [[GIN_IN_OSLO, `${LAST_MONTH} product:"gin" store:0101`], follow] as const),
  [
    ['gin forrige uke', `${LAST_WEEK} product:"gin"`],
    ['per butikk', `${LAST_WEEK} product:"gin" by:store`],
    ['per vare også', `${LAST_WEEK} product:"gin" by:store by:product`],
  ],
  [
    ['gin last week', `${LAST_WEEK} product:"gin"`],
    ['only in Oslo', `${LAST_WEEK} product:"gin" store:0101`],
    ['all stores', `${LAST_WEEK} product:"gin"`],
    ['enn riesling?', `${LAST_WEEK} product:"riesling"`],
    ['samme uke i fjor', '/sales 2025-11-10..2025-11-16 product:"riesling"'],
    ['the month before', '/sales 2025-10-01..2025-10-31 product:"riesling"'],
    [
      'compare with the month before',
      '/sales compare 2025-10-01..2025-10-31 with 2025-09-01..2025-09-30 product:"riesling" by:product',
    ],
    [
      'og november',
      '/sales compare 2026-11-01..2026-11-19 with 2026-10-01..2026-10-19 product:"riesling" by:product',
    ],
  ],
  // A comparison takes the place of what one period alone can have, and the other way round.
  [
    ['gin forrige uke per butikk', `${LAST_WEEK} product:"gin" by:store`],
    ['snittet', `${LAST_WEEK} product:"gin" average by:store`],
    [
      'compare with the week before',
      '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 product:"gin" by:store',
    ],
    ['in percent', `${LAST_WEEK} product:"gin" percent by:store`],
  ],
  [
    ['gin last month by store and week', `${LAST_MONTH} product:"gin" by:store by:week`],
    [
      'compare with the month before',
      '/sales compare 2026-10-01..2026-10-31 with 2026-09-01..2026-09-30 product:"gin" by:store',
    ],
  ],
  // Phrases of everyday speech are words of the slots.
  [
    ['hvordan gikk gin forrige uke', `${LAST_WEEK} product:"gin"`],
    ['som graf', `${LAST_WEEK} product:"gin" by:day`],
    ['uke for uke', `${LAST_WEEK} product:"gin" by:week`],
  ],
  [
    ['what is out of stock', '/stock out'],
    ['order?', '/stock low 14'],
  ],
  [
    ['topp 5 varer i oktober', `${LAST_MONTH} top:5 by:product`],
    ['alle', `${LAST_MONTH} by:product`],
  ],
  [
    ['topp 5 varer i oktober', `${LAST_MONTH} top:5 by:product`],
    // Not Tuesday, and no product 20.
    ['bare de ti beste', `${LAST_MONTH} top:10 by:product`],
    ['make it 20', `${LAST_MONTH} top:20 by:product`],
    ['i liter', `${LAST_MONTH} top:20 by:product`],
    ['total', `${LAST_MONTH} by:product`],
  ],
  // A year is that of the feast or month before; days stay the same in another month.
  [
    ['salget på påskeaften 2025', '/sales 2025-04-19'],
    ['og 2024?', '/sales 2024-03-30'],
  ],
  [
    ['cider in october', `${LAST_MONTH} product:"cider"`],
    ['and 2025', '/sales 2025-10-01..2025-10-31 product:"cider"'],
  ],
  [
    ['gin 3. til 12. november', '/sales 2026-11-03..2026-11-12 product:"gin"'],
    ['samme dager i oktober', '/sales 2026-10-03..2026-10-12 product:"gin"'],
  ],
  [
    ['gin in november', '/sales 2026-11-01..2026-11-19 product:"gin"'],
    ['i fjor', '/sales 2025-11-01..2025-11-19 product:"gin"'],
  ],
  [
    [
      'riesling solgt i oslo i september sammenlignet med bergen',
      '/sales 2026-09-01..2026-09-30 product:"riesling" store:0101 vs store:302 by:store',
    ],
    ['hele kjeden', '/sales 2026-09-01..2026-09-30 product:"riesling" by:store'],
  ],
  [
    ['units not litres for gin last week', `${LAST_WEEK} product:"gin"`],
    ['hva med lørdagene i oktober', '/sales 2026-10-01..2026-10-31 product:"gin" saturdays by:day'],
  ],
  [
    [
      "how's cider doing this month compared to last",
      '/sales compare 2026-11-01..2026-11-19 with 2026-10-01..2026-10-19 product:"cider" by:product',
    ],
  ],
  [['gin og cider hver for seg forrige uke', `${LAST_WEEK} product:"gin" vs product:"cider" by:product`]],
  [
    [
      'the numbers for pilsner in october and september side by side',
      '/sales compare 2026-10-01..2026-10-31 with 2026-09-01..2026-09-30 product:"pilsner" by:product',
    ],
  ],
  // One store of several is named by its noun, too; several are put beside each other.
  [
    ['sales last week by group', `${LAST_WEEK} by:group`],
    ['only the Oslo store', `${LAST_WEEK} store:0101 by:group`],
    ["each group's share", `${LAST_WEEK} store:0101 percent by:group`],
    ['hele landet', `${LAST_WEEK} percent by:group`],
  ],
  [
    ['cider in bergen last week', `${LAST_WEEK} product:"cider" store:302`],
    ['oslo too', `${LAST_WEEK} product:"cider" store:302,0101`],
    ['compare them', `${LAST_WEEK} product:"cider" store:302 vs store:0101 by:store`],
  ],
  [
    ['gin and riesling last week', `${LAST_WEEK} product:"gin" product:"riesling"`],
    ['put the two next to each other', `${LAST_WEEK} product:"gin" vs product:"riesling" by:product`],
  ],
  // Those that were asked about, and the mean of a day behind other rows.
  [
    ['gin forrige uke', `${LAST_WEEK} product:"gin"`],
    ['i Bergen og Oslo', `${LAST_WEEK} product:"gin" store:302,0101`],
    ['hvem av dem solgte mest', `${LAST_WEEK} product:"gin" store:302,0101 top:10 by:store`],
  ],
  [
    ['average per day of gin last week', `${LAST_WEEK} product:"gin" average by:day`],
    ['per store', `${LAST_WEEK} product:"gin" average by:store`],
  ],
  // It is nothing that was asked about.
  [['ok, hvor mye solgte vi av den i går da', '']],
  // Stores that fell are compared by store, whatever was asked before; an open day's figure is the average.
  [
    ['sales last week', LAST_WEEK],
    ['which stores fell last week', '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 why'],
  ],
  [['gin forrige uke per åpningsdag', `${LAST_WEEK} product:"gin" average by:day`]],
  // "Why" of other days compares them as it compares any.
  [
    ['why did sales fall last week', '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 why'],
    ['og i oktober', '/sales compare 2026-10-01..2026-10-31 with 2026-09-01..2026-09-30 why'],
  ],
  // Lists of stock.
  [['what has been out of stock longest', '/stock out']],
  [['hva har vært utsolgt lengst', '/stock out']],
  [
    ['how much rioja is left', '/stock 10007 1101 5006 10028 1000068 1000187 00405'],
    ['and in how many shops', '/stock 10007 1101 5006 10028 1000068 1000187 00405'],
  ],
  [
    ['when was tind gin last out of stock', '/stock 5005 2026-10-22..2026-11-20'],
    ['siden når', '/stock 5005 2026-10-22..2026-11-20'],
  ],
  [
    ['what is running low', '/stock low 7'],
    ['under 14 days', '/stock low 14'],
    ['in the gin group only', '/stock low 14 group:"Gin"'],
    ['how much should I order', '/stock low 14 group:"Gin"'],
  ],
  [
    ['what is out of stock', '/stock out'],
    ['bare gin', '/stock out product:"gin"'],
    ['and running low', '/stock low 7 product:"gin"'],
    ['14 days', '/stock low 14 product:"gin"'],
    ['what changed', '/stock changes product:"gin"'],
    ['all of them', '/stock changes'],
    ['all of them', '/stock changes all'],
    ['1101', '/stock 1101'],
    ['siste 7 dager', '/stock 1101 2026-11-14..2026-11-20'],
  ],
  [
    ['what is running low', '/stock low 7'],
    ['10', '/stock low 10'],
  ],
  [
    ['/stock over 45', '/stock over 45'],
    ['gin only', '/stock over 45 product:"gin"'],
    ['60 days', '/stock over 60 product:"gin"'],
  ],
  // Stores.
  [
    ['which stores are open on sunday in bergen', '/stores open 2026-11-22 "bergen"'],
    ['after 18', '/stores open 2026-11-22 at 18:00 "bergen"'],
    ['and in oslo', '/stores open 2026-11-22 at 18:00 "oslo"'],
    ['now', '/stores open now "oslo"'],
    // The address and the telephone are of the store, open or not.
    ['what is the phone number', '/stores "oslo"'],
    ['whats the phone no for the Harstad shop', '/stores "Harstad"'],
  ],
  // The difference of two answers is that of what they don't have in common.
  [
    ['riesling uke 45', '/sales 2026-11-02..2026-11-08 product:"riesling"'],
    ['samme uke i fjor', '/sales 2025-11-03..2025-11-09 product:"riesling"'],
    [
      'differansen?',
      '/sales compare 2026-11-02..2026-11-08 with 2025-11-03..2025-11-09 product:"riesling" by:product',
    ],
  ],
  [
    ['gin last week', `${LAST_WEEK} product:"gin"`],
    ['cider', `${LAST_WEEK} product:"cider"`],
    ['the difference?', `${LAST_WEEK} product:"cider" vs product:"gin" by:product`],
    ['nei, uke 45', '/sales 2026-11-02..2026-11-08 product:"cider" vs product:"gin" by:product'],
  ],
  [
    ['sales in Hamar last week', `${LAST_WEEK} store:1442`],
    ['why so low?', '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 store:1442 why'],
  ],
  [
    ['hvor mye er igjen av Solvik Aquavit', '/stock 10010'],
    ['hvor mange butikker har den?', '/stock 10010'],
    ['hvor lenge varer det', '/stock 10010'],
    ['and order?', '/stock low 14 10010'],
  ],
  [
    ['hva er utsolgt', '/stock out'],
    ['hva er i ferd med å bli det', '/stock low 7'],
  ],
  [
    ['pilsner week 44', '/sales 2026-10-26..2026-11-01 product:"pilsner"'],
    ['wrong, week 45', '/sales 2026-11-02..2026-11-08 product:"pilsner"'],
    ['nei, jeg mente uke 46', `${LAST_WEEK} product:"pilsner"`],
  ],
  // Two answers together.
  [
    ['sales yesterday', '/sales 2026-11-19'],
    ['only Bergen', '/sales 2026-11-19 store:302'],
    ['and Oslo?', '/sales 2026-11-19 store:0101'],
    ['both of them per product', '/sales 2026-11-19 store:0101 vs store:302 by:product'],
  ],
  [
    ['how is Granitt Pilsner doing', ''],
    ['vs last year', '/sales compare 2026-11-19 with 2025-11-20 product:5002 by:store'],
  ],
  [
    ['hvor mange flasker Tind Gin er det på lager', '/stock 5005'],
    ['er det nok til jul', '/stock 5005'],
  ],
  // What is wrong with the rows leaves the question as it was.
  [
    ['top 3 stores last week', `${LAST_WEEK} top:3 by:store`],
    ['by region', ''],
    ['per måned', `${LAST_WEEK} by:month`],
    ['break it down by day', `${LAST_WEEK} by:day`],
  ],
  // What is added, taken out and swapped leaves the rest.
  [
    ['gin in Oslo last week', `${LAST_WEEK} product:"gin" store:0101`],
    ['legg til Voss', `${LAST_WEEK} product:"gin" store:0101,0677`],
    ['bytt ut Voss med Molde', `${LAST_WEEK} product:"gin" store:0101,634`],
    ['leave out Oslo', `${LAST_WEEK} product:"gin" store:634`],
    ['instead of gin, cider', `${LAST_WEEK} product:"cider" store:634`],
    ['a week earlier', '/sales 2026-11-02..2026-11-08 product:"cider" store:634'],
  ],
  [
    ['riesling last week, store by store', `${LAST_WEEK} product:"riesling" by:store`],
    ['only Bergen and Voss', `${LAST_WEEK} product:"riesling" store:302,0677 by:store`],
    ['ok back to every store', `${LAST_WEEK} product:"riesling" by:store`],
  ],
  [
    ['Mosjøen, Brønnøysund og Bodø samlet i oktober', '/sales 2026-10-01..2026-10-31 store:1509,1977,207'],
    ['not Bodø, Voss', '/sales 2026-10-01..2026-10-31 store:1509,1977,0677'],
  ],
  [
    ['riesling week 45', '/sales 2026-11-02..2026-11-08 product:"riesling"'],
    ['46?', `${LAST_WEEK} product:"riesling"`],
    [
      'compared to a year ago',
      '/sales compare 2026-11-09..2026-11-15 with 2025-11-10..2025-11-16 product:"riesling" by:product',
    ],
  ],
  [
    ['sales yesterday', '/sales 2026-11-19'],
    ['what about the day before', '/sales 2026-11-18'],
    ['and compared with each other', '/sales compare 2026-11-19 with 2026-11-18 by:product'],
  ],
  [
    ['gin vs cider last week', `${LAST_WEEK} product:"gin" vs product:"cider" by:product`],
    ['add rioja', `${LAST_WEEK} product:"gin" vs product:"cider" vs product:"rioja" by:product`],
    ['without cider', `${LAST_WEEK} product:"gin" vs product:"rioja" by:product`],
    ['now just Oslo', `${LAST_WEEK} product:"gin" vs product:"rioja" store:0101 by:product`],
  ],
  [
    ['stock of Tind Gin', '/stock 5005'],
    ['which must be ordered within two weeks', '/stock low 14 5005'],
  ],
  [
    ['how much cider did Bergen sell last week', `${LAST_WEEK} product:"cider" store:302`],
    ['and Oslo', `${LAST_WEEK} product:"cider" store:0101`],
    ['which of them sold more', `${LAST_WEEK} product:"cider" store:0101 vs store:302 by:store`],
    ["what's that on average per store", ''],
  ],
  // A maker after a group is its product of the group.
  [
    ['Bekk Pilsner 2025', '/sales 2025-01-01..2025-12-31 product:10016'],
    ['no wait, I was thinking of Tind', '/sales 2025-01-01..2025-12-31 product:00408'],
    ['one year earlier', '/sales 2024-01-01..2024-12-31 product:00408'],
  ],
  [
    ['retur av Solvik Cider i oktober', '/sales 2026-10-01..2026-10-31 product:5004 returns by:store'],
    ['i prosent av solgt', ''],
  ],
  // A word that wasn't known is said in others.
  [
    ['hvor mye solgte vi av barolo i fjor', ''],
    ['jeg mente rioja', '/sales 2025-01-01..2025-12-31 product:"rioja"'],
    ['i Oslo', '/sales 2025-01-01..2025-12-31 product:"rioja" store:0101'],
  ],
  [
    ['saturdays in october', '/sales 2026-10-01..2026-10-31 saturdays by:day'],
    ['ta fredagene også', '/sales 2026-10-01..2026-10-31 fridays saturdays by:day'],
  ],
  [
    ['stock of Solvik Rioja 17-20 november', '/stock 1000187 2026-11-17..2026-11-20'],
    ['Granitt Rioja as well', '/stock 1000187 00405 2026-11-17..2026-11-20'],
  ],
  [
    [
      'hvor stor andel av ginsalget kom fra Torggata forrige måned',
      `${LAST_MONTH} product:"gin" store:0101 percent by:store`,
    ],
    ['og Notodden?', `${LAST_MONTH} product:"gin" store:745 percent by:store`],
  ],
  [
    [
      'which store sold most Måke Gin in week 45',
      '/sales 2026-11-02..2026-11-08 product:1000170 top:10 by:store',
    ],
    ['and week 46?', `${LAST_WEEK} product:1000170 top:10 by:store`],
    [
      'did it go up overall',
      '/sales compare 2026-11-09..2026-11-15 with 2026-11-02..2026-11-08 product:1000170 top:10 by:store',
    ],
  ],
  [
    ['stock of Tind Gin', '/stock 5005'],
    ['how has it been since 18 november', '/stock 5005 2026-11-18..2026-11-20'],
  ],
  // The answer would be about today.
  [['is Lillestrøm open tomorow', '']],
  // What has no figures was still about something.
  [
    ['hva koster Tind Gin', ''],
    ['ok, hvor mye solgte vi av den i går da', '/sales 2026-11-19 product:5005'],
  ],
];

/** The command that an answer is to; empty for one that isn't for all. */
function commandOf({ seen }: Outcome): string {
  return seen
    .map((each) => (each.kind === 'message' ? textAt(each.body, 'metadata', 'event_payload', 'command') : ''))
    .join('');
}

let bot: TestBot;
let close = async (): Promise<void> => {};
beforeAll(async () => {
  bot = await startTestBot({
    onEnd(end) {
      close = end;
    },
  });
  return () => close();
});

/** Says the messages in one thread; gives the answers. */
async function thread(texts: readonly string[]): Promise<readonly Outcome[]> {
  const [first = '', ...rest] = texts;
  const answers = [await bot.kari.say(first)];
  const ts = bot.held('#stock').findLast(({ text }) => text.endsWith(first))?.ts;
  for (const text of rest) answers.push(await bot.kari.say(text, ts));
  return answers;
}

test.each(THREADS.map((said) => [said.map(([text]) => text).join(' > '), said] as const))(
  '%s',
  async (_, said) => {
    const answers = await thread(said.map(([text]) => text));
    expect(answers.map(commandOf)).toEqual(said.map(([, command]) => command));
  },
);

test('a question with a noun and a period of its own begins anew, and the first line says so', async () => {
  const [, followed, anew] = await thread([
    GIN_IN_OSLO,
    'how much did it sell last week',
    'how much rioja did we sell last week',
  ]);
  expect(followed?.text).not.toContain('new question');
  expect(followed && commandOf(followed)).toBe(`${LAST_WEEK} product:"gin" store:0101`);
  expect(anew && commandOf(anew)).toBe(`${LAST_WEEK} product:"rioja"`);
  // Behind the call of Slack and the notification's text.
  expect(anew?.lines[2]).toContain('This is a new question');
  const [, ofAll] = await thread(['stock of Tind Gin', 'how much did we sell yesterday']);
  expect(ofAll && commandOf(ofAll)).toBe('/sales 2026-11-19');
  expect(ofAll?.text).toContain('This is a new question');
  // The products of a list aren't carried.
  const [, ofThose] = await thread(['what is low', 'sales of those last week']);
  expect(ofThose && commandOf(ofThose)).toBe(LAST_WEEK);
  expect(ofThose?.text).toContain('This is a new question');
});

test('what follows a mistake answers no older or wider question, and says so', async () => {
  const mistaken = ['gin last week', 'hvor mye barolo solgte vi i desember i fjor'];
  for (const next of [
    'og i år så langt',
    'per måned',
    'returer',
    'yesterday',
    'in Oslo',
    'the difference?',
  ]) {
    const [first, , answer] = await thread([...mistaken, next]);
    expect(first && commandOf(first)).toBe(`${LAST_WEEK} product:"gin"`);
    expect(answer && commandOf(answer), next).toBe('');
    expect(answer?.text, next).toContain("The app didn't understand the question before.");
    expect(answer?.text, next).toContain('"barolo"');
  }
  const [, , whole, after] = await thread([
    ...mistaken,
    'hvor mye cider solgte vi forrige uke',
    'per butikk',
  ]);
  expect(whole && commandOf(whole)).toBe(`${LAST_WEEK} product:"cider"`);
  expect(after && commandOf(after)).toBe(`${LAST_WEEK} product:"cider" by:store`);
});

test('what only adds to a question needs one', async () => {
  const [answer] = await thread(['og i fjor']);
  expect(answer?.text).toContain('Ask the whole question');
});

test('"why" after an answer without reasons explains its figures, or offers the reasons of sales', async () => {
  const offered = '[/sales why last week]';
  for (const said of [
    ['hva må jeg bestille', 'hvorfor'],
    ['what changed since yesterday', 'why'],
    ['what is low', 'why did it go down'],
  ]) {
    const [, why] = await thread(said);
    expect(why && commandOf(why), said.join()).toBe('');
    expect(why?.text, said.join()).toContain('*Days of cover*: stock ÷ units sold per day');
    expect(why?.text, said.join()).toContain(offered);
  }
  const [, ofStore] = await thread(['is Torggata open', 'why']);
  expect(ofStore?.text).toContain('The app can only say why sales changed.');
  const [, ofSales] = await thread(['what is low', 'why did sales fall']);
  expect(ofSales?.text).toContain('No days are named, so this is about last week.');
});

test('"why" without days is about last week, which the first line says', async () => {
  const [why] = await thread(['why']);
  expect(why?.lines[2]).toContain('No days are named, so this is about last week.');
  const [, after] = await thread(['gin in october', 'why']);
  expect(after?.text).not.toContain('No days are named');
});

test.each([
  [['why did it go down'], "It didn't fall: +0.2%."],
  [['why did gin go up last week'], "It didn't rise: −8.1%."],
  [['why did gin fall in october'], "It didn't fall: +6.9% per open day."],
  [['gin last week', 'why did it go up'], "It didn't rise: −8.1%."],
] as const)('a change that was another than %j says is denied first', async (said, denied) => {
  const answer = (await thread(said)).at(-1);
  expect(answer?.lines[2]).toContain(denied);
  expect(answer?.lines[1]).toContain(denied);
});

test("one that was as it is said isn't", async () => {
  for (const said of [
    'why did gin fall last week',
    'hvorfor solgte vi mer cider i oktober enn i september',
  ]) {
    const [answer] = await thread([said]);
    expect(answer?.text, said).not.toMatch(/didn't (?:fall|rise)/);
  }
  const norwegian = await bot.ola.say('hvorfor steg gin forrige uke');
  expect(norwegian.text).toContain('Det gikk ikke opp: −8,1\u00a0%.');
});

test('what "why" can\'t have is suggested as a question that makes sense', async () => {
  const [, next] = await thread(['why did sales fall last week', 'hva med neste uke']);
  expect(next?.text).toContain('Try: `/sales why 2026-11-19`');
  const [beside] = await thread(['hvorfor solgte Bergen mindre enn Oslo forrige uke']);
  expect(beside?.text).toContain('Try: `/sales Bergen vs Oslo forrige uke`');
});

test('litres or units alone are in each answer, which says so', async () => {
  const [, litres] = await thread([GIN_IN_OSLO, 'in litres only']);
  expect(litres && commandOf(litres)).toBe(`${LAST_MONTH} product:"gin" store:0101`);
  expect(litres?.text).toContain('Each answer has both litres and units.');
});

test('"share it" asks for no share of a total', async () => {
  const [, answer] = await thread([GIN_IN_OSLO, 'share it']);
  expect(answer?.text).toContain('Share message');
});

test('the share of a store is of what all stores sold of the same', async () => {
  const [answer] = await thread(['what share of cider went through Sandefjord last month']);
  expect(answer?.text).toContain('4.3% of the sales of all stores, 7,532.9 l');
});
