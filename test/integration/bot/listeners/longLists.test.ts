import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import type { SaidAnswer } from '../../../support/bot/listenerBench.ts';
import { CHANNEL_ID, DOUBLE_TEAM, homeOpenedBody, USER_ID } from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

async function type({ bench }: ConversationBench, text: string): Promise<SaidAnswer> {
  const answer = (await bench.type('/digest', text)).said[0];
  if (answer === undefined) throw new Error(`no answer to ${text}`);
  expect(limitBreachesOf(answer, 'message')).toEqual([]);
  return answer;
}

/** The lines that are shown, as Slack draws them. */
function linesOf({ blocks = [] }: SaidAnswer): string[] {
  return blocks.flatMap(
    (block) => /"text":"((?:[^"\\]|\\.)*)"/.exec(JSON.stringify(block))?.[1]?.split('\\n') ?? [],
  );
}

async function home(digest: ConversationBench): Promise<string> {
  await digest.bench.send(homeOpenedBody());
  const { view } = digest.lastView();
  expect(limitBreachesOf(view, 'home')).toEqual([]);
  return JSON.stringify(view);
}

async function subscribeMany({ bench, digests }: ConversationBench, count: number): Promise<void> {
  const channelIds = Array.from({ length: count }, (_, at) => `C0MANY${at}`);
  bench.slack.setChannelsOf(USER_ID, channelIds);
  for (const channelId of channelIds) {
    await digests.subscriptions.subscribe(
      { teamId: DOUBLE_TEAM, channelId, kind: 'stock' },
      {
        change: {
          products: { kind: 'products', productIds: Array.from({ length: 50 }, (_, at) => `${9_000 + at}`) },
        },
        owner: USER_ID,
        seesSales: true,
        language: languageFor('en'),
        now: bench.clock.now(),
      },
    );
  }
}

async function insertRuns({ bench }: ConversationBench, kinds: readonly string[]): Promise<void> {
  for (const [at, kind] of kinds.entries()) {
    await bench.database
      .insertInto('digest_run')
      .values({
        team_id: DOUBLE_TEAM,
        channel_id: CHANNEL_ID,
        kind,
        business_date: new Date(Date.UTC(2026, 5, at + 1)).toISOString().slice(0, 10),
        state: 'failed',
        due_at: oslo('2026-11-19 08:30'),
        attempt: 1,
        not_before: 0,
        lease_owner: null,
        lease_until: 0,
        check_at: null,
        checks: 0,
        message_ts: null,
        reason: 'x',
        asked_by: null,
        created_at: 0,
        updated_at: 0,
      })
      .execute();
  }
}

test('/digest list and App Home say how many more digests there are', async () => {
  const digest = await startConversationBench();
  await subscribeMany(digest, 57);
  const lines = linesOf(await type(digest, 'list'));
  expect(lines.filter((line) => line.startsWith('• <#C0MANY'))).toHaveLength(20);
  expect(lines.filter((line) => line.startsWith('•') && !/Next: .*there\.$/.test(line))).toEqual([]);
  expect(lines.at(-1)).toContain('and 37 more digests in channels that you are in');
  expect(await home(digest)).toContain('and 47 more in your channels');
});

test('/digest list and App Home say how many more digests there are that do not come', async () => {
  const digest = await startConversationBench();
  await subscribeMany(digest, 57);
  await digest.bench.database.updateTable('digest_subscription').set({ time_zone: 'Mars/Phobos' }).execute();
  const lines = linesOf(await type(digest, 'list'));
  expect(lines.filter((line) => line.startsWith('• :warning:'))).toHaveLength(20);
  expect(lines.at(-1)).toContain('and 37 more digests');
  expect(await home(digest)).toContain('and 47 more that cannot be sent');
});

test('/digest history shows whole lines, and says how many older ones there are', async () => {
  const digest = await startConversationBench();
  await insertRuns(
    digest,
    Array.from({ length: 40 }, () => 'stock'),
  );
  const lines = linesOf(await type(digest, 'history'));
  expect(lines.filter((line) => line.startsWith('•') && line.endsWith("app's log)"))).toHaveLength(15);
  expect(lines.at(-1)).toBe('25 older ones not shown.');
});

test('/digest history and status of sales find them behind any number of others', async () => {
  const digest = await startConversationBench();
  const byHand = Array.from({ length: 120 }, (_, at) => `manual:${at}`);
  await insertRuns(digest, ['sales', 'manual:sales:1', ...byHand]);
  for (const text of ['history sales', 'status sales']) {
    const lines = linesOf(await type(digest, text)).filter((line) => line.includes('Jun 2026, '));
    expect(lines, text).toEqual([
      expect.stringContaining('sales, by hand'),
      expect.stringContaining('sales, daily'),
    ]);
  }
  const ofStock = linesOf(await type(digest, 'history stock'));
  expect(ofStock.filter((line) => line.includes('stock, by hand'))).toHaveLength(15);
  expect(ofStock.at(-1)).toBe('105 older ones not shown.');
});

test('App Home tells of the last daily digest, however many came by hand since', async () => {
  const digest = await startConversationBench();
  await type(digest, 'subscribe at 12:30');
  await digest.bench.clock.advance(211 * 60_000);
  await digest.digests.scheduler.sweep();
  for (let run = 0; run < 6; run += 1) {
    // A person posts by hand once in five minutes.
    await digest.bench.clock.advance(5 * 60_000);
    await type(digest, 'now');
  }
  expect(digest.bench.slack.posted).toHaveLength(7);
  expect(await home(digest)).toContain('Last: Fri 20 Nov 2026, posted');
});
