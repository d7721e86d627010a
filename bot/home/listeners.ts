import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Languages } from '../access/languages.ts';
import type { FileFormats } from '../ask/fileFormats.ts';
import type { Part } from '../ask/part.ts';
import { FILE_FORMATS } from '../figures/sheet.ts';
import { isLanguageCode } from '../language/formatter.ts';
import { actorOf } from '../requests/authorize.ts';
import { type ActionArgs, actionArgs } from '../requests/listenerArgs.ts';
import { HOME_FILES, HOME_LANGUAGE, HOME_REFRESH, SLACK_LANGUAGE } from './view.ts';

/** Redraws a person's App Home. */
export type PublishHome = (actor: Actor) => Promise<void>;

/** Listens to App Home, except for its digests and product list. */
export function homePart(parts: {
  readonly publish: PublishHome;
  readonly languages: Languages;
  readonly fileFormats: Pick<FileFormats, 'choose'>;
  readonly log: Logger;
}): Part {
  const { publish, languages, fileFormats, log } = parts;
  return {
    listeners(app, { authorize }) {
      app.event('app_home_opened', authorize('member'), async ({ event, context }) => {
        if (event.tab === 'home') await publish(actorOf(context));
      });
      app.action(HOME_REFRESH, authorize('member'), ({ context }) => publish(actorOf(context)));
      app.action(HOME_LANGUAGE, authorize('member'), (clicked) =>
        chooseLanguage(actionArgs(clicked), languages, publish, log),
      );
      app.action(HOME_FILES, authorize('member'), async (clicked) => {
        const { actor, value } = actionArgs(clicked);
        const format = FILE_FORMATS.find((each) => each === value);
        if (format === undefined) {
          log.warn({ listener: HOME_FILES }, 'a choice named no format of files, and nothing was changed');
          return;
        }
        await fileFormats.choose(actor.teamId, actor.person.userId, format);
        await publish(actor);
      });
    },
  };
}

/** Stores the person's language, and redraws App Home in it. */
async function chooseLanguage(
  { actor, value }: ActionArgs,
  languages: Languages,
  publish: PublishHome,
  log: Logger,
): Promise<void> {
  if (!isLanguageCode(value) && value !== SLACK_LANGUAGE) {
    log.warn({ listener: HOME_LANGUAGE }, 'a choice named no language, and nothing was changed');
    return;
  }
  await languages.choose(actor.teamId, actor.person.userId, isLanguageCode(value) ? value : undefined);
  await publish({ ...actor, language: await languages.of(actor.teamId, actor.person) });
}
