import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Languages } from '../access/languages.ts';
import type { Commands } from '../ask/commands.ts';
import type { FileFormats } from '../ask/fileFormats.ts';
import { formContext } from '../ask/form.ts';
import type { ModalAnswers } from '../ask/modalAnswers.ts';
import type { Part } from '../ask/part.ts';
import { askWords } from '../ask/words/words.ts';
import { FILE_FORMATS } from '../figures/sheet.ts';
import { isLanguageCode } from '../language/formatter.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import { actorOf } from '../requests/authorize.ts';
import { type ActionArgs, actionArgs, repeated } from '../requests/listenerArgs.ts';
import { buildSentenceModal, buildWaitingModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { HOME_ASK, HOME_FILES, HOME_FORM, HOME_LANGUAGE, HOME_REFRESH, SLACK_LANGUAGE } from './view.ts';

/** Redraws a person's App Home. */
export type PublishHome = (actor: Actor) => Promise<void>;

/** Listens to App Home, except for its digests and product list. */
export function homePart(parts: {
  readonly publish: PublishHome;
  readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
  readonly languages: Languages;
  readonly fileFormats: Pick<FileFormats, 'choose'>;
  readonly commands: Commands;
  readonly reading: () => Reading;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
  readonly log: Logger;
}): Part {
  const { publish, modalAnswers, languages, fileFormats, commands, reading, viewsClient, log } = parts;
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
      app.action(repeated(HOME_FORM), authorize('member'), async (clicked) => {
        const { actor, body, value } = actionArgs(clicked);
        const { form } = commands.named(value) ?? {};
        if (form === undefined) {
          log.warn({ listener: HOME_FORM }, 'a click named no form, and nothing was opened');
          return;
        }
        await viewsClient.open(body.trigger_id, form.build(formContext(actor, reading())));
      });
      app.action(repeated(HOME_ASK), authorize('member'), (clicked) =>
        askAgain(actionArgs(clicked), { modalAnswers, viewsClient, commands, reading, publish }),
      );
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

/** Asks a recent question again, and answers in a modal. */
async function askAgain(
  { actor, body, value: typed }: ActionArgs,
  parts: {
    readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
    readonly viewsClient: Pick<ViewsClient, 'open'>;
    readonly commands: Commands;
    readonly reading: () => Reading;
    readonly publish: PublishHome;
  },
): Promise<void> {
  const { modalAnswers, viewsClient, commands, reading, publish } = parts;
  const { t } = actor.language;
  const feature = commands.featureOf(typed);
  if (feature === undefined) {
    await viewsClient.open(body.trigger_id, buildSentenceModal(askWords(t).oldButton, t));
    await publish(actor);
    return;
  }
  // Open the modal first: the trigger may expire before the answer is ready.
  const modalId = await viewsClient.open(body.trigger_id, buildWaitingModal(feature.words(t).formTitle, t));
  if (modalId === undefined) throw new TypeError('Slack opened a modal without an id');
  await modalAnswers.answer(modalId, actor, feature, () => {
    const question = commands.read(typed, reading());
    if (question === undefined) {
      throw new ParseError((words) => askWords(words).oldButton, `/${feature.command} help`);
    }
    return { question, command: typed };
  });
}
