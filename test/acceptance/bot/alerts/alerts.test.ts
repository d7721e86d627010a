import { expect, test } from 'vitest';
import { PEOPLE } from '../../../../bot/demo/slack/cast.ts';
import { HIDDEN } from '../../../../bot/demo/slack/workspace.ts';
import { clickablesIn } from '../../../support/slack/screen.ts';
import {
  armAlerts,
  giveAlertsTo,
  judgedOn,
  removeAlertsIn,
  setFigures,
} from '../../../support/storedData.ts';
import { namedProducts, startTestBot, type TestBot } from '../../../support/testBot.ts';

const HEADING = 'Stock alerts for Fri 20 Nov 2026';

/** As if the latest data had not been judged, and all items had been over their lines before. */
async function judgeAgain(bot: TestBot): Promise<void> {
  await armAlerts(bot);
  await judgedOn(bot, '2026-11-19');
  await bot.pass(120);
}

const rung = (bot: TestBot, place = '#stock') =>
  bot.held(place).filter(({ text }) => text.startsWith(`${HEADING}: `));
const blocksOf = (bot: TestBot) => JSON.stringify(rung(bot).map(({ blocks }) => blocks));

/** A product of the supplier's own. */
function someProduct(bot: TestBot) {
  const [first] = namedProducts(bot.service);
  if (first === undefined) throw new Error('the sandbox has no products of its own');
  return first;
}

test('an owner about whom Slack does not tell stops only their own alerts, which is told after half an hour', async () => {
  const bot = await startTestBot({ hasHealth: true });
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  await bot.kari.type('/stock', `alert ${id} below 900000`);
  await giveAlertsTo(bot, HIDDEN, 'first');
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
  expect(blocksOf(bot)).toContain('fewer than 900,000');
  expect(blocksOf(bot)).not.toContain('fewer than 1,000,000');
  const counted = async (outcome: string) =>
    (await bot.metrics()).get(`retail_bot_alerts_total{outcome="${outcome}"}`);
  expect(await counted('posted')).toBe(1);
  expect(await bot.readyz()).toContain('\nalerts: ok\n');
  const told = bot.logLines().filter(({ level, msg }) => level >= 40 && String(msg).includes('alert'));
  expect(told.map(({ msg }) => msg)).toEqual(['an alert could not be judged: it is tried again']);
  await bot.pass(31 * 60);
  expect(await bot.readyz()).toMatch(
    /^200 .*\nalerts: 1 could not be judged for more than 30 minutes \(user_not_visible\)\n/s,
  );
  expect(await counted('unjudged')).toBe(1);
  expect(await counted('failed')).toBe(0);
  await giveAlertsTo(bot, PEOPLE.kari.id);
  await bot.pass(120);
  expect(await bot.readyz()).toContain('\nalerts: ok\n');
  expect(blocksOf(bot)).toContain('fewer than 1,000,000');
  expect(await counted('posted')).toBe(2);
});

test('a message of alerts that Slack refuses for good is counted', async () => {
  const bot = await startTestBot({ hasHealth: true });
  await bot.kari.type('/stock', `alert ${someProduct(bot).id} below 900000`);
  bot.slack.faults.add({ name: 'chat.postMessage', fault: { kind: 'say', error: 'is_archived' } });
  await judgeAgain(bot);
  expect((await bot.metrics()).get('retail_bot_alerts_total{outcome="failed"}')).toBe(1);
  expect(rung(bot)).toEqual([]);
  await bot.pass(60);
  const told = "The app couldn't post your alerts in <#C0STOCK>. The channel is archived.";
  expect(bot.held('D0KARI').map(({ text }) => text)).toEqual([expect.stringContaining(told)]);
});

test('an alert of a channel that the app has left is paused, and its owner is told', async () => {
  const bot = await startTestBot();
  await bot.kari.type('/stock', `${someProduct(bot).id} when below 900000`);
  await armAlerts(bot);
  await judgedOn(bot, '2026-11-19', 'C0LEFT');
  await bot.pass(180);
  expect(bot.held('D0KARI').map(({ text }) => text)).toEqual([
    expect.stringContaining('The app is no longer in <#C0LEFT>. Invite it with `/invite`'),
  ]);
  expect((await bot.kari.openHome()).text).toContain('Paused:');
});

