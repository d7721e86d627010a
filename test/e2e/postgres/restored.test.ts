import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { oslo } from '../../support/bot/time.ts';
import { adoptDatabaseClock } from '../../support/faults/databaseClock.ts';
import { digestsIn } from '../../support/faults/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../../support/faults/proofWorld.ts';
import { goToDigests } from '../../support/faults/restingStock.ts';
import { until } from '../../support/until.ts';

const CHANNELS = 5;

/** How often each channel was looked through. */
const looks = ({ slack, channelIds }: ProofWorld) =>
  channelIds.map(
    (id) =>
      slack.calls.filter(({ method, channel }) => method === 'conversations.history' && channel === id)
        .length,
  );
const each = (times: number) => Array.from({ length: CHANNELS }, () => times);

/** Virtual time runs so fast. */
const RATE = 6;

/** Whole copies of a database on the same server: nobody may be connected to it when one is made. */
function copies(url: string) {
  const database = new URL(url).pathname.slice(1);
  const copy = `${database}_copy`;
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  const execute = async (...statements: string[]) => {
    const client = new Client({ connectionString: maintenance.href });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  onTestFinished(() => execute(`drop database if exists ${copy} with (force)`));
  return {
    make: () => execute(`create database ${copy} template ${database}`),
    /** Ends every connection, and puts the copy in the place of the database; its clock goes on from now. */
    async putBack(world: ProofWorld) {
      const ofCopy = new URL(url);
      ofCopy.pathname = `/${copy}`;
      await adoptDatabaseClock(ofCopy.href, world.clock.reading());
      await execute(`drop database ${database} with (force)`, `alter database ${copy} rename to ${database}`);
    },
  };
}

describe.each(SERVER_PLACES)('a $name that is put back as it was before the digests', ({ open }) => {
  const place = usePlace(open);

  test.each([
    ['while the bot is stopped', true],
    ['under a bot that runs', false],
  ])('%s: no digest comes twice, and the next day is one like any other', async (_, stops) => {
    const url = await place.fresh();
    const world = await openProofWorld({ at: '2025-01-07 08:20', channels: CHANNELS, postgres: url });
    onTestFinished(() => world.close());
    await world.setTime(oslo('2025-01-07 08:20'), 1);
    await (await world.start()).stop();
    const copy = copies(url);
    await copy.make();
    const first = await world.start();
    await goToDigests(world, '2025-01-07 08:30', CHANNELS);
    expect(looks(world)).toEqual(each(0));

    await world.setTime(oslo('2025-01-07 09:00'), RATE);
    if (stops) await first.stop();
    await copy.putBack(world);
    const second = stops ? await world.start() : first;
    const found = () => second.log().match(/the message was found in its channel/g)?.length ?? 0;
    await until('all of them in their channels', async () => found() === CHANNELS || undefined);
    // Each is looked for once, and twice more for a second copy that may have been on its way.
    for (const [time, times] of [
      ['09:20', 2],
      ['09:40', 3],
    ] as const) {
      await world.setTime(oslo(`2025-01-07 ${time}`), RATE);
      await until('the checks', async () => looks(world).every((of) => of >= times) || undefined);
      expect(looks(world), second.log()).toEqual(each(times));
    }
    expect(digestsIn(world.slack.workspace)).toHaveLength(CHANNELS);

    await goToDigests(world, '2025-01-08 08:30', 2 * CHANNELS);
    expect(looks(world), second.log()).toEqual(each(3));
  });
});
