import type { Logger } from 'pino';
import type { Database } from '../database/connection.ts';
import { isLanguageCode, type LanguageCode, languageOf } from '../language/formatter.ts';
import { type Language, languageFor } from '../language/language.ts';
import { createExpiringCache } from './expiringCache.ts';
import type { Person } from './person.ts';

/** The language of each person. */
export interface Languages {
  /** The default language, for people who cannot be looked up. */
  readonly otherwise: Language;
  /** The choice on App Home, or Norwegian where the person's Slack is Norwegian, or the default. */
  of(teamId: string, person: Pick<Person, 'userId' | 'locale'>): Promise<Language>;
  /** The choice on App Home; undefined for people who follow Slack. */
  chosen(teamId: string, userId: string): Promise<LanguageCode | undefined>;
  /** Stores a choice; undefined follows Slack again. Other processes use it within a minute. */
  choose(teamId: string, userId: string, language: LanguageCode | undefined): Promise<void>;
}

const KEEP_MS = 60 * 60_000;
const REFRESH_MS = 30_000;
const MAX_ENTRIES = 5_000;

export function createLanguages(
  database: Database,
  /** RETAIL_DATA_LANGUAGE. */
  otherwise: LanguageCode,
  now: () => number,
  log: Logger,
): Languages {
  const choices = createExpiringCache<LanguageCode | undefined>(
    async (key) => {
      const [teamId = '', userId = ''] = key.split(' ');
      const row = await database
        .selectFrom('language_choice')
        .select('language')
        .where('team_id', '=', teamId)
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return isLanguageCode(row?.language) ? row.language : undefined;
    },
    { keepMs: KEEP_MS, refreshMs: REFRESH_MS, maxEntries: MAX_ENTRIES, now },
  );
  const chosen: Languages['chosen'] = (teamId, userId) => choices.get(`${teamId} ${userId}`);
  return {
    otherwise: languageFor(otherwise),
    chosen,
    async of(teamId, { userId, locale }) {
      let choice: LanguageCode | undefined;
      try {
        choice = await chosen(teamId, userId);
      } catch (error) {
        // An answer in the other language is better than none.
        log.warn({ err: error }, 'the language that somebody chose could not be read');
      }
      return languageFor(choice ?? languageOf(locale) ?? otherwise);
    },
    async choose(teamId, userId, language) {
      if (language === undefined) {
        await database
          .deleteFrom('language_choice')
          .where('team_id', '=', teamId)
          .where('user_id', '=', userId)
          .execute();
      } else {
        await database
          .insertInto('language_choice')
          .values({ team_id: teamId, user_id: userId, language })
          .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ language }))
          .execute();
      }
      await choices.get(`${teamId} ${userId}`, 0);
    },
  };
}