test('an alert whose owner Slack has not shown for a day is paused, and its channel is told once', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `${id} when below 1000000`);
  await bot.kari.type('/stock', `${id} when below 900000`);
  await giveAlertsTo(bot, HIDDEN, 'first');
  await judgeAgain(bot);
  const told = () => bot.held('#stock').filter(({ text }) => text.includes('An alert is paused'));
  expect(told()).toEqual([]);
  await judgedOn(bot, '2026-11-18');
  await bot.pass(180);
  expect(told().map(({ text }) => text)).toEqual([
    expect.stringContaining(`below 1,000,000 units. Slack hasn't shown the app <@${HIDDEN}>`),
  ]);
  expect((await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Resume')).text).toContain(
    'Alert set',
  );
});

test('alerts of a channel ring in one message, once, in the language of the first, and call no service', async () => {
  const bot = await startTestBot();
  await bot.replica();
  const { id, name } = someProduct(bot);
  const calls = bot.service.requests.length;
  const set = await bot.kari.type('/stock', `alert ${id} below 1000000`);
  expect(set.text).toContain(`Alert set: ${id} ${name} below 1,000,000 units. The app posts in this channel`);
  expect(set.text).toContain(`Already beyond the threshold: ${id} ${name} (`);
  await bot.ola.type('/stock', `varsle ${id} under 900000`);
  // The same again is the same alert.
  expect((await bot.ola.type('/stock', `varsle ${id} under 900000`)).text).toContain(
    'Varselet er allerede satt opp',
  );
  expect((await bot.ola.type('/stock', `varsle meg ${id} under 800000 enheter`)).text).toContain(
    'Appen sender til deg når',
  );
  await bot.pass(120);
  expect(rung(bot)).toEqual([]);
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
  expect(blocksOf(bot)).toContain('fewer than 1,000,000');
  expect(blocksOf(bot)).toContain('fewer than 900,000');
  const [text = '', ...more] = bot.held('D0OLA').map((each) => each.text);
  expect(text).toMatch(
    /^Lagervarsler for fre\. 20\. nov\. 2026: \d+ [^*]+ har [\d\s]+ enheter, færre enn 800\s000 \(før: /,
  );
  expect(more).toEqual([]);
  expect(bot.service.requests).toHaveLength(calls);
  const list = await bot.kari.type('/stock', 'alerts');
  // One line each, marked where it is beyond its threshold.
  expect(list.text).toMatch(/:red_circle: \*.* below 1,000,000 units\* · [\d,]+ units/);
  const details = await bot.kari.click(list, 'Details');
  expect(details.text).toContain('last posted for Fri 20 Nov 2026');
  expect(details.text).toMatch(/Beyond the threshold now: .* \([\d,]+ units, [\d,]+ below the threshold\)/);
  await setFigures(bot, 1_050_000);
  const risen = await bot.kari.type('/stock', 'alerts');
  expect(risen.text).not.toContain(':red_circle:');
  expect((await bot.kari.click(risen, 'Details')).text).toContain(
    `Must reach 1,100,000 units before the app can post again: ${id} ${name} (1,050,000 units, 50,000 above the threshold)`,
  );
  // Ola's own to himself is on no list but his.
  expect(list.text).not.toContain('800,000');
  expect((await bot.as('ola', 'direct').type('/stock', 'varsler')).text).toMatch(/800\s000/);
  // Set after the day was judged: its first figures ring nothing.
  await bot.kari.type('/stock', `alert ${id} below 700000`);
  await bot.restart();
  await bot.pass(300);
  expect(rung(bot)).toHaveLength(1);
});

test('a posted alert and the list show the data of products that are beyond the line', async () => {
  const bot = await startTestBot();
  await bot.kari.type('/stock', 'alert below 1000000');
  await judgeAgain(bot);
  const posted = bot.slack.seen.filter((each) => JSON.stringify(each).includes(HEADING));
  const [, first = expect.fail('no product is named')] = /\*(\d+ [^*]+)\* has/.exec(blocksOf(bot)) ?? [];
  const shown = await bot.kari.click(posted, 'Show data');
  expect(shown.text).toContain(first);
  // A phone shows whole crossings only.
  expect(rung(bot).map(({ text }) => text)).toEqual([expect.stringMatching(/ \(before: [\d,]+\); …$/)]);
});

test('in a channel that the app is not in, setting an alert warns that it cannot be posted', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  const set = await bot.as('kari', '#outside').type('/stock', `alert ${id} below 1000000`);
  expect(set.text).toContain(
    "The alert is saved but can't be posted yet. The app isn't in the channel. Invite it with `/invite`.",
  );
  const norwegian = await bot.as('ola', '#outside').type('/sales', 'varsle -30 %');
  expect(norwegian.text).toContain('Varselet er lagret, men kan ikke sendes ennå.');
});

