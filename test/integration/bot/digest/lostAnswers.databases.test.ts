import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, type Channels } from '../../../support/bot/digest/channels.ts';
import { HISTORY, openMorning, postsOf } from '../../../support/bot/digest/strickenMorning.ts';
import { oslo } from '../../../support/bot/time.ts';
import { TEAM } from '../../../support/slack/cast.ts';
import type { Fault } from '../../../support/slack/faults.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const morning = (...faults: Fault[]) => openMorning(place, faults);
  const looksBeforeSecondPost = (channels: Channels) => {
    const [first, second] = postsOf(channels).map((call) => channels.slack.calls.indexOf(call));
    return channels.slack.calls.slice(first, second).filter(({ method }) => method === HISTORY).length;
  };

  describe('in a channel with more messages than can be looked through', () => {
    /** Of hours in which others wrote all the time, up to half an hour before the digest. */
    const fill = (channels: Channels, messages: number, until: string, apartMs = 500) => {
      const end = oslo(`2026-11-20 ${until}`);
      for (let at = 0; at < messages; at += 1) {
        channels.clock.set(end - (messages - at) * apartMs);
        channels.slack.workspace.post({
          channel: CHANNEL,
          threadTs: undefined,
          text: 'Deployed',
          blocks: [],
          metadata: undefined,
        });
      }
    };
    const histories = (channels: Channels) =>
      channels.slack.calls.filter(({ method }) => method === HISTORY).length;
    const digestsOf = (channels: Channels) =>
      channels.digests().filter(({ text }) => text.startsWith('Stock digest'));

    test.each<[Fault, number]>([
      [{ kind: 'resetAfter' }, 1],
      [{ kind: 'resetBefore' }, 2],
    ])(
      'a digest whose answer is lost is looked for around its attempt: %j',
      async (fault, posts) => {
        const channels = await morning(fault);
        fill(channels, 12_000, '08:10');
        await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:36');
        expect(postsOf(channels)).toHaveLength(posts);
        expect(digestsOf(channels)).toHaveLength(1);
        expect(await channels.states()).toEqual(['2026-11-20 sent']);
        expect(histories(channels)).toBeLessThan(150);
      },
      30_000,
    );

    test('and all of them around its attempt, looks are few and nothing is sent again', async () => {
      const channels = await morning({ kind: 'resetBefore' });
      fill(channels, 12_000, '08:30');
      channels.slack.faults.add({ fault: { kind: 'resetBefore' }, name: HISTORY, times: 1_000 });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 10:30');
      expect(postsOf(channels)).toHaveLength(1);
      expect(histories(channels)).toBeLessThan(30);
    });

    test('and all of them around its attempt, nobody can tell whether it arrived, and its owner is told', async () => {
      const channels = await morning({ kind: 'resetBefore' });
      fill(channels, 12_000, '08:30', 50);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:40');
      expect(postsOf(channels)).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 unknown']);
      expect(channels.told()).toEqual([expect.stringMatching(/too many messages.*Please check/)]);
      expect(await channels.bot.ledger.nextAt()).toBeUndefined();
    });

    test('of which a restored ledger knows nothing, it is found behind all that came since', async () => {
      const channels = await morning();
      await channels.sweepAt('2026-11-20 08:30');
      await channels.database.deleteFrom('digest_run').execute();
      channels.clock.set(oslo('2026-11-20 08:40'));
      const restarted = channels.replica('restarted');
      // Slack is away while the digest is looked for, and the channel goes on.
      channels.slack.faults.add({ fault: { kind: 'resetBefore' }, name: HISTORY });
      await restarted.sweep();
      fill(channels, 12_000, '11:00');
      channels.clock.set(oslo('2026-11-20 11:00'));
      await restarted.sweep();
      expect(digestsOf(channels)).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });

    test('a copy of it that comes late is deleted however many messages are between the two', async () => {
      const channels = await morning({ kind: 'resetAfter' });
      await channels.sweepAt('2026-11-20 08:30');
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      fill(channels, 3_000, '08:31', 10);
      channels.clock.set(oslo('2026-11-20 08:31'));
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:35');
      expect(digestsOf(channels)).toEqual([kept]);
    });
  });

  test.each([
    ['a person', { user: 'U0KARI' }],
    ['another app', { user: 'U0OTHER', bot_id: 'B0OTHER', app_id: 'A0OTHER' }],
  ])("a message of %s with the digest's mark is not the digest", async (_, author) => {
    const channels = await morning({ kind: 'resetBefore' });
    const metadata = {
      event_type: 'retail_data_digest',
      event_payload: { key: `${TEAM}:${CHANNEL}:stock:2026-11-20` },
    };
    const forged = {
      channel: CHANNEL,
      author,
      threadTs: undefined,
      text: 'Nothing today',
      blocks: [],
      metadata,
    };
    const { ts } = channels.slack.workspace.post(forged);
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:50');
    const [, digest, ...more] = channels.digests();
    expect(more).toEqual([]);
    expect(digest?.text).toMatch(/^Stock digest/);
    expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: digest?.ts }]);
    expect(channels.digests()[0]?.ts).toBe(ts);
  });

  describe('after a lost answer the channel is looked through before anything is sent again', () => {
    test.each<Fault>([
      { kind: 'resetAfter' },
      { kind: 'statusAfter', status: 503 },
      { kind: 'hangAfter' },
      { kind: 'wrongBody' },
      { kind: 'cutBody' },
      { kind: 'say', error: 'fatal_error', after: true },
    ])('it is there: %j', async (fault) => {
      const channels = await morning(fault);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:40');
      expect(postsOf(channels)).toHaveLength(1);
      expect(channels.digests()).toHaveLength(1);
      expect(await channels.runs()).toMatchObject([{ state: 'sent', messageTs: channels.digests()[0]?.ts }]);
    });

    test.each<Fault>([
      { kind: 'resetBefore' },
      { kind: 'hangBefore' },
      { kind: 'statusBefore', status: 500 },
      { kind: 'say', error: 'internal_error' },
    ])('it is not there, and comes after three looks: %j', async (fault) => {
      const channels = await morning(fault);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:40');
      expect(postsOf(channels)).toHaveLength(2);
      expect(channels.digests()).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
      expect(looksBeforeSecondPost(channels)).toBe(3);
    });

    test('one that was not there counts only looks that Slack has answered', async () => {
      const channels = await morning({ kind: 'resetBefore' });
      channels.slack.faults.add({ fault: { kind: 'resetBefore' }, name: HISTORY, times: 2 });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:45');
      expect(postsOf(channels)).toHaveLength(2);
      expect(looksBeforeSecondPost(channels)).toBe(5);
    });

    test('one of the first try that arrives after the second was found is deleted as well', async () => {
      const channels = await morning({ kind: 'resetBefore' }, { kind: 'resetAfter' });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:36');
      expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 2 }]);
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      await channels.sweepEveryMinute('2026-11-20 08:37', '2026-11-20 08:50');
      expect(channels.digests()).toEqual([kept]);
    });

    test('when it is there twice the later copy goes at once', async () => {
      const channels = await morning({ kind: 'resetAfter' });
      await channels.sweepAt('2026-11-20 08:30');
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      channels.clock.set(oslo('2026-11-20 08:31'));
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      expect(channels.digests()).toHaveLength(2);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.digests()).toEqual([kept]);
    });

    test('a lost answer about the channel leaves no doubt: nothing was sent', async () => {
      const channels = await morning();
      channels.slack.faults.add({ fault: { kind: 'resetBefore' }, name: 'conversations.info' });
      await channels.sweepAt('2026-11-20 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 due']);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.digests()).toHaveLength(1);
      expect(channels.slack.calls.map(({ method }) => method)).not.toContain(HISTORY);
    });

    test('a look that gets no answer is repeated and does not count', async () => {
      const channels = await morning({ kind: 'resetAfter' });
      channels.slack.faults.add(
        { fault: { kind: 'resetBefore' }, name: HISTORY },
        { fault: { kind: 'limit', seconds: 40 }, name: HISTORY },
        { fault: { kind: 'say', error: 'internal_error' }, name: HISTORY, times: 3 },
      );
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:45');
      expect(postsOf(channels)).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });

    test('one that arrives after all is found by the second check, and the later copy goes', async () => {
      const channels = await morning({ kind: 'resetBefore' });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:36');
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      // What was believed lost comes in behind it.
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      expect(channels.digests()).toHaveLength(2);
      await channels.sweepEveryMinute('2026-11-20 08:37', '2026-11-20 08:50');
      expect(channels.digests()).toEqual([kept]);
    });
  });

  test('without leave to read the channel it is unknown, is never sent again, and its owner is told once', async () => {
    const channels = await morning({ kind: 'resetAfter' });
    channels.slack.scopes.delete('channels:history');
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:50');
    expect(postsOf(channels)).toHaveLength(1);
    expect(await channels.runs()).toMatchObject([
      { state: 'unknown', reason: expect.stringContaining('missing_scope') },
    ]);
    expect(channels.told()).toEqual([
      expect.stringMatching(/may not read the channel.*Please check.*`\/digest now` posts one/),
    ]);
    await channels.saveStock('2026-11-21');
    await channels.sweepAt('2026-11-21 08:30');
    expect(await channels.states()).toEqual(['2026-11-20 unknown', '2026-11-21 sent']);
  });

  test('a token that is revoked while a digest is looked for leaves it to be looked for', async () => {
    const channels = await morning({ kind: 'resetAfter' });
    const refusal = { kind: 'say', error: 'account_inactive' } as const;
    channels.slack.faults.add({ fault: refusal, name: HISTORY });
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:32');
    expect(await channels.states()).toEqual(['2026-11-20 unclear']);
    await channels.sweepEveryMinute('2026-11-20 08:33', '2026-11-20 08:40');
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
    expect(postsOf(channels)).toHaveLength(1);
    expect(channels.told()).toEqual([]);
  });
});
