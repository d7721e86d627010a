import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createAnswerDates, type DateSource } from '../../../../bot/database/answerDates.ts';
import { createClockCheck } from '../../../../bot/database/clockCheck.ts';
import { createUnderWay } from '../../../../bot/workers/underWay.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-11-20T08:00:00Z');

/** What a source does when it is asked: it tells the time, leaves that out, has it from a cache, or is away. */
type Manner = 'dated' | 'undated' | 'cached' | 'away';

/** The true time, the clocks that may differ from it, and two sources that know it. */
function openClocks(manners: Partial<Record<DateSource, Manner>> = {}) {
  const world = { passed: 0, processAhead: 0, databaseAhead: 0, serviceAhead: 0 };
  const manner: Record<DateSource, Manner> = { slack: 'dated', service: 'dated', ...manners };
  const asked: DateSource[] = [];
  const clock = { now: () => START + world.passed + world.processAhead };
  const dates = createAnswerDates(clock, () => world.passed);
  const answer = (source: DateSource, tookMs = 0) => {
    const ahead = source === 'service' ? world.serviceAhead : 0;
    const date = new Date(START + world.passed + ahead).toUTCString();
    const sentAt = dates.tick();
    world.passed += tookMs;
    dates.heard(
      source,
      {
        date: manner[source] === 'undated' ? undefined : date,
        age: manner[source] === 'cached' ? '60' : undefined,
      },
      sentAt,
    );
  };
  const ask = (source: DateSource) => async () => {
    asked.push(source);
    if (manner[source] === 'away') throw new Error('no answer');
    answer(source);
  };
  const recording = createRecordingLog();
  const check = createClockCheck({
    dates,
    clock,
    time: {
      now: async () => START + world.passed + world.databaseAhead,
      sql: () => sql<number>`0`,
    },
    ask: { slack: ask('slack'), service: ask('service') },
    underWay: createUnderWay(),
    log: recording.log,
  });
  return { world, manner, asked, answer, check, recording };
}

test.each([
  ['as much as is allowed ahead', 5 * MINUTE, 'right'],
  ['more than that ahead', 5 * MINUTE + 2 * SECOND, 'wrong'],
  ['as much as is allowed behind', -5 * MINUTE, 'right'],
  ['more than that behind', -5 * MINUTE - 2 * SECOND, 'wrong'],
])('a clock that is %s', async (_, ahead, verdict) => {
  const ofProcess = openClocks();
  ofProcess.world.processAhead = ahead;
  expect(await ofProcess.check.verdict()).toBe(verdict);
  const ofDatabase = openClocks();
  ofDatabase.world.databaseAhead = ahead;
  expect(await ofDatabase.check.verdict()).toBe(verdict);
});

test('the sentence names which clock is off, and by how much; it is an error once, and a line when it is over', async () => {
  const { world, check, recording } = openClocks();
  world.databaseAhead = -2 * DAY;
  await check.verdict();
  expect(check.problem()).toBe("the clock of the database is 2 days behind Slack's");
  world.processAhead = 100 * MINUTE;
  await check.verdict();
  expect(check.problem()).toBe(
    "the clock of this process is 2 hours ahead of Slack's, and the clock of the database is 2 days behind Slack's",
  );
  expect(check.offsets()).toEqual({ process: expect.closeTo(100 * MINUTE, -4), database: -2 * DAY });
  world.databaseAhead = world.processAhead;
  await check.verdict();
  expect(check.problem()).toBe("the clock of this machine is 2 hours ahead of Slack's");
  Object.assign(world, { processAhead: 0, databaseAhead: 0 });
  expect(await check.verdict()).toBe('right');
  expect(check.problem()).toBeUndefined();
  expect(check.offsets()).toEqual({ process: 0, database: 0 });
  expect(recording.lines().map(({ level, msg }) => [level, msg])).toEqual([
    [
      50,
      "the clock is wrong: the clock of the database is 2 days behind Slack's. Until it is right, the bot posts, records, fetches and deletes nothing",
    ],
    [30, 'the clock is right again: the bot goes on'],
  ]);
});

test.each(['undated', 'cached'] as const)('a Slack whose answers are %s judges nothing', async (how) => {
  const { world, check, recording } = openClocks({ slack: how });
  world.processAhead = 500 * DAY;
  expect(await check.verdict()).toBe('unjudged');
  expect(check.offsets()).toBeUndefined();
  expect(recording.lines()).toEqual([]);
});

test('an answer without a date takes nothing from one that came before', async () => {
  const { world, manner, answer, check } = openClocks();
  answer('slack');
  manner.slack = 'undated';
  answer('slack');
  expect(await check.verdict()).toBe('right');
  world.processAhead = DAY;
  manner.slack = 'dated';
  expect(await check.verdict()).toBe('wrong');
});

test('Slack is asked when its last date is ten minutes old, or when the clock was set by a minute', async () => {
  const { world, asked, answer, check } = openClocks();
  answer('slack');
  world.passed += 10 * MINUTE - 1;
  await check.verdict();
  expect(asked).toEqual([]);
  world.passed += 1;
  await check.verdict();
  expect(asked).toEqual(['slack']);
  world.processAhead = MINUTE - 1;
  await check.verdict();
  expect(asked).toHaveLength(1);
  world.processAhead = MINUTE;
  await check.verdict();
  expect(asked).toHaveLength(2);
});

test('an answer that was on its way for minutes is no reason to doubt the clock', async () => {
  const { answer, check } = openClocks();
  answer('slack', 9 * MINUTE);
  expect(await check.verdict()).toBe('right');
});

test('while Slack is away, its last date holds as long as nobody has set the clock', async () => {
  const { world, manner, answer, asked, check } = openClocks({ service: 'away' });
  answer('slack');
  manner.slack = 'away';
  world.passed += 60 * MINUTE;
  expect(await check.verdict()).toBe('right');
  expect(asked).toEqual(['slack']);
  world.processAhead = DAY;
  expect(await check.verdict()).toBe('wrong');
  // Nobody can say which clock it is.
  expect(check.problem()).toBeUndefined();
});

test.each([
  ['agrees', 'dated', 0, 'right', undefined],
  ['differs', 'dated', DAY, 'wrong', "the clock of this process is 1 day ahead of the data service's"],
  ['tells no time', 'undated', DAY, 'unjudged', undefined],
  ['is away too', 'away', 0, 'wrong', undefined],
] as const)(
  'while Slack is away, the data service decides: it %s',
  async (_, how, ahead, verdict, problem) => {
    const { world, check } = openClocks({ slack: 'away', service: how });
    world.processAhead = ahead;
    expect(await check.verdict()).toBe(verdict);
    expect(check.problem()).toBe(problem);
  },
);

test('a data service whose clock differs from Slack only warns, once', async () => {
  const { world, answer, check, recording } = openClocks();
  world.serviceAhead = -DAY;
  answer('service');
  expect(await check.verdict()).toBe('right');
  expect(await check.verdict()).toBe('right');
  expect(recording.lines().map(({ level, msg }) => [level, msg])).toEqual([
    [40, "the clock of the data service is 1 day behind Slack's, which agrees with ours: ours counts"],
  ]);
});