test('a mute ends without ringing, and a removed alert rings no more', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  const list = await bot.kari.type('/stock', 'alerts');
  expect((await bot.kari.click(list, 'Mute for a week')).text).toContain('Muted for a week');
  const muted = await bot.kari.type('/stock', 'alerts');
  expect(muted.text).toContain('Muted until Fri 27 Nov 2026');
  await bot.ola.type('/stock', `varsle ${id} under 900000`);
  await judgeAgain(bot);
  expect(rung(bot)).toEqual([]);
  // The only one that fired, so the message is in its language.
  expect(JSON.stringify(bot.held('#stock'))).toContain('færre enn');
  await removeAlertsIn(bot, 'nb');
  // The crossing during the mute stays unsaid.
  await bot.kari.click(muted, 'Unmute');
  await judgedOn(bot, '2026-11-19');
  await bot.pass(120);
  expect(rung(bot)).toEqual([]);
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
  await bot.kari.click(list, 'Mute for a week');
  const again = await bot.kari.type('/stock', `alert ${id} below 1000000`);
  expect(again.text).toContain('It is no longer muted.');
  expect(again.text).not.toContain('already set');
  expect((await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Remove')).text).toContain('Removed');
  expect((await bot.kari.type('/stock', 'varsler')).text).not.toContain('below 1,000,000');
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
});

test('the same alert of another person stays hers, and says so', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  const again = await bot.ola.type('/stock', `varsle ${id} under 1000000`);
  expect(again.text).toContain(`Denne kanalen har allerede dette varselet, satt opp av <@${PEOPLE.kari.id}>`);
  const details = await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Details');
  expect(details.text).toContain(`Set by <@${PEOPLE.kari.id}>`);
  await judgeAgain(bot);
  expect(blocksOf(bot)).toContain('fewer than 1,000,000');
});

test('a product that is in stock is no news to an alert that waits for its return', async () => {
  const bot = await startTestBot();
  const set = await bot.kari.type('/stock', 'me gin when back');
  expect(set.text).toContain('gin back in stock. The app posts to you');
  expect(set.text).not.toContain('Already beyond');
  const home = await bot.kari.openHome();
  expect(home.text).toContain('gin back in stock');
  expect(home.text).not.toContain(':red_circle:');
  // The way to help is that of alerts.
  expect((await bot.kari.type('/stock', 'me gin when down 20%')).text).toContain('`/stock alert help`');
});

test('a list of alerts shows what was done with one, where it stands', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  await bot.kari.type('/stock', `alert ${id} below 900000`);
  const mine = await bot.kari.type('/stock', `alert me ${id} out`);
  expect(mine.text).toContain("The app's Home tab lists your alerts.");
  const muted = await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Mute for a week');
  expect(muted.seen[0]).toMatchObject({ by: 'response_url', body: { replace_original: true } });
  expect(muted.text).toMatch(/Muted for a week: [\s\S]*Muted until [\s\S]*below 900,000/);
  const left = await bot.kari.click(muted, 'Remove');
  expect(left.text).toMatch(/Removed: [\s\S]*below 900,000/);
  const others = await bot.kari.click(left, 'Remove');
  expect(others.text).toMatch(/Removed: [^\n]* below 900,000/);
  expect(others.text.match(/below/g)).toHaveLength(1);
});

test('of alerts about data that somebody may not see, a list says only that there are some', async () => {
  const bot = await startTestBot();
  await bot.kari.type('/sales', 'torggata when down 31%');
  await bot.kari.type('/stock', 'gin when under 9 days');
  await bot.ola.type('/sales', 'when down 32%');
  await bot.kari.type('/stock', `${someProduct(bot).id} when below 1000000`);
  const { holders } = bot.settings.access;
  const onlyKari = { users: [PEOPLE.kari.id], groups: [], channels: [] };
  await bot.restart({ access: { ...bot.settings.access, holders: { ...holders, view_sales: onlyKari } } });
  const list = await bot.ola.type('/stock', 'varsler');
  expect(list.text).toMatch(/under 1\s000\s000 enheter/);
  expect(list.text).toContain('2 varsler gjelder data du ikke har tilgang til.');
  expect(list.text).not.toMatch(/Torggata|31|gin/i);
  // What he has set himself, he knows.
  expect(list.text).toContain('32');
  const digests = await bot.ola.type('/digest', 'liste');
  expect(digests.text).not.toMatch(/Torggata|under 9 dager/);
  expect((await bot.kari.type('/stock', 'alerts')).text).toContain('Torggata');
});

