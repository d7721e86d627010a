import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../../../../bot/database/connection.ts';
import { createLanguages, type Languages } from '../../../../bot/home/languages.ts';
import type { LanguageCode } from '../../../../bot/language/locale.ts';
import { DATABASE_PLACES, usePlace } from '../../../support/bot/databasePlaces.ts';
import { createRecordingLog } from '../../../support/bot/recordingLog.ts';

const TEAM = 'T0';
const kari = (locale?: string) => ({ userId: 'U0KARI', locale });

describe.each(DATABASE_PLACES)('the language of a person in $name', ({ open }) => {
  const place = usePlace(open);
  let database: Database;
  let now: number;
  const { log, lines } = createRecordingLog();

  beforeEach(async () => {
    now = 0;
    database = await openDatabase(await place.fresh());
  });
  afterEach(() => database.destroy());

  const languagesWith = (otherwise: LanguageCode): Languages =>
    createLanguages(database, otherwise, () => now, log);
  const read = async (languages: Languages, locale?: string) => {
    const { code, format } = await languages.of(TEAM, kari(locale));
    return [code, format.locale];
  };

  test.each<[LanguageCode, string | undefined, LanguageCode, LanguageCode]>([
    ['en', 'nb-NO', 'nb', 'nb'],
    ['en', 'nn-NO', 'nb', 'nb'],
    ['en', 'no', 'nb', 'nb'],
    ['en', 'en-US', 'en', 'en'],
    ['en', undefined, 'en', 'en'],
    ['nb', 'en-GB', 'nb', 'nb'],
    ['nb', undefined, 'nb', 'nb'],
  ])('with %s in the settings and Slack set to %s', async (otherwise, locale, language, numbers) => {
    expect(await read(languagesWith(otherwise), locale)).toEqual([language, numbers]);
  });

  test('is what was chosen, until Slack is followed again', async () => {
    const languages = languagesWith('en');
    await languages.choose(TEAM, 'U0KARI', 'nb');
    expect(await read(languages, 'en-US')).toEqual(['nb', 'nb']);
    await languages.choose(TEAM, 'U0KARI', 'en');
    expect(await read(languages, 'nb-NO')).toEqual(['en', 'en']);
    await languages.choose(TEAM, 'U0KARI', undefined);
    expect(await read(languages, 'nb-NO')).toEqual(['nb', 'nb']);
    expect(await languages.chosen(TEAM, 'U0KARI')).toBeUndefined();
  });

  test('is of that person in that workspace alone', async () => {
    const languages = languagesWith('en');
    await languages.choose(TEAM, 'U0KARI', 'nb');
    expect(await languages.chosen('T0OTHER', 'U0KARI')).toBeUndefined();
    expect(await languages.chosen(TEAM, 'U0OLA')).toBeUndefined();
  });

  test('outlives a restart, and is known to other processes within a minute', async () => {
    const [here, there] = [languagesWith('en'), languagesWith('en')];
    expect(await there.chosen(TEAM, 'U0KARI')).toBeUndefined();
    await here.choose(TEAM, 'U0KARI', 'nb');
    expect(await languagesWith('en').chosen(TEAM, 'U0KARI')).toBe('nb');
    now += 30_000;
    // Nobody waits for the refreshed entry; whoever comes next reads it.
    await there.chosen(TEAM, 'U0KARI');
    await expect.poll(() => there.chosen(TEAM, 'U0KARI')).toBe('nb');
  });

  test('is told by Slack when the database does not answer', async () => {
    const broken = await openDatabase(await place.fresh());
    await broken.destroy();
    const languages = createLanguages(broken, 'en', () => now, log);
    expect(await read(languages, 'nb-NO')).toEqual(['nb', 'nb']);
    expect(lines().at(-1)?.msg).toBe('the language that somebody chose could not be read');
  });
});
