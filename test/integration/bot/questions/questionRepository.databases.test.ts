import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import type { FiguresQuestion } from '../../../../bot/questions/answer.ts';
import {
  createQuestionRepository,
  QUESTION_DAYS,
  type QuestionRepository,
} from '../../../../bot/questions/questionRepository.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';

const KARI = { teamId: 'T0', userId: 'U0KARI' };
const OLA = { teamId: 'T0', userId: 'U0OLA' };
const START = Date.UTC(2026, 10, 20, 8);
const DAY = 86_400_000;
const stockOf = (...productIds: string[]): FiguresQuestion => ({
  command: 'stock',
  kind: 'products',
  productIds,
});
const OUT: FiguresQuestion = { command: 'stock', kind: 'out', scope: 'mine' };

describe.each(DATABASE_PLACES)('stored questions in $name', ({ open }) => {
  const place = usePlace(open);
  let database: Database;
  let questions: QuestionRepository;
  let now: number;

  beforeEach(async () => {
    now = START;
    database = await openDatabase(await place.fresh());
    questions = createQuestionRepository(database, { now: () => now });
  });
  afterEach(() => database.destroy());

  const recent = async () => (await questions.recentQuestions(KARI, 5)).map(({ question }) => question);

  test('are found by an id that says nothing, until they expire', async () => {
    const id = await questions.keep(KARI, OUT);
    expect(id).toMatch(/^[\w-]{24}$/);
    expect(await questions.find(KARI, id)).toEqual({ kind: 'found', question: OUT, command: undefined });
    now += QUESTION_DAYS * DAY;
    expect(await questions.find(KARI, id)).toEqual({ kind: 'expired' });
    expect(await recent()).toEqual([]);
  });

  test('keep the command they were asked with; several that it asked are one', async () => {
    const [older, newer] = [stockOf('1101'), stockOf('1102')];
    await questions.keep(KARI, older, '/stock pale ale');
    now += DAY;
    const id = await questions.keep(KARI, newer, '/stock pale ale');
    await questions.keep(KARI, newer);
    expect(await questions.find(KARI, id)).toEqual({
      kind: 'found',
      question: newer,
      command: '/stock pale ale',
    });
    now += 1_000;
    await questions.keep(KARI, OUT);
    expect(await questions.recentQuestions(KARI, 5)).toMatchObject([
      { question: OUT, command: undefined },
      { question: newer, command: '/stock pale ale' },
    ]);
    now += 1_000;
    await questions.keep(KARI, newer, '/stock 1102');
    expect((await questions.recentQuestions(KARI, 5)).map(({ command }) => command)).toEqual([
      '/stock 1102',
      undefined,
      '/stock pale ale',
    ]);
  });

  test('of somebody else are not given out', async () => {
    const id = await questions.keep(KARI, OUT);
    expect(await questions.find(OLA, id)).toEqual({ kind: 'foreign' });
    expect(await questions.find({ ...KARI, teamId: 'T1' }, id)).toEqual({ kind: 'foreign' });
    expect(await questions.find(KARI, 'x'.repeat(65))).toEqual({ kind: 'expired' });
  });

  test('asked again keep their id, and stand first among the recent ones', async () => {
    const id = await questions.keep(KARI, OUT);
    now += 1_000;
    await questions.keep(KARI, stockOf('1101'));
    expect(await recent()).toEqual([stockOf('1101'), OUT]);
    now += 1_000;
    expect(await questions.keep(KARI, OUT)).toBe(id);
    expect(await recent()).toEqual([OUT, stockOf('1101')]);
  });

  test('of many at once each gets its own id, in two processes too', async () => {
    const other = createQuestionRepository(database, { now: () => now });
    const asked = Array.from({ length: 40 }, (_, at) => stockOf(String(at % 20)));
    const ids = await Promise.all(
      asked.map((question, at) =>
        (at % 2 === 0 ? questions : other).keep(at % 3 === 0 ? OLA : KARI, question),
      ),
    );
    for (const [at, question] of asked.entries()) {
      const found = await questions.find(at % 3 === 0 ? OLA : KARI, ids[at] ?? '');
      expect(found).toEqual({ kind: 'found', question });
    }
  });

  test('that were proposed are none that were asked, until they are', async () => {
    const id = await questions.offer(KARI, OUT);
    expect(await questions.find(KARI, id)).toEqual({ kind: 'found', question: OUT });
    expect(await recent()).toEqual([]);
    expect(await questions.keep(KARI, OUT)).toBe(id);
    expect(await recent()).toEqual([OUT]);
    // Proposed again it was asked all the same.
    await questions.offer(KARI, OUT);
    expect(await recent()).toEqual([OUT]);
  });

  test('that expired are cleaned away by the next that is kept', async () => {
    await questions.keep(KARI, OUT);
    now += (QUESTION_DAYS + 1) * DAY;
    await questions.keep(OLA, OUT);
    const rows = await database.selectFrom('stored_question').select('user_id').execute();
    expect(rows).toEqual([{ user_id: OLA.userId }]);
  });
});
