import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Directory } from '../access/directory.ts';
import type { WriteSheet } from '../figures/sheet.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  type ActionArgs,
  actionArgs,
  type CommandArgs,
  commandArgs,
  repeated,
} from '../requests/listenerArgs.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Files } from '../slack/files.ts';
import { escapeMrkdwn, type Render } from '../slack/message.ts';
import type { DirectMessages } from '../slack/messages.ts';
import { buildWaitingModal } from '../slack/modal.ts';
import type { RenderingLadder } from '../slack/renderingLadder.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { type Askable, type Feature, requireToAsk } from './asking.ts';
import { ASK_ACTION, followUpAction, HOME_ASK, ROWS_ACTION, SHARE_ACTION } from './buttons.ts';
import { type Commands, LONGEST_CARRIED } from './commands.ts';
import type { FileFormats } from './fileFormats.ts';
import { formContext } from './form.ts';
import { hearTyped } from './hear.ts';
import { HELP_ACTION, type HelpOf, helpRender } from './help.ts';
import { explainedIn, explanation, MENU_ACTION, type MenuItem, openMenuItem } from './menu.ts';
import type { ListenerMiddleware } from './middleware.ts';
import { mistakeRender } from './mistake.ts';
import type { ModalAnswers } from './modalAnswers.ts';
import { explained, type Questions } from './questions.ts';
import { type ReaderFor, type Replies, sentence } from './replies.ts';
import { sendRows } from './sendRows.ts';
import { createShares, shareAnswer } from './share.ts';
import type { SubCommands } from './subCommands.ts';
import { askWords } from './words/words.ts';

/** The commands that ask, and the buttons below their answers. */
export function registerAsking(
  app: Pick<App, 'command' | 'action'>,
  { authorize }: ListenerMiddleware,
  parts: AnsweringParts & {
    readonly questions: Questions;
    readonly subCommands: SubCommands;
    readonly readerFor: ReaderFor;
    readonly writeSheet: WriteSheet;
    readonly fileFormats: Pick<FileFormats, 'of'>;
    readonly files: Pick<Files, 'sendTo'>;
    readonly ladder: RenderingLadder;
    readonly people: Pick<Directory, 'person' | 'place'>;
    readonly policy: AccessPolicy;
    readonly clock: Pick<Clock, 'now'>;
    readonly viewsClient: Pick<ViewsClient, 'open'>;
    readonly helpOf: HelpOf;
    readonly menu: readonly MenuItem[];
    readonly log: Logger;
  },
): void {
  const { questions, commands, clock } = parts;
  for (const feature of commands.features) {
    app.command(`/${feature.command}`, authorize(feature.requires), (typed) =>
      askTyped(feature, commandArgs(typed), parts),
    );
  }

  // `answerClick` checks what the command in the button needs.
  const button = (actionId: string, work: ButtonWork, listened: string | RegExp = actionId) =>
    app.action(listened, authorize('member'), (clicked) =>
      answerClick(actionId, actionArgs(clicked), work, parts),
    );
  for (const name of new Set(commands.features.flatMap(({ followUpNames }) => followUpNames))) {
    button(followUpAction(name), ({ actor, respond }, question) =>
      questions.answer(actor, question, { isInModal: respond === undefined }),
    );
  }
  for (const action of [ASK_ACTION, HOME_ASK]) {
    button(
      action,
      ({ actor, value, respond }, question) =>
        questions.answer(actor, question, { command: value, isInModal: respond === undefined }),
      repeated(action),
    );
  }
  app.action(repeated(HELP_ACTION), authorize('member'), async (clicked) => {
    const { actor, value, respond } = actionArgs(clicked);
    if (respond === undefined) return;
    const answer = () => helpRender(value, actor, parts);
    await parts.replies.answerTo({ what: HELP_ACTION, actor, respond, isClick: true }, answer);
  });
  app.action(repeated(MENU_ACTION), authorize('member'), async (clicked) => {
    const args = actionArgs(clicked);
    const value = explainedIn(args.value);
    if (value === undefined) return openMenuItem(parts.menu, args);
    await answerClick(
      MENU_ACTION,
      { ...args, value },
      async (_, question) =>
        (await explained(args.actor, question, parts.readerFor)) ?? (() => explanation([])),
      parts,
    );
  });
  button(ROWS_ACTION, async ({ actor, value }, question) =>
    sentence(await sendRows(actor, question, value, parts)),
  );
  const shares = createShares(clock);
  button(SHARE_ACTION, async ({ actor, value, respond }, question) =>
    sentence(
      respond === undefined
        ? askWords(actor.language.t).share.noChannel
        : await shareAnswer(actor, question, value, respond, shares, parts),
    ),
  );
}

