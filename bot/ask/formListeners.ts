import type { App, ViewOutput } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import type { Language } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { ParseError } from '../parse/parseError.ts';
import {
  type ActionArgs,
  actionArgs,
  type BoltSearch,
  type SubmissionArgs,
  searchArgs,
  submissionArgs,
} from '../requests/listenerArgs.ts';
import { at } from '../requests/slackRequest.ts';
import { buildSentenceModal, buildWaitingModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import { type Askable, type Feature, type FormReading, requireToAsk } from './asking.ts';
import { FORM_ACTION, MORE_ACTION } from './buttons.ts';
import type { Choices, Picker } from './choices.ts';
import type { Commands } from './commands.ts';
import { isFilledIn, PICK_PRODUCT, PICK_STORE } from './fields.ts';
import { formContext, formIdOf, WHERE } from './form.ts';
import type { ListenerMiddleware } from './middleware.ts';
import { type Asked, type ModalAnswers, whatOf } from './modalAnswers.ts';
import type { Questions } from './questions.ts';
import type { Replies } from './replies.ts';
import { askWords } from './words/words.ts';

/** The forms of the commands that ask: opening, searching and submitting. */
export function registerQuestionForms(
  app: Pick<App, 'action' | 'view' | 'options'>,
  { authorize, validate }: ListenerMiddleware,
  parts: SubmissionParts & {
    readonly viewsClient: Pick<ViewsClient, 'open' | 'update'>;
    readonly choices: Choices;
  },
): void {
  const { commands, reading, viewsClient, choices } = parts;
  app.action(FORM_ACTION, authorize('member'), (clicked) =>
    changeQuestion(actionArgs(clicked), commands, reading(), viewsClient),
  );
  app.action(MORE_ACTION, authorize('member'), (clicked) =>
    showMoreOptions(actionArgs(clicked), commands, reading(), viewsClient),
  );
  // Numbers and names are not business data, so every member can search them.
  app.options(PICK_PRODUCT, authorize('member'), (search) => offer(search, choices.products));
  app.options(PICK_STORE, authorize('member'), (search) => offer(search, choices.stores));
  for (const feature of commands.features) {
    app.view(
      formIdOf(feature.command),
      validate((view, { response_urls: urls = [] }, language) => {
        const read = readForm(feature, view, reading(), language);
        if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
        if (urls.length > 0) return undefined;
        return {
          response_action: 'update',
          view: buildWaitingModal(feature.words(language.t).formTitle, language.t),
        };
      }),
      authorize(feature.requires),
      (sent) => answerForm(feature, submissionArgs(sent), parts),
    );
  }
}

/** Opens the form with the question filled in. Replaces the modal that was clicked in, if any. */
async function changeQuestion(
  { actor, body, value }: ActionArgs,
  commands: Commands,
  reading: Reading,
  viewsClient: Pick<ViewsClient, 'open' | 'update'>,
): Promise<void> {
  await showForm(formBehind(value, actor, commands, reading, body.view === undefined), body, viewsClient);
}

/** Shows the form in the modal that was clicked in, or else in a new one. */
async function showForm(
  form: ModalView,
  body: ActionArgs['body'],
  viewsClient: Pick<ViewsClient, 'open' | 'update'>,
): Promise<void> {
  if (body.view === undefined) await viewsClient.open(body.trigger_id, form);
  else await viewsClient.update(body.view.id, form);
}

/** The form for the value of a button: a whole command, or only a command's name. @throws AccessRefused */
function formBehind(
  value: string,
  actor: Actor,
  commands: Commands,
  reading: Reading,
  inChannel: boolean,
): ModalView {
  const context = formContext(actor, reading, inChannel);
  const feature = commands.named(value);
  if (feature !== undefined) return feature.buildForm(context);
  const question = commands.read(value, reading);
  const { t } = actor.language;
  if (question === undefined) return buildSentenceModal(askWords(t).oldButton, t);
  requireToAsk(actor, question.needs);
  return question.buildForm(context);
}

/** Shows all fields of a form in the modal that was clicked in, and keeps what is filled in. */
async function showMoreOptions(
  { actor, body, value }: ActionArgs,
  commands: Commands,
  reading: Reading,
  viewsClient: Pick<ViewsClient, 'open' | 'update'>,
): Promise<void> {
  const values = at(body.view, 'state', 'values');
  const open = { state: { values: typeof values === 'object' && values !== null ? values : {} } };
  // The demo's Slack sends no view with a click, so the whole form opens in another modal.
  const inChannel = body.view === undefined || isFilledIn(open, WHERE);
  const [, command = '', asked = ''] = /^(?:(\w+):)?(.*)$/s.exec(value) ?? [];
  const feature = commands.named(command);
  const { t } = actor.language;
  const form =
    feature === undefined
      ? buildSentenceModal(askWords(t).oldButton, t)
      : feature.buildWholeForm(formContext(actor, reading, inChannel), open, asked);
  await showForm(form, body, viewsClient);
}

/** Acknowledges a search with its options, so these must come from memory. */
async function offer(search: BoltSearch, picker: Picker): Promise<void> {
  const { typed, actor } = searchArgs(search);
  await search.ack({ options: await picker(typed, actor.language.t) });
}

interface SubmissionParts {
  readonly replies: Pick<Replies, 'answerTo'>;
  readonly questions: Pick<Questions, 'answer'>;
  readonly modalAnswers: Pick<ModalAnswers, 'answer'>;
  readonly commands: Commands;
  readonly reading: () => Reading;
}

/** Answers a submitted form in the chosen conversation, or else in the modal. */
async function answerForm(
  feature: Feature,
  { actor, view, respond }: SubmissionArgs,
  { replies, questions, modalAnswers, reading }: SubmissionParts,
): Promise<void> {
  const asked = () => questionOf(feature, readForm(feature, view, reading(), actor.language));
  if (respond === undefined) {
    await modalAnswers.answer(view.id, actor, feature, asked);
    return;
  }
  await replies.answerTo({ what: whatOf(feature), actor, respond }, async () => {
    const { question, command: typed } = asked();
    return questions.answer(actor, question, { command: typed });
  });
}

function readForm(
  feature: Feature,
  view: ViewOutput,
  { calendar, now }: Reading,
  language: Language,
): FormReading<Askable> {
  return feature.readForm(view, { calendar, now, language });
}

/** @throws ParseError when a form that was valid on submission is no longer, because a new day has begun */
function questionOf({ command }: Feature, reading: FormReading<Askable>): Asked {
  if ('question' in reading) return reading;
  // The mistakes are already in the person's language.
  throw new ParseError(() => Object.values(reading.mistakes).join(' '), `/${command}`);
}
