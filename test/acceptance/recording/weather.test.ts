import { expect, test } from 'vitest';
import { isAtHome, linesOf } from '../../support/slack/screen.ts';
import { type Outcome, startTestBot, type TestBot } from '../../support/testBot.ts';
import { differences, type Recorder } from './recorder.ts';
import { testRecording } from './recording.ts';

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

type Answers = ReadonlyMap<string, readonly string[]>;

/** What the questions are answered with on a day like any other. */
async function askBefore(recorder: Recorder): Promise<Answers> {
  const answers = new Map<string, readonly string[]>();
  await askEach(recorder, async (title, work) => answers.set(title, (await recorder.take(work)).lines));
  return answers;
}

/** Asks them, and writes down what is otherwise than before. */
async function ask(recorder: Recorder, about: string, before: Answers): Promise<void> {
  await askEach(recorder, async (title, work) => {
    const { lines } = await recorder.take(work);
    const changed = differences(before.get(title) ?? [], lines);
    recorder.write(`${about}: ${title}`, changed.length === 0 ? ['as always'] : changed);
  });
}

async function askEach(
  { bot }: Recorder,
  each: (title: string, work: () => Promise<Outcome>) => Promise<unknown>,
): Promise<void> {
  for (const [command, text] of QUESTIONS) {
    await each(`${command} ${text}`, () => bot.kari.type(command, text));
    await each(`[ola] ${command} ${text}`, () => bot.ola.type(command, text));
  }
}

/** The digests of a morning as they come, a note every quarter of an hour in which something was seen. */
async function recordMorning(recorder: Recorder, bot: TestBot, until: string): Promise<void> {
  while (bot.clock.now() < Date.parse(until)) {
    const mark = bot.slack.seen.length;
    await bot.pass(15 * 60);
    const time = new Date(bot.clock.now()).toISOString().slice(11, 16);
    const seen = bot.slack.seen.slice(mark);
    if (seen.length > 0) recorder.note(`until ${time} UTC`, seen);
  }
}

/** What is asked of the service fails for good after so long. */
const RETRIES_S = 12;
const always = { times: Number.POSITIVE_INFINITY } as const;
const recorded = { waitS: RETRIES_S, hasAnswers: true, isBadWeather: true } as const;

for (const [name, status, about] of [
  ['weatherServiceAway', 503, 'the service answers 503'],
  ['weatherKeyRefused', 401, 'the key is refused'],
] as const) {
  testRecording({
    name,
    about,
    recorded,
    record: async (recorder, bot) => {
      const before = await askBefore(recorder);
      bot.service.fail({ fault: { kind: 'status', status }, ...always });
      await ask(recorder, about, before);
    },
  });
}

testRecording({
  name: 'weatherLateFigures',
  about: 'the stock is late and the sales are missing',
  bot: { from: 'evening', at: '2026-11-20 08:15' },
  recorded,
  record: async (recorder, bot) => {
    const before = await askBefore(recorder);
    const fails = { fault: { kind: 'status', status: 500 }, ...always } as const;
    bot.service.fail({ ...fails, operation: 'accumulatedStock' });
    bot.service.fail({ ...fails, operation: 'dailySales' });
    await recordMorning(recorder, bot, '2026-11-20T08:30:00Z');
    await ask(recorder, 'no figures of the day', before);
    bot.service.clearFaults();
    await recordMorning(recorder, bot, '2026-11-20T09:00:00Z');
  },
});

testRecording({
  name: 'weatherTables',
  about: 'Slack refuses tables',
  recorded: { hasAnswers: true, isBadWeather: true },
  record: async (recorder, bot) => {
    bot.slack.faults.add({ fault: { kind: 'say', error: 'invalid_blocks' }, name: 'response_url' });
    await recorder.record('a refusal', ({ kari }) => kari.type('/stock', 'low 7'));
    const { lines } = await recorder.take(({ kari }) => kari.type('/stock', 'low 7'));
    recorder.write('afterwards', differences(recorder.entries.get('a refusal') ?? [], lines));
  },
});

testRecording({
  name: 'weatherRefusals',
  about: 'Slack refuses windows, files, direct messages and people',
  recorded: { waitS: RETRIES_S, hasForms: false, isBadWeather: true },
  record: async (recorder, bot) => {
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
  },
});

testRecording({
  name: 'weatherFirstDay',
  about: 'the first day of a bot, before and after it has read anything',
  bot: {
    from: 'empty',
    at: '2026-11-20 08:05',
    settings: { digestChannels: [] },
    before: ({ service }) => service.fail({ fault: { kind: 'status', status: 503 }, ...always }),
  },
  recorded,
  record: async (recorder, bot) => {
    await ask(recorder, 'nothing read', new Map());
    bot.service.clearFaults();
    await bot.pass(10 * 60);
    await ask(recorder, 'before the stock of the day', new Map());
    await recorder.record('subscribe', ({ kari }) => kari.type('/digest', 'subscribe at 08:30'));
    await recordMorning(recorder, bot, '2026-11-20T07:50:00Z');
  },
});

test('over Socket Mode a bot says the same', async () => {
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
