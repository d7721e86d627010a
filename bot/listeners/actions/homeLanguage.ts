import type { Logger } from 'pino';
import type { Languages } from '../../home/languages.ts';
import { isLanguageCode } from '../../language/locale.ts';
import { HOME_LANGUAGE, SLACK_LANGUAGE } from '../../views/home.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { PublishHome } from '../publishHome.ts';

/** Chooses the language in which a person reads, and draws App Home in it. */
export function homeLanguage(
  languages: Languages,
  publish: PublishHome,
  log: Logger,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor, value } = actionArgs(clicked);
    if (!isLanguageCode(value) && value !== SLACK_LANGUAGE) {
      log.warn({ listener: HOME_LANGUAGE }, 'a choice named no language, and nothing was changed');
      return;
    }
    await languages.choose(actor.teamId, actor.person.userId, isLanguageCode(value) ? value : undefined);
    await publish({ ...actor, language: await languages.of(actor.teamId, actor.person) });
  };
}