interface AnsweringParts {
  readonly replies: Replies;
  readonly commands: Commands;
  readonly reading: () => Reading;
  readonly modalAnswers: ModalAnswers;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
  /** For a file that is asked for in a modal, which has no response URL. */
  readonly directMessages: DirectMessages;
}

type ButtonWork = (args: ActionArgs, question: Askable) => Promise<Render>;

/** Answers a click on a button that carries a command; only the person sees the answer. */
async function answerClick(
  actionId: string,
  args: ActionArgs,
  work: ButtonWork,
  { replies, commands, reading, modalAnswers, viewsClient, directMessages }: AnsweringParts,
): Promise<void> {
  const { body, actor, respond, value } = args;
  const answer = async (): Promise<Render> => {
    const question = commands.read(value, reading());
    if (question === undefined) return sentence(askWords(actor.language.t).oldButton);
    // Access may have changed since the button was made.
    requireToAsk(actor, question.needs);
    return work(args, question);
  };
  if (respond !== undefined) {
    await replies.answerTo({ what: actionId, actor, respond, isClick: true }, answer);
    return;
  }
  const { view } = body;
  // A message about a file goes where the file goes, never into a modal.
  if (view === undefined || actionId === ROWS_ACTION) {
    const render = await replies.render(actionId, actor, answer);
    await directMessages.send(actor.teamId, actor.person.userId, render);
    return;
  }
  const { t } = actor.language;
  const title = commands.featureOf(value)?.words(t).formTitle ?? askWords(t).form.answer.title;
  // Open the modal first: the trigger may expire before the answer is ready.
  const modalId =
    view.type === 'modal' ? view.id : await viewsClient.open(body.trigger_id, buildWaitingModal(title, t));
  await modalAnswers.show(modalId, actor, title, await replies.render(actionId, actor, answer));
}

/** Answers a typed command, or opens its form when it has no text. */
async function askTyped(
  feature: Feature,
  args: CommandArgs,
  parts: {
    readonly replies: Pick<Replies, 'answerTo'>;
    readonly questions: Pick<Questions, 'answer'>;
    readonly commands: Commands;
    readonly subCommands: SubCommands;
    readonly reading: () => Reading;
    readonly viewsClient: Pick<ViewsClient, 'open'>;
    readonly helpOf: HelpOf;
  },
): Promise<void> {
  const { replies, questions, commands, viewsClient } = parts;
  const { command, actor, respond } = args;
  const reading = parts.reading();
  const { form } = feature;
  if (command.text.trim() === '' && form !== undefined) {
    await viewsClient.open(command.trigger_id, form.build(formContext(actor, reading)));
    return;
  }
  if (parts.subCommands.isMeant(feature.command, command.text)) {
    await parts.subCommands.typed(feature.command, args);
    return;
  }
  await replies.answerTo({ what: `/${feature.command}`, actor, respond }, async (): Promise<Render> => {
    try {
      const heard = hearTyped(feature, command.text, commands, reading);
      const { t } = actor.language;
      if (heard === undefined) return await helpRender(feature.command, actor, parts);
      const { question, sentence: said } = heard;
      if (said === undefined || question.command === undefined)
        return await questions.answer(actor, question, {
          command: typedCommand(feature, command.text),
          offer: parts.subCommands.offer?.(feature.command, command.text, t),
        });
      const readAs = escapeMrkdwn(commands.say(question.command, t), LONGEST_CARRIED);
      return await questions.answer(actor, question, {
        command: said,
        notes: [askWords(t).message.readAs(readAs)],
      });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      return mistakeRender(commands, reading, actor, feature, error);
    }
  });
}

/** The whole command, on one line. */
function typedCommand({ command }: Feature, text: string): string {
  return `/${command} ${text.trim().replace(/\s+/g, ' ')}`;
}
