import type { App, ViewOutput } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  type ActionArgs,
  actionArgs,
  type BoltSearch,
  repeated,
  searchArgs,
  submissionArgs,
} from '../requests/listenerArgs.ts';
import { at } from '../requests/slackRequest.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { buildSentenceModal, buildWaitingModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { requireToAsk } from './asking.ts';
import { FORM_ACTION } from './buttons.ts';
import type { Choices, Picker } from './choices.ts';
import type { Commands } from './commands.ts';
import { PICK_PRODUCT, PICK_STORE } from './fields.ts';
import { formContext, formIdOf, MORE_ACTION } from './form.ts';
import type { ListenerMiddleware } from './middleware.ts';
import type { ModalAnswers } from './modalAnswers.ts';
import { LONGEST_SHOWN } from './parseCommand.ts';
import type { Questions } from './questions.ts';
import type { Replies } from './replies.ts';
import { askWords } from './words/words.ts';

/** The forms of the commands that ask: opening, searching and submitting. */
export function registerQuestionForms(
  app: Pick<App, 'action' | 'view' | 'options'>,
  { authorize, validate }: ListenerMiddleware,
  parts: OpeningParts & {
    readonly modalAnswers: ModalAnswers;
    readonly replies: Pick<Replies, 'render'>;
    readonly questions: Pick<Questions, 'answer'>;
    readonly choices: Choices;
  },
): void {
  const { commands, reading, modalAnswers, replies, questions, choices } = parts;
  app.action(repeated(FORM_ACTION), authorize('member'), (clicked) =>
    changeQuestion(actionArgs(clicked), parts),
  );
  app.action(MORE_ACTION, authorize('member'), (clicked) => showMoreOptions(actionArgs(clicked), parts));
  // Numbers and names are not business data, so every member can search them.
  app.options(PICK_PRODUCT, authorize('member'), (search) => offer(search, choices.products));
  app.options(PICK_STORE, authorize('member'), (search) => offer(search, choices.stores));
  for (const { command, requires, form, words } of commands.features) {
    if (form === undefined) continue;
    const read = (view: ViewOutput, actor: Pick<Actor, 'may' | 'language' | 'place'>) =>
      form.read(view, formContext(actor, reading()));
    app.view(
      formIdOf(command),
      validate((view, language) => {
        const place = { kind: 'alone' } as const;
        const filled = read(view, { may: () => ({ allowed: true }), language, place });
        if ('mistakes' in filled) return { response_action: 'errors', errors: { ...filled.mistakes } };
        const { t } = language;
        return { response_action: 'update', view: buildWaitingModal(words(t).formTitle, t) };
      }),
      authorize(requires),
      async (sent) => {
        const { actor, view } = submissionArgs(sent);
        const { t } = actor.language;
        const render = await replies.render(`form of /${command}`, actor, async () => {
          const filled = read(view, actor);
          // Only where a new day has begun since it was validated. The mistakes are already in the person's language.
          if ('mistakes' in filled)
            throw new ParseError(() => Object.values(filled.mistakes).join(' '), `/${command} help`);
          const notes = [askWords(t).form.written(escapeMrkdwn(filled.command, LONGEST_SHOWN))];
          return questions.answer(actor, filled.question, {
            command: filled.command,
            isInModal: true,
            notes,
          });
        });
        await modalAnswers.show(view.id, actor, words(t).formTitle, render);
      },
    );
  }
}

/** Opens the form with the question filled in. Replaces the modal that was clicked in, if any. */
async function changeQuestion(
  { actor, body, value }: ActionArgs,
  { commands, reading, viewsClient }: OpeningParts,
  isWhole = false,
): Promise<void> {
  const context = formContext(actor, reading());
  const { t } = actor.language;
  const named = commands.named(value);
  const question = named === undefined ? commands.read(value, reading()) : undefined;
  if (question !== undefined) requireToAsk(actor, question.needs);
  const { form } = named ?? question?.feature ?? {};
  await showForm(
    form?.build(context, question?.command, isWhole) ?? buildSentenceModal(askWords(t).oldButton, t),
    body,
    viewsClient,
  );
}

/** Shows all fields of a form in the modal that was clicked in, with what is filled in so far. */
async function showMoreOptions(args: ActionArgs, parts: OpeningParts): Promise<void> {
  const { actor, body, value } = args;
  const { commands, reading, viewsClient } = parts;
  const feature = commands.named(value) ?? commands.featureOf(value);
  const values = at(body.view, 'state', 'values');
  const metadata = at(body.view, 'private_metadata');
  if (feature?.form === undefined || typeof values !== 'object' || values === null) {
    await changeQuestion(args, parts, true);
    return;
  }
  const context = formContext(actor, reading());
  const open = { state: { values }, private_metadata: typeof metadata === 'string' ? metadata : '' };
  const filled = feature.form.read(open, context);
  // What can't be read yet stays in its field, as Slack keeps what is filled in.
  const asked = 'question' in filled ? filled.typed : commands.find(value, reading())?.command;
  await showForm(feature.form.build(context, asked, true), body, viewsClient);
}

/** Shows the form in the modal that was clicked in, or else in a new one. */
async function showForm(
  form: ModalView,
  body: ActionArgs['body'],
  viewsClient: OpeningParts['viewsClient'],
): Promise<void> {
  if (body.view?.type === 'modal') await viewsClient.update(body.view.id, form);
  else await viewsClient.open(body.trigger_id, form);
}

interface OpeningParts {
  readonly commands: Commands;
  readonly reading: () => Reading;
  readonly viewsClient: Pick<ViewsClient, 'open' | 'update'>;
}

/** Acknowledges a search with its options, so these must come from memory. */
async function offer(search: BoltSearch, picker: Picker): Promise<void> {
  const { typed, actor } = searchArgs(search);
  await search.ack({ options: await picker(typed, actor.language.t) });
}