test('an alert whose owner is gone is paused, its channel is told once, and another person resumes it', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  await bot.ola.type('/stock', `alert ${id} below 1000000`);
  await giveAlertsTo(bot, 'U0GONE');
  await judgeAgain(bot);
  expect(rung(bot)).toEqual([]);
  const told = () => bot.held('#stock').filter(({ text }) => text.includes('satt på pause'));
  expect(told()).toHaveLength(1);
  await bot.pass(300);
  expect(told()).toHaveLength(1);
  const list = await bot.kari.type('/stock', 'alerts');
  expect(list.text).toContain('Paused: <@U0GONE> no longer has access');
  const resumed = await bot.kari.click(list, 'Resume');
  expect(resumed.text).toContain('The alert was paused. It starts again with the latest data.');
  expect(resumed.text).toContain('Already beyond the threshold');
  await judgeAgain(bot);
  expect(rung(bot)).toHaveLength(1);
});

test('the form sets an alert, says what is wrong at the field, and changes an alert', async () => {
  const bot = await startTestBot();
  const { id, group } = someProduct(bot);
  const form = await bot.kari.type('/stock', 'alert');
  expect((await bot.kari.submit(form)).atOnce).toEqual({
    response_action: 'errors',
    errors: { alert_when_number: 'Type a whole number from 1 to 1,000,000.' },
  });
  const out = { alert_when: { selected_option: { value: 'out' } }, alert_when_number: { value: '40' } };
  expect(JSON.stringify((await bot.kari.submit(form, out)).atOnce)).toContain('Clear the number');
  const products = { selected_options: [{ value: id }] };
  const set = await bot.kari.submit(form, { alert_when_number: { value: '40' }, alert_products: products });
  expect(set.text).toContain(
    `Alert set: ${id} Fjord Pale Ale 33 cl below 40 units. The app posts in <#C0STOCK>`,
  );
  // A group stays a group.
  await bot.kari.type('/stock', `alert group:"${group}" under 7 days`);
  const list = await bot.kari.type('/stock', 'alerts');
  const menu = list.seen
    .flatMap((each) => clickablesIn([each]))
    .filter(({ control }) => control.title === 'Change');
  const change = await bot.kari.clickControl(menu[1]?.click ?? expect.fail('two alerts have a menu each'));
  const moved = await bot.kari.submit(change, {
    alert_when_number: { value: '9' },
    post_where: { selected_option: { value: 'me' } },
  });
  expect(moved.text).toContain(`Alert set: ${group} under 9 days of cover. The app posts to you`);
  const own = await bot.as('kari', 'direct').type('/stock', 'alerts');
  expect(own.text).toContain('below 40 units* · <#C0STOCK>');
  expect(own.text).toContain('under 9 days of cover');
});

test('mentions and direct messages set alerts; App Home lists one’s own, and its menus answer in a message', async () => {
  const bot = await startTestBot();
  const mention = await bot.kari.say('alert me when gin is under 7 days');
  expect(mention.text).toContain('gin under 7 days of cover. The app posts to you');
  const direct = bot.as('ola', 'direct');
  expect((await direct.say('varsle når gin er under 7 dager')).text).toContain('Appen sender til deg');
  // Without `me`: in a direct message an alert is to oneself.
  expect((await direct.type('/stock', 'varsle utsolgt')).text).toContain('Appen sender til deg');
  expect((await direct.say('varsler')).text).toContain('gin under 7 dagers lagerdekning');
  expect((await bot.kari.say('alert')).text).toContain('/stock alert me below 100');
  // A click in a channel draws App Home, which shows one's own alerts.
  await bot.ola.type('/stock', 'varsle utsolgt');
  const muted = await bot.kari.click(await bot.kari.type('/stock', 'alerts'), 'Mute for a week');
  expect(muted.text).toContain('*gin under 7 days of cover*');
  expect((await direct.say('slett varselet for gin')).text).toContain('gin under 7 dagers lagerdekning');
  for (const [said, set] of [
    ['let me know if gin sales drop by 20%', 'ned 20\u00a0% uke mot uke. Appen sender til deg'],
    ['warn me when gin sales fall 25%', 'ned 25\u00a0% uke mot uke'],
    ['si fra når gin er utsolgt', 'gin utsolgt eller på lager igjen. Appen sender til deg'],
    ['si fra når noe blir utsolgt', 'Varene dine utsolgt eller på lager igjen'],
  ] as const) {
    expect((await direct.say(said)).text).toContain(set);
  }
  // What can't be read as an alert stays a question.
  expect((await direct.say('tell me when Torggata opens')).text).toContain('Torggata');
  // Digests have a menu of the same words there.
  await bot.kari.type('/digest', 'unsubscribe all');
  const home = await bot.kari.openHome();
  expect(home.text).toContain('gin under 7 days of cover');
  const removed = await bot.kari.click(home, 'Remove');
  expect(removed.text).toContain('Removed: gin under 7 days of cover.');
  expect(removed.text).not.toContain('*gin under 7 days of cover*');
});

