import { describe, expect, test } from 'vitest';
import { LONG_STORY_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { CHANNEL, OWNER } from '../../../support/bot/digest/channels.ts';
import { openMorning, POST } from '../../../support/bot/digest/strickenMorning.ts';
import type { Fault } from '../../../support/slack/faults.ts';

describe.each(LONG_STORY_PLACES)('on $name', ({ open: openPlace }) => {
  const place = usePlace(openPlace);
  const morning = (...faults: Fault[]) => openMorning(place, faults);

  describe('telling the owner', () => {
    const removed = async (...faults: Fault[]) => {
      const channels = await morning();
      channels.slack.workspace.change(CHANNEL, { member: false });
      const direct = `D${OWNER.slice(1)}`;
      channels.slack.faults.add(...faults.map((fault) => ({ fault, name: POST, channel: OWNER })));
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
  });
});
