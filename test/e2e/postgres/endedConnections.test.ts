import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { openChannels } from '../../support/bot/digest/channels.ts';
import { expectOne, keepSweeping, STEPS } from '../../support/bot/digest/failingStorage.ts';
import { oslo } from '../../support/bot/time.ts';

describe.each(SERVER_PLACES)('a $name that ends all connections', ({ open }) => {
  const place = usePlace(open);

  test.each(STEPS)('at %s is connected to again: no digest is lost, none doubled', async (point) => {
    const url = await place.fresh();
    const channels = await openChannels('2026-11-20 08:30', { place: url });
    await channels.saveStock('2026-11-20');
    const operator = new Client({ connectionString: url });
    await operator.connect();
    onTestFinished(() => operator.end());
    const first = channels.replica('first');
    first.dieAt(point, async () => {
      const { rows } = await operator.query(
        'select pg_terminate_backend(pid) as gone from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      expect(rows.length).toBeGreaterThan(0);
    });
    await first.sweep().catch(() => undefined);
    await keepSweeping(channels, 6);
    await expectOne(channels);
    expect(channels.clock.now()).toBeGreaterThan(oslo('2026-11-20 08:35'));
  });
});
