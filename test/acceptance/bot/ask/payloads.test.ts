import { expect, test } from 'vitest';
import { at } from '../../../../bot/demo/slack/fields.ts';
import {
  clickPayload,
  commandPayload,
  homeOpened,
  type Payload,
  submissionPayload,
  suggestionPayload,
} from '../../../../bot/demo/slack/payloads.ts';
import { mutate, pick, type Random, randomBy } from '../../../support/bot/fuzz/mutate.ts';
import { seedOfRun } from '../../../support/seed.ts';
import { clickablesAtHome, clickablesIn, valuesOf } from '../../../support/slack/screen.ts';
import { startTestBot, type TestBot } from '../../../support/testBot.ts';

/** `npm run test:long` sends more of them, and others each time. */
const payloads = Number(process.env.FUZZ_PAYLOADS ?? 200);

/** Bolt itself cannot make anything of some. */
const UNREADABLE = 'something came from Slack that could not be read';
const WORDS = [
  'help',
  'last week',
  'low 7',
  '143',
  'product:',
  'now',
  'pause until',
  'vs',
  '"',
  '<#C0STOCK>',
  'x'.repeat(500),
];

/** One of each that Slack sends: commands, clicks, forms, searches and events. */
async function everyPayload(bot: TestBot): Promise<Payload[]> {
  const { kari, slack } = bot;
  const { actor } = kari;
  const opened = [await kari.openHome()];
  for (const command of ['/stock', '/sales', '/stores', '/digest'])
    opened.push(await kari.type(command), await kari.type(command, 'lst wek'));
  const seen = opened.flatMap((outcome) => outcome.seen);
  const clicks = opened.flatMap((outcome) => [
    ...clickablesIn(outcome.seen),
    ...clickablesAtHome(outcome.seen),
  ]);
  const forms = seen.flatMap((each) =>
    each.kind === 'view' && each.by === 'views.open'
      ? [submissionPayload(actor, each, valuesOf(each.view, {}))]
      : [],
  );
  return [
    ...clicks.map(({ click }) => clickPayload(actor, click, slack.answerUrl())),
    ...forms,
    ...['pick_product', 'pick_store'].map((id) => suggestionPayload(actor, id, 'a')),
    homeOpened(actor),
  ];
}

/** Where an answer goes is Slack's word alone. */
function mutated(random: Random, { response_url, ...body }: Payload): Payload {
  return {
    ...mutate(random, body),
    ...(response_url === undefined ? {} : { response_url }),
  };
}

/** With an address that takes answers still. */
function withAddress(body: Payload, answerUrl: string): Payload {
  return JSON.parse(JSON.stringify(body).replaceAll(/http:[^"]*\/answer\/\d+/g, answerUrl));
}

test('whatever is sent is acknowledged, answered or turned away, and breaks nothing', {
  timeout: 300_000 + payloads * 300,
}, async () => {
  const bot = await startTestBot({ mayBeUnknown: true });
  const random = randomBy(seedOfRun());
  const bodies = await everyPayload(bot);
  const [first, ...others] = bodies;
  if (first === undefined) throw new Error('nothing to send');
  let done = 0;
  for (let count = 0; count < payloads; count += 1) {
    const { actor } = bot.as(
      pick(random, ['kari', 'ola', 'guest']),
      pick(random, ['#stock', 'direct', '#shared']),
    );
    const words = `${pick(random, ['', ...WORDS])} ${pick(random, ['', ...WORDS])}`;
    const command = pick(random, ['/stock', '/sales', '/stores', '/digest']);
    const body =
      random() < 0.3
        ? commandPayload(actor, command, words, bot.slack.answerUrl())
        : mutated(random, pick(random, [first, ...others]));
    // Slack sends no event that it was not asked for.
    if (body.type === 'event_callback' && !/app_home_opened/.test(JSON.stringify(body.event))) continue;
    const { atOnce } = await bot.send(withAddress(body, bot.slack.answerUrl()));
    expect(at(atOnce, 'status'), JSON.stringify(body)).toBeUndefined();
    done += 1;
    const broken = bot.logLines().filter(({ level, msg }) => level >= 50 && msg !== UNREADABLE);
    expect(broken, JSON.stringify(body)).toEqual([]);
    if (count % 20 === 0) await bot.pass(2);
  }
  // Both ends have to be reached, or nothing was tried.
  const outcomes = bot.logLines().flatMap(({ outcome }) => (outcome === undefined ? [] : [outcome]));
  expect(outcomes.filter((outcome) => outcome === 'ok').length).toBeGreaterThan(done / 10);
  expect(outcomes.filter((outcome) => outcome !== 'ok').length).toBeGreaterThan(done / 10);
});
