import type { Slack } from '../../../bot/demo/slack/slack.ts';
import { isWrite, type TestProcess } from './process.ts';

/** A moment of a process at which something can happen to it: what it reads before changes nothing for anybody else. */
export interface Point {
  /** Before it writes to its database; when a call reaches Slack; when Slack has carried it out, before it answers. */
  readonly at: 'write' | 'call' | 'answer';
  readonly number: number;
}

/** Every point of a stretch with so many writes, calls and answers. */
export function pointsOf({ writes, calls, answers }: PointCounts): Point[] {
  const numbered = (at: Point['at'], count: number): Point[] =>
    Array.from({ length: count }, (_, index) => ({ at, number: index + 1 }));
  return [...numbered('write', writes), ...numbered('call', calls), ...numbered('answer', answers)];
}

export interface PointCounts {
  readonly writes: number;
  readonly calls: number;
  readonly answers: number;
}

/** A bot in the process of a test. */
export interface Passing {
  readonly process: TestProcess;
  readonly slack: Pick<Slack, 'listen'>;
  readonly settings: { readonly botToken: string };
}

/** Counts what the bot passes from now on. */
export function countPoints(bot: Passing): PointCounts {
  const counts = { writes: 0, calls: 0, answers: 0 };
  bot.process.listen((text) => {
    if (isWrite(text)) counts.writes += 1;
  });
  bot.slack.listen((_, phase) => {
    counts[phase === 'arrived' ? 'calls' : 'answers'] += 1;
  });
  return counts;
}

/** Lets that happen when the bot comes to the point, counted from now on. Tells whether it has. */
export function happenAt(bot: Passing, { at, number }: Point, happens: () => void): () => boolean {
  let left = number;
  const pass = () => {
    left -= 1;
    if (left === 0) happens();
  };
  if (at === 'write') {
    bot.process.listen((text) => {
      if (isWrite(text)) pass();
    });
  } else {
    bot.slack.listen((call, phase) => {
      if (call.token === bot.settings.botToken && phase === (at === 'call' ? 'arrived' : 'carriedOut'))
        pass();
    });
  }
  return () => left <= 0;
}
