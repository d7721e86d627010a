import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deliverNotices } from '../../../bot/digest/notices.ts';
import { resumeServed } from '../../../bot/digest/resume.ts';
import type { Fault } from '../faults/faults.ts';
import { oslo } from '../support/service.ts';
import { WAREHOUSE_PLACES, type WarehousePlace } from '../support/warehousePlaces.ts';
import { CHANNEL, OWNER, openChannels } from './channels.ts';

const POST = 'chat.postMessage';
const HISTORY = 'conversations.history';

describe.each(WAREHOUSE_PLACES)('on $name', ({ open: openPlace }) => {
  let place: WarehousePlace;
  beforeAll(async () => {
    place = await openPlace();
  });
  afterAll(() => place.close());

  /** At 08:30 with the stock of the day, an owner, and a Slack that strikes the first posts. */
  async function morning(...faults: Fault[]) {
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), timeoutMs: 150 });
    await channels.saveStock('2026-11-20');
    await channels.change({ owner: OWNER });
    channels.slack.plan.add(...faults.map((fault) => ({ fault, name: POST, channel: CHANNEL })));
    return channels;
  }
  const posts = (channels: Awaited<ReturnType<typeof morning>>) =>
    channels.slack.calls.filter(({ method, channel }) => method === POST && channel === CHANNEL);

  const looksBeforeSecondPost = (channels: Awaited<ReturnType<typeof morning>>) => {
    const [first, second] = posts(channels).map((call) => channels.slack.calls.indexOf(call));
    return channels.slack.calls.slice(first, second).filter(({ method }) => method === HISTORY).length;
  };

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
      expect(posts(channels)).toHaveLength(1);
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
      expect(posts(channels)).toHaveLength(2);
      expect(channels.digests()).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
      expect(looksBeforeSecondPost(channels)).toBe(3);
    });

    test('one that was not there counts only looks that Slack has answered', async () => {
      const channels = await morning({ kind: 'resetBefore' });
      channels.slack.plan.add({ fault: { kind: 'resetBefore' }, name: HISTORY, times: 2 });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:45');
      expect(posts(channels)).toHaveLength(2);
      expect(looksBeforeSecondPost(channels)).toBe(5);
    });

    test('one of the first try that arrives after the second was found is deleted as well', async () => {
      const channels = await morning({ kind: 'resetBefore' }, { kind: 'resetAfter' });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:36');
      expect(await channels.runs()).toMatchObject([{ state: 'sent', attempt: 2 }]);
      const [kept] = channels.digests();
      if (kept === undefined) throw new Error('nothing was posted');
      channels.slack.workspace.post({ ...kept, threadTs: undefined });
      await channels.sweepEveryMinute('2026-11-20 08:37', '2026-11-20 08:40');
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
      channels.slack.plan.add({ fault: { kind: 'resetBefore' }, name: 'conversations.info' });
      await channels.sweepAt('2026-11-20 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 due']);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.digests()).toHaveLength(1);
      expect(channels.slack.calls.map(({ method }) => method)).not.toContain(HISTORY);
    });

    test('a look that gets no answer is repeated and does not count', async () => {
      const channels = await morning({ kind: 'resetAfter' });
      channels.slack.plan.add(
        { fault: { kind: 'resetBefore' }, name: HISTORY },
        { fault: { kind: 'limit', seconds: 40 }, name: HISTORY },
        { fault: { kind: 'say', error: 'internal_error' }, name: HISTORY, times: 3 },
      );
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:45');
      expect(posts(channels)).toHaveLength(1);
      expect(await channels.states()).toEqual(['2026-11-20 sent']);
    });

    test('one that arrives after all is found a minute later, and the later copy goes', async () => {
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

  test('without leave to read the channel it is unknown, is never sent again, and its owner is asked once', async () => {
    const channels = await morning({ kind: 'resetAfter' });
    channels.slack.withheld.add('channels:history');
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:50');
    expect(posts(channels)).toHaveLength(1);
    const [run] = await channels.runs();
    expect(run).toMatchObject({ state: 'unknown', reason: expect.stringContaining('missing_scope') });
    expect(channels.told()).toEqual([expect.stringMatching(/may not look into the channel.*is it there\?/)]);
    const [question] = channels.slack.workspace.held(`D${OWNER.slice(1)}`);
    expect(JSON.stringify(question?.blocks)).toContain('digest_is_there');

    expect(await channels.parts.ledger.order(run?.id ?? -1)).toBe(true);
    expect(await channels.parts.ledger.confirm(run?.id ?? -1)).toBe(false);
    await channels.sweepAt('2026-11-20 08:51');
    expect(posts(channels)).toHaveLength(2);
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
  });

  describe('a refusal of the channel pauses the subscription and tells its owner once', () => {
    test.each([
      ['not_in_channel', /Invite it there/],
      ['is_archived', /Unarchive it/],
      ['missing_scope', /installed again/],
      ['restricted_action', /channel's settings: the next digest is tried at its time/],
    ])('%s', async (code, fix) => {
      const channels = await morning({ kind: 'say', error: code });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: code }]);
      expect(channels.told()).toEqual([expect.stringMatching(fix)]);
    });

    test('what no fact of the channel shows is found out by the next digest, and told once', async () => {
      const refusal = { kind: 'say', error: 'restricted_action' } as const;
      const channels = await morning(refusal, refusal);
      await channels.sweepAt('2026-11-20 08:30');
      for (const at of ['2026-11-20 08:40', '2026-11-21 04:29']) {
        channels.clock.set(oslo(at));
        expect(await resumeServed(channels.parts)).toBe(false);
      }
      for (const day of ['2026-11-21', '2026-11-22']) {
        channels.clock.set(oslo(`${day} 05:00`));
        expect(await resumeServed(channels.parts)).toBe(true);
        await channels.sweepAt(`${day} 05:00`);
        await channels.saveStock(day);
        await channels.sweepAt(`${day} 08:30`);
      }
      expect(await channels.states()).toEqual(['2026-11-20 failed', '2026-11-21 failed', '2026-11-22 sent']);
      expect(channels.told()).toHaveLength(1);
    });

    test('is told again when digests have come in between', async () => {
      const channels = await morning({ kind: 'say', error: 'user_not_found' });
      await channels.sweepAt('2026-11-20 08:30');
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      await channels.saveStock('2026-11-22');
      channels.slack.plan.add({
        fault: { kind: 'say', error: 'user_not_found' },
        name: POST,
        channel: CHANNEL,
      });
      await channels.sweepAt('2026-11-22 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 failed', '2026-11-21 sent', '2026-11-22 failed']);
      expect(channels.told()).toHaveLength(2);
    });

    test('also after the digest has come by then: what was noted is not lost', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      channels.slack.plan.add({
        fault: { kind: 'limit', seconds: 90 },
        name: POST,
        channel: OWNER,
      });
      await channels.sweepAt('2026-11-20 08:30');
      expect(channels.told()).toEqual([]);
      channels.slack.workspace.change(CHANNEL, { member: true });
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(true);
      await channels.sweepEveryMinute('2026-11-20 08:31', '2026-11-20 08:36');
      expect(channels.digests()).toHaveLength(1);
      expect(channels.told()).toHaveLength(1);
    });

    test('by whoever took it, and by nobody who only saw it open', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const [slow, quick] = [channels.replica('slow'), channels.replica('quick')];
      slow.dieAt('notice.claimed');
      await expect(slow.sweep()).rejects.toThrow('notice.claimed');
      channels.clock.set(oslo('2026-11-20 08:40'));
      const { time } = slow.parts;
      const overtaken = {
        ...slow.parts,
        time: {
          ...time,
          async now() {
            quick.dieAt('notice.claimed');
            await expect(deliverNotices(quick.parts)).rejects.toThrow('notice.claimed');
            return time.now();
          },
        },
      };
      await deliverNotices(overtaken);
      expect(channels.told()).toEqual([]);
    });

    test('once, by however many at once', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const others = ['second', 'third'].map((name) => channels.replica(name));
      await Promise.all([channels.sweepAt('2026-11-20 08:30'), ...others.map((other) => other.sweep())]);
      await channels.sweepAt('2026-11-20 08:31');
      expect(channels.told()).toHaveLength(1);
    });

    test('a channel that comes back after days gets no digest of then', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { archived: true });
      await channels.sweepAt('2026-11-20 08:30');
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(false);
      channels.slack.workspace.change(CHANNEL, { archived: false });
      channels.clock.set(oslo('2026-11-24 07:00'));
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(true);
      await channels.sweepAt('2026-11-24 07:00');
      expect(channels.digests()).toEqual([]);
      expect(await channels.states()).toEqual(['2026-11-20 failed']);
    });

    test('a channel that is shared with another organisation gets nothing', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { shared: true });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      expect(posts(channels)).toEqual([]);
      expect(await channels.runs()).toMatchObject([{ state: 'failed', reason: 'shared_channel' }]);
      expect(channels.told()).toEqual([expect.stringContaining('another organisation')]);
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(false);
    });

    test('and it comes by itself when the bot is invited back, that of today at once', async () => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:35');
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(false);
      channels.slack.workspace.change(CHANNEL, { member: true });
      expect(await resumeServed(channels.parts, 'C0OTHER')).toBe(false);
      expect(await resumeServed(channels.parts, CHANNEL)).toBe(true);
      await channels.sweepAt('2026-11-20 09:00');
      expect(channels.digests()).toHaveLength(1);
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      expect(await channels.states()).toEqual(['2026-11-20 sent', '2026-11-21 sent']);
    });
  });

  test('a token that was revoked stops everything, loses nothing, and goes on with the next one', async () => {
    const channels = await morning(
      { kind: 'say', error: 'token_revoked' },
      { kind: 'say', error: 'token_revoked' },
    );
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:34');
    expect(posts(channels)).toHaveLength(1);
    expect(channels.recording.errors()).toEqual([expect.stringContaining('install the app again')]);
    await channels.sweepEveryMinute('2026-11-20 08:35', '2026-11-20 08:45');
    expect(channels.digests()).toHaveLength(1);
  });

  test('a token that stays revoked is one line in the log, one post, and a question now and then', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `C0N${index}`);
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), channels: ids });
    await channels.saveStock('2026-11-20');
    channels.slack.plan.add(
      { fault: { kind: 'say', error: 'token_revoked' }, name: POST, times: 99 },
      { fault: { kind: 'say', error: 'token_revoked' }, name: 'auth.test', times: 99 },
    );
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 11:30');
    const called = (name: string) => channels.slack.calls.filter(({ method }) => method === name);
    // Those that were on their way together.
    expect(called(POST).length).toBeLessThanOrEqual(8);
    expect(called('auth.test').length).toBeLessThanOrEqual(5);
    expect(channels.recording.errors()).toHaveLength(1);
    expect(new Set(await channels.states())).toEqual(new Set(['2026-11-20 due']));
  });

  test('a token that is revoked while a digest is looked for leaves it to be looked for', async () => {
    const channels = await morning({ kind: 'resetAfter' });
    const refusal = { kind: 'say', error: 'account_inactive' } as const;
    channels.slack.plan.add({ fault: refusal, name: HISTORY });
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:32');
    expect(await channels.states()).toEqual(['2026-11-20 unclear']);
    await channels.sweepEveryMinute('2026-11-20 08:33', '2026-11-20 08:40');
    expect(await channels.states()).toEqual(['2026-11-20 sent']);
    expect(posts(channels)).toHaveLength(1);
    expect(channels.told()).toEqual([]);
  });

  describe('telling the owner', () => {
    const removed = async (...faults: Fault[]) => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const direct = `D${OWNER.slice(1)}`;
      channels.slack.plan.add(...faults.map((fault) => ({ fault, name: POST, channel: OWNER })));
      return { channels, direct };
    };

    test('is done again when the answer was lost: twice is better than never', async () => {
      const { channels } = await removed({ kind: 'resetBefore' }, { kind: 'resetAfter' });
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:40');
      expect(channels.told()).toHaveLength(2);
    });

    test('ends after some answers were lost, with the text in the log', async () => {
      const lost = Array.from({ length: 50 }, (): Fault => ({ kind: 'resetAfter' }));
      const { channels } = await removed(...lost);
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 12:00');
      expect(channels.told()).toHaveLength(7);
      expect(channels.recording.errors().at(-1)).toBe('the owner of a digest could not be told');
    });

    test('waits for Slack, and is not given up while the token is refused', async () => {
      const { channels } = await removed(
        { kind: 'limit', seconds: 30 },
        { kind: 'say', error: 'token_expired' },
      );
      await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:45');
      expect(channels.told()).toHaveLength(1);
    });

    test('is done for the next owner too', async () => {
      const { channels } = await removed();
      await channels.sweepAt('2026-11-20 08:30');
      await channels.change({ owner: 'U0OLA', paused_reason: null });
      await channels.saveStock('2026-11-21');
      await channels.sweepAt('2026-11-21 08:30');
      await channels.sweepAt('2026-11-21 08:31');
      expect(channels.told()).toHaveLength(1);
      expect(channels.slack.workspace.held('D0OLA')).toHaveLength(1);
    });

    test('is not given up by a clock that is set back', async () => {
      const { channels } = await removed({ kind: 'limit', seconds: 30 });
      await channels.sweepAt('2026-11-20 08:30');
      await channels.sweepAt('2026-11-20 07:00');
      expect(channels.told()).toHaveLength(1);
    });
  });

  test('a digest that cannot be written holds up no other, and its owner hears of it once', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `C0N${index}`);
    const channels = await openChannels('2026-11-20 08:30', { place: await place.fresh(), channels: ids });
    await channels.saveStock('2026-11-20');
    await channels.change({ owner: OWNER }, 'C0N0');
    const stock = channels.parts.contents.stock;
    if (stock === undefined) throw new Error('no stock');
    let broken = true;
    const breaking = channels.replica(
      'breaking',
      {},
      {
        stock: {
          ...stock,
          async render(occasion) {
            if (broken && occasion.run.channelId !== 'C0N11') throw new Error('a figure is missing');
            return stock.render(occasion);
          },
        },
      },
    );
    const sweepUntil = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        await breaking.sweep();
        channels.clock.set(channels.clock.now() + 60_000);
      }
    };
    await sweepUntil(1);
    expect(channels.digests('C0N11')).toHaveLength(1);
    await sweepUntil(15);
    expect(channels.told()).toEqual([expect.stringContaining('could not be put together')]);
    broken = false;
    await sweepUntil(11);
    expect(ids.filter((id) => channels.digests(id).length === 1)).toHaveLength(12);
  });

  test('a message that Slack does not take comes plainer, once', async () => {
    const refusal = { kind: 'say', error: 'invalid_blocks' } as const;
    const channels = await morning(refusal, refusal);
    await channels.sweepEveryMinute('2026-11-20 08:30', '2026-11-20 08:32');
    expect(posts(channels)).toHaveLength(3);
    expect(channels.digests()).toHaveLength(1);
    expect(JSON.stringify(channels.digests()[0]?.blocks[1])).toContain('"text":"text"');
  });

  test('a limit of one channel does not hold up others', async () => {
    const channels = await morning({ kind: 'limit', seconds: 120 });
    await channels.subscribe(['C0OTHER']);
    await channels.sweepAt('2026-11-20 08:30');
    expect(channels.digests('C0OTHER')).toHaveLength(1);
    expect(channels.digests()).toEqual([]);
    await channels.sweepAt('2026-11-20 08:31');
    // Not before the time that Slack has named.
    expect(posts(channels)).toHaveLength(1);
    await channels.sweepAt('2026-11-20 08:33');
    expect(channels.digests()).toHaveLength(1);
  });
});