test('behind when a question has a line: in commands, mentions and messages', async () => {
  const bot = await startTestBot();
  const { id, name } = someProduct(bot);
  const here = 'The app posts in this channel';
  for (const [command, typed, set] of [
    ['/stock', `${id} when under 100`, `${id} ${name} below 100 units. ${here}`],
    ['/stock', 'gin when under 7 days', `gin under 7 days of cover. ${here}`],
    ['/stock', 'gin total when under 1000', `gin in total below 1,000 units. ${here}`],
    ['/stock', 'mine when out', `Your products out of stock or back in stock. ${here}`],
    ['/stock', `${id} when back`, `${id} ${name} back in stock. ${here}`],
    ['/stock', `me ${id} when over 5000`, `${id} ${name} above 5,000 units. The app posts to you`],
    ['/sales', 'torggata when down 30%', `Sales in 0101 Oslo Torggata down 30% week on week. ${here}`],
    ['/sales', 'by:store when down 30', `Sales by store down 30% week on week. ${here}`],
    ['/sales', 'last month when up 20%', `Sales up 20% (last month). ${here}`],
    ['/sales', 'gin når under 100 liter', 'below 100.0 l in seven days'],
  ] as const) {
    expect((await bot.kari.type(command, typed)).text, typed).toContain(set);
  }
  // The same line again is the same alert, another one a further one.
  expect((await bot.kari.type('/stock', `alert ${id} below 100`)).text).toContain('already set');
  expect((await bot.kari.type('/stock', `${id} when under 90`)).text).toContain('Alert set');
  expect((await bot.kari.say(`/stock ${id} when under 80`)).text).toContain(`below 80 units. ${here}`);
  expect((await bot.kari.say(`let us know when ${id} is under 70`)).text).toContain(
    `below 70 units. ${here}`,
  );
  expect((await bot.kari.say(`si fra når ${id} er under 60`)).text).toContain(
    'below 60 units. The app posts to you',
  );
  // These ask.
  expect((await bot.kari.type('/stock', `when is ${id} out`)).text).not.toContain('Alert set');
  expect((await bot.as('ola', 'direct').say('når går gin tom')).text).not.toContain('Varsel');
  const wrong = await bot.kari.type('/stock', `${id} when belwo 100`);
  expect(wrong.text).toContain(`/stock ${id} when below 100`);
  expect((await bot.kari.click(wrong, `/stock ${id} when below 100`)).text).toContain('already set');
});

test('a channel needs the right to change digests, and a button is checked when it is clicked', async () => {
  const bot = await startTestBot();
  const { id } = someProduct(bot);
  const { access } = bot.settings;
  const nobody = { users: [], groups: [], channels: [] };
  await bot.kari.type('/stock', `alert ${id} below 1000000`);
  await judgeAgain(bot);
  const [posted] = bot.slack.seen.filter((each) => JSON.stringify(each).includes(HEADING));
  if (posted === undefined) throw new Error('no alert was posted');
  await bot.restart({ access: { ...access, holders: { ...access.holders, manage_digests: nobody } } });
  const refused = 'Du har ikke tilgang til å endre rapporter';
  expect((await bot.ola.type('/stock', `alert ${id} below 5`)).text).toContain(refused);
  for (let line = 1; line <= 20; line += 1) {
    const set = await bot.ola.type('/stock', `alert me ${id} below ${line}`);
    expect(set.text).toContain('Appen sender til deg');
  }
  expect((await bot.ola.type('/stock', `alert me ${id} below 21`)).text).toContain(
    'Du kan ha opptil 20 varsler her.',
  );
  expect((await bot.ola.click([posted], 'Mute for a week')).text).toContain(refused);
  expect((await bot.ola.click([posted], 'Show data')).text).toContain(`${id} Fjord Pale Ale 33 cl`);
  const gone = "This alert doesn't exist here.";
  const inOther = bot.as('member', '#second');
  expect((await inOther.click([posted], 'Mute for a week')).text).toContain(gone);
  expect((await bot.kari.click([posted], 'Mute for a week')).text).toContain('Muted for a week');
  await bot.kari.click([posted], 'Remove');
  expect((await bot.kari.click([posted], 'Change')).text).toContain(gone);
  expect((await bot.kari.click([posted], 'Show data')).text).toContain(gone);
});
