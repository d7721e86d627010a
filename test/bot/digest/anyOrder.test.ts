import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sweepDigests } from '../../../bot/digest/sweeper.ts';
import type { Outbound } from '../../../bot/slack/outbound.ts';
import { oslo } from '../support/service.ts';
import type { PostRule } from '../support/slackDouble.ts';
import { openChannels } from './channels.ts';

const CHANNELS = ['C0ONE', 'C0TWO'];
const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20'];
const QUIET_DAY = '2027-01-15';

/** What can happen to the bot between two moments. */
type Step =
  | { readonly kind: 'clock'; readonly minutes: number }
  | { readonly kind: 'sweep'; readonly times: number }
  | { readonly kind: 'stock'; readonly day: string }
  | { readonly kind: 'slack'; readonly rule: PostRule }
  | { readonly kind: 'restart' }
  /** The process dies in the middle of a post, before or after Slack has it. */
  | { readonly kind: 'crash'; readonly when: 'before' | 'after' };

const rule = fc.oneof(
  fc.constantFrom<PostRule>('accept', 'acceptThenReset', 'acceptThen503', 'acceptThenHtml'),
  fc.constantFrom<PostRule>(
    { refuse: 'not_in_channel' },
    { refuse: 'invalid_blocks' },
    { refuse: 'fatal_error' },
  ),
  fc.constantFrom<PostRule>({ refuse: 'team_added_to_org' }, { rateLimit: 90 }, { rateLimit: undefined }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sweep'), times: fc.integer({ min: 1, max: 3 }) }) },
  // Forward, and now and then back, up to a day and a half.
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('clock'), minutes: fc.integer({ min: -900, max: 2_000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('stock'), day: fc.constantFrom(...DAYS) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('slack'), rule }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restart') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('crash'), when: fc.constantFrom('before', 'after') }),
  },
);

function dying(outbound: Outbound, when: 'before' | 'after'): Outbound {
  return {
    async post(...call) {
      if (when === 'after') await outbound.post(...call);
      throw new Error('the process died');
    },
  };
}

test('whatever happens in whatever order, a channel has at most one digest of a day', {
  timeout: 60_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      const channels = await openChannels('2026-11-18 08:00', { channels: CHANNELS });
      await channels.saveStock('2026-11-18');
      for (const each of steps) {
        if (each.kind === 'clock') channels.clock.set(channels.clock.now() + each.minutes * 60_000);
        else if (each.kind === 'stock') await channels.saveStock(each.day);
        else if (each.kind === 'slack') channels.slack.next(each.rule);
        else if (each.kind === 'restart') await channels.restart();
        else if (each.kind === 'sweep') {
          await Promise.all(Array.from({ length: each.times }, () => sweepDigests(channels)));
        } else {
          channels.divert((outbound) => dying(outbound, each.when));
          await sweepDigests(channels).catch(() => undefined);
          channels.divert((outbound) => outbound);
          await channels.restart();
        }
      }

      const counted = new Map<string, number>();
      for (const { metadata } of channels.slack.posted) {
        const key = JSON.stringify(metadata);
        counted.set(key, (counted.get(key) ?? 0) + 1);
      }
      expect([...counted.values()].filter((count) => count > 1)).toEqual([]);
      expect((await channels.runs()).filter((run) => run.state === 'sending')).toEqual([]);

      // And however it went, the next quiet morning has its digest everywhere.
      expect(await digestsOfQuietDay(channels, QUIET_DAY)).toBe(CHANNELS.length);
    }),
    { numRuns: 60 },
  );
});

/** Sweeps through a morning with stock, all rules used up, and counts the digests of that day. */
async function digestsOfQuietDay(
  channels: Awaited<ReturnType<typeof openChannels>>,
  day: string,
): Promise<number> {
  channels.clock.set(oslo(`${day} 08:30`));
  channels.slack.forget();
  await channels.saveStock(day);
  await sweepDigests(channels);
  await sweepDigests(channels);
  return channels.slack.posted.filter(({ metadata }) => JSON.stringify(metadata).includes(`:stock:${day}`))
    .length;
}
