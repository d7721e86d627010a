import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SERVER_PLACES, usePlace } from '../../support/bot/databasePlaces.ts';
import { oslo } from '../../support/bot/time.ts';
import { adoptDatabaseClock } from '../../support/faults/databaseClock.ts';
import { until } from '../../support/until.ts';
import { digestsIn } from '../processes/heldDigests.ts';
import { openProofWorld, type ProofWorld } from '../processes/proofWorld.ts';
import { goToDigests, passTimeUntil } from '../processes/restingStock.ts';

const CHANNELS = 5;

/** How often each channel was looked through. */
const looks = ({ slack, channelIds }: ProofWorld) =>
  channelIds.map(
    (id) =>
      slack.calls.filter(({ method, channel }) => method === 'conversations.history' && channel === id)
        .length,
  );
const each = (times: number) => Array.from({ length: CHANNELS }, () => times);

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
      let rows: unknown[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  };
  /** The server ends the session of who has gone a moment later. */
  const untilNobodyIsIn = () =>
    until('the end of every session', async () => {
      const sessions = await execute(`select pid from pg_stat_activity where datname = '${database}'`);
      return sessions.length === 0 || undefined;
    });
  onTestFinished(async () => void (await execute(`drop database if exists ${copy} with (force)`)));
  return {
    async make() {
      await untilNobodyIsIn();
      await execute(`create database ${copy} template ${database}`);
    },
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

    await world.setTime(oslo('2025-01-07 09:00'), 1);
    if (stops) await first.stop();
    await copy.putBack(world);
    const second = stops ? await world.start() : first;
    const found = () => second.log().match(/the message was found in its channel/g)?.length ?? 0;
    await passTimeUntil(world, 'all of them in their channels', () => found() === CHANNELS);
    // Each is looked for once, and twice more for a second copy that may have been on its way.
    for (const [time, times] of [
      ['09:20', 2],
      ['09:40', 3],
    ] as const) {
      await world.setTime(oslo(`2025-01-07 ${time}`), 1);
      await passTimeUntil(world, 'the checks', () => looks(world).every((of) => of >= times));
      expect(looks(world), second.log()).toEqual(each(times));
    }
    expect(digestsIn(world.slack.workspace)).toHaveLength(CHANNELS);

    await goToDigests(world, '2025-01-08 08:30', 2 * CHANNELS);
    expect(looks(world), second.log()).toEqual(each(3));
  });
});
