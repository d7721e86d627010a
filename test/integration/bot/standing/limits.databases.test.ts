import { describe, expect, test } from 'vitest';
import { NO_NAMES } from '../../../../bot/parse/nameLookup.ts';
import { createAlertStore, MOST_ALERTS } from '../../../../bot/standing/alertStore.ts';
import { readRule } from '../../../../bot/standing/readAlert.ts';
import { alertSubjects } from '../../../support/bot/alertSubjects.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { openTestDatabase } from '../../../support/bot/databases.ts';
import { calendar } from '../../../support/bot/time.ts';

const reading = { vocabulary: { products: NO_NAMES, stores: NO_NAMES }, calendar, now: 1 };

async function openStore(place: string) {
  const database = await openTestDatabase(place);
  const { stock: subject } = alertSubjects({ database });
  const store = createAlertStore(database, [subject]);
  const set = (target: string, owner: string, line: number, replaced?: number) =>
    store.set({
      teamId: 'T0HOME',
      target,
      owner,
      language: 'en',
      rule: readRule(subject, `1101 below ${line}`, reading),
      now: 1,
      day: undefined,
      states: [],
      replaced,
    });
  return { database, set };
}

describe.each(DATABASE_PLACES)('limits in $name', ({ open }) => {
  const place = usePlace(open);

  test('two people at once set no more alerts than a place can have', async () => {
    const { set } = await openStore(await place.fresh());
    for (let line = 1; line < MOST_ALERTS.place; line += 1) await set('C0STOCK', 'U0KARI', line);
    const results = await Promise.all([101, 102, 103, 104].map((line) => set('C0STOCK', 'U0OLA', line)));
    expect(results.filter((each) => each === 'place')).toHaveLength(3);
    // What is there already can be set again, and stays whose it is.
    const again = await set('C0STOCK', 'U0OLA', 1);
    if (typeof again === 'string') throw new Error(again);
    expect(again.alert.owner).toBe('U0KARI');
    // One that is changed takes no place of its own.
    const { id } = again.alert;
    expect(await set('C0STOCK', 'U0KARI', 999, id)).toMatchObject({ alert: { id } });
  });

  test('a person and the app have their own limits', async () => {
    const { database, set } = await openStore(await place.fresh());
    const row = { team_id: 'T0HOME', language: 'en', subject: 'stock', rule: '{}', created_at: 1 };
    const fill = async (alerts: number, owner: string) => {
      const rows = Array.from({ length: alerts }, (_, at) => ({ ...row, owner, target: `C0${owner}${at}` }));
      await database.insertInto('alert').values(rows).execute();
    };
    await fill(MOST_ALERTS.owner, 'U0KARI');
    expect(await set('C0NEW', 'U0KARI', 5)).toBe('owner');
    await fill(MOST_ALERTS.all - MOST_ALERTS.owner - 1, 'U0OLA');
    expect(await set('C0NEW', 'U0PER', 5)).toMatchObject({ wasPaused: false });
    expect(await set('C0NEW', 'U0PER', 6)).toBe('all');
  });
});
