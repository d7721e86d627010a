import { describe, expect, test } from 'vitest';
import { isAtHome, linesOf } from '../../support/slack/screen.ts';
import { startTestBot, type TestBot } from '../../support/testBot.ts';
import { createRecorder, type Recorder } from './recorder.ts';

/** What people ask all day, in both languages. */
const QUESTIONS = [
  ['/stock', 'mine'],
  ['/stock', '1101'],
  ['/stock', '1101 2026-11-18..2026-11-19'],
  ['/sales', 'yesterday'],
  ['/sales', 'last week by:store'],
  ['/sales', 'compare last week'],
  ['/sales', '2026-08-03..2026-08-09'],
  ['/stores', '0143'],
  ['/digest', 'status'],
] as const;

async function ask(recorder: Recorder, about: string): Promise<void> {
  for (const [command, text] of QUESTIONS) {
    await recorder.record(`${about}: ${command} ${text}`, (bot) => bot.kari.type(command, text));
    await recorder.record(`${about}: [ola] ${command} ${text}`, (bot) => bot.ola.type(command, text));
  }
}

/** What came to the channels and people since a mark. */
function noteSince(recorder: Recorder, title: string, mark: number): void {
  recorder.note(title, recorder.bot.slack.seen.slice(mark));
}

/** The digests of a morning as they come, a note every quarter of an hour in which something was seen. */
async function recordMorning(recorder: Recorder, bot: TestBot, until: string): Promise<void> {
  while (bot.clock.now() < Date.parse(until)) {
    const mark = bot.slack.seen.length;
    await bot.pass(15 * 60);
    const time = new Date(bot.clock.now()).toISOString().slice(11, 16);
    if (bot.slack.seen.length > mark) noteSince(recorder, `until ${time} UTC`, mark);
  }
}

/** What is asked of the service fails for good after so long. */
const RETRIES_S = 12;

describe('the service', () => {
  test('is away', async () => {
    const bot = await startTestBot();
    const recorder = createRecorder(bot, { waitS: RETRIES_S, isBadWeather: true });
    bot.service.fail({ fault: { kind: 'status', status: 503 }, times: Number.POSITIVE_INFINITY });
    await ask(recorder, 'the service answers 503');
    await recorder.compare('weatherServiceAway');
  });

  test('refuses the key', async () => {
    const bot = await startTestBot();
    const recorder = createRecorder(bot, { waitS: RETRIES_S, isBadWeather: true });
    bot.service.fail({ fault: { kind: 'status', status: 401 }, times: Number.POSITIVE_INFINITY });
    await ask(recorder, 'the key is refused');
    await recorder.compare('weatherKeyRefused');
  });

  test('has the stock late and the sales missing', { timeout: 200_000 }, async () => {
    const bot = await startTestBot({ from: 'evening', at: '2026-11-20 08:15' });
    const recorder = createRecorder(bot, { waitS: RETRIES_S, isBadWeather: true });
    const fails = { fault: { kind: 'status', status: 500 }, times: Number.POSITIVE_INFINITY } as const;
    bot.service.fail({ ...fails, operation: 'accumulatedStock' });
    bot.service.fail({ ...fails, operation: 'dailySales' });
    await recordMorning(recorder, bot, '2026-11-20T08:30:00Z');
    await ask(recorder, 'no figures of the day');
    bot.service.clearFaults();
    await recordMorning(recorder, bot, '2026-11-20T09:00:00Z');
    await recorder.compare('weatherLateFigures');
  });
});

describe('Slack', () => {
  test('refuses tables', async () => {
    const bot = await startTestBot();
    const recorder = createRecorder(bot, { isBadWeather: true });
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url' });
    await recorder.record('a refusal', ({ kari }) => kari.type('/stock', 'low 7'));
    await recorder.record('afterwards', ({ kari }) => kari.type('/stock', 'low 7'));
    await recorder.compare('weatherTables');
  });

  test('refuses windows, files, direct messages and people', async () => {
    const bot = await startTestBot();
    const recorder = createRecorder(bot, { waitS: RETRIES_S, isBadWeather: true });
    const answer = await bot.kari.type('/stock', 'low 7');
    const methods = ['views.open', 'files.getUploadURLExternal', 'conversations.open', 'users.info'];
    for (const name of methods) {
      for (const error of ['internal_error', 'missing_scope']) {
        bot.slack.faults.add({ fault: { kind: 'say', error }, name, times: 20 });
        const title = `${name} says ${error}`;
        await recorder.record(`${title}: /sales`, ({ kari }) => kari.type('/sales'));
        await recorder.record(`${title}: [All rows]`, ({ kari }) => kari.click(answer, 'All rows'));
        bot.slack.faults.clear();
        bot.clock.set(bot.clock.right() + 10 * 60_000);
      }
    }
    await recorder.compare('weatherRefusals');
  });
});

describe('a new bot', () => {
  test('on its first day, before and after it has read anything', { timeout: 200_000 }, async () => {
    const bot = await startTestBot({
      from: 'empty',
      at: '2026-11-20 08:05',
      settings: { digestChannels: [] },
      before: ({ service }) =>
        service.fail({ fault: { kind: 'status', status: 503 }, times: Number.POSITIVE_INFINITY }),
    });
    const recorder = createRecorder(bot, { waitS: RETRIES_S, isBadWeather: true });
    await ask(recorder, 'nothing read');
    bot.service.clearFaults();
    await bot.pass(10 * 60);
    await ask(recorder, 'before the stock of the day');
    await recorder.record('subscribe', ({ kari }) => kari.type('/digest', 'subscribe at 08:30'));
    await recordMorning(recorder, bot, '2026-11-20T07:50:00Z');
    await recorder.compare('weatherFirstDay');
  });

  test('says the same over Socket Mode', async () => {
    const texts: string[][] = [];
    for (const isSocket of [false, true]) {
      const bot = await startTestBot({ isSocket });
      const { kari } = bot;
      const answer = await kari.type('/stock', 'low 7');
      const form = await kari.type('/sales');
      const outcomes = [
        answer,
        await kari.click(answer, 'Changes'),
        await kari.click(answer, 'All rows'),
        form,
        await kari.submit(form),
      ];
      const seen = outcomes.flatMap((outcome) => outcome.seen.filter((each) => !isAtHome(each)));
      const offered = await kari.suggest('pick_product', 'fjord');
      texts.push([...linesOf(undefined, seen), ...offered.lines]);
    }
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[0]?.length).toBeGreaterThan(50);
  });
});
