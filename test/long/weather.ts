import type { Fault, StruckCall } from '../../bot/demo/slack/faults.ts';
import type { Random } from '../../tools/random.ts';

const ANYWHERE: readonly [Fault, ...Fault[]] = [
  { kind: 'resetBefore' },
  { kind: 'resetAfter' },
  { kind: 'statusBefore', status: 503 },
  { kind: 'statusAfter', status: 502 },
  { kind: 'wrongBody' },
  { kind: 'cutBody' },
  { kind: 'limit', seconds: 3 },
];

const OF_SLACK: readonly [Fault, ...Fault[]] = [
  ...ANYWHERE,
  { kind: 'limit' },
  { kind: 'slowBody', milliseconds: 2_000 },
  { kind: 'late', milliseconds: 4_000 },
  { kind: 'say', error: 'internal_error' },
  { kind: 'say', error: 'fatal_error', after: true },
  { kind: 'say', error: 'ratelimited' },
];

/** A fault for so many of a hundred calls, of any kind that a line or Slack is known for; the start is left alone. */
export function badWeather(random: Random, side: 'slack' | 'service', percent: number) {
  const faults = side === 'slack' ? OF_SLACK : ANYWHERE;
  return ({ name }: StruckCall): Fault | undefined => {
    if (name === 'auth.test' || !random.chance(percent / 100)) return undefined;
    return random.pick(faults);
  };
}
