import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../bot/database/connection.ts';
import { createReplays, SIGNATURE } from '../../../../bot/slack/replays.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';

const NOW = Date.now();
const MINUTE = 60_000;

describe.each(DATABASE_PLACES)('claims in $name', ({ open }) => {
  const place = usePlace(open);

  test('of many requests at once, each is taken by one process and forgotten after ten minutes', async () => {
    const database = await openDatabase(await place.fresh());
    try {
      let now = NOW;
      const replicas = [createReplays(database, () => now), createReplays(database, () => now)];
      const marks = Array.from({ length: 60 }, (_, number) => ({ [SIGNATURE]: `v0=${number}` }));
      const taken = await Promise.all(
        marks.map((mark) => Promise.all(replicas.map((replays) => replays.claim(mark)))),
      );
      for (const both of taken) expect(both.toSorted()).toEqual([false, true]);

      now += 10 * MINUTE + 1;
      await replicas[0]?.claim({ [SIGNATURE]: 'v0=later' });
      await replicas[0]?.claim({ [SIGNATURE]: 'v0=last' });
      const left = await database.selectFrom('seen_request').selectAll().execute();
      expect(left).toHaveLength(2);
      expect(JSON.stringify(left)).not.toContain('v0=');
    } finally {
      await database.destroy();
    }
  });

  test('fail when the database does, instead of letting the request in', async () => {
    const database = await openDatabase(await place.fresh());
    const replays = createReplays(database, () => NOW);
    await database.destroy();
    await expect(replays.claim({ [SIGNATURE]: 'v0=1' })).rejects.toThrow();
  });
});
