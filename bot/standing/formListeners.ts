import type { App } from '@slack/bolt';
import type { Actor } from '../access/actor.ts';
import type { Commands } from '../ask/commands.ts';
import type { MenuItem } from '../ask/menu.ts';
import type { ListenerMiddleware } from '../ask/middleware.ts';
import type { Replies } from '../ask/replies.ts';
import { askWords } from '../ask/words/words.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { actionArgs, repeated, type SubmissionArgs, submissionArgs } from '../requests/listenerArgs.ts';
import { buildMessageModal, buildSentenceModal } from '../slack/modal.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { DigestAccess } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import { DIGEST_FORM, FURTHER_DIGEST, type NamedDigest } from './buttons.ts';
import type { DigestCommands } from './commands.ts';
import { buildDigestModal, DIGEST_MODAL, type DigestModalContext, readDigestModal } from './form.ts';
import { QUESTION } from './key.ts';
import { PRESETS } from './presets.ts';
import type { DigestSources } from './sources.ts';
import type { Standing } from './standing.ts';
import { EVERY_DAY, WEEKDAYS } from './subscription.ts';
import type { Subscriptions } from './subscriptions.ts';
import { digestWords } from './words/words.ts';

/** The form of a digest: opening it from a digest or App Home, and submitting it. */
export function registerDigestForms(
  app: Pick<App, 'action' | 'view'>,
  { authorize, validate }: ListenerMiddleware,
  parts: DigestFormParts,
): void {
  const { commands, reading } = parts;
  app.action(repeated(DIGEST_FORM), authorize('member'), async (clicked) => {
    const { actor, body, value } = actionArgs(clicked);
    await openDigestForm(body.trigger_id, actor, undefined, parts, value === FURTHER_DIGEST);
  });
  app.view(
    DIGEST_MODAL,
    validate((view, language) => {
      const read = readDigestModal(view, { language, commands: commands.features, reading: reading() });
      if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
      const { t } = language;
      return { response_action: 'update', view: buildSentenceModal(askWords(t).posted.saving, t) };
    }),
    authorize('member'),
    (sent) => subscribe(submissionArgs(sent), parts),
  );
}

export interface DigestFormParts extends OpeningParts, SubmissionParts {
  readonly sources: Pick<DigestSources, 'find'>;
  readonly digestAccess: DigestAccess;
  readonly viewsClient: Pick<ViewsClient, 'open' | 'update'>;
}

interface OpeningParts {
  readonly commands: Pick<Commands, 'features'>;
  readonly reading: () => Reading;
  readonly answers: Pick<DigestAnswers, 'label'>;
  readonly subscriptions: Pick<Subscriptions, 'of' | 'defaults'>;
  readonly viewsClient: Pick<ViewsClient, 'open'>;
}

/**
 * Opens the form with the settings of the digest `of`. Undefined: those of the channel's first digest, or of a new one.
 * `isNew`: of a new one in any case.
 */
export async function openDigestForm(
  triggerId: string,
  actor: Actor,
  of: NamedDigest | undefined,
  parts: OpeningParts,
  isNew = false,
): Promise<void> {
  const { subscriptions, viewsClient } = parts;
  const here = actor.place.kind === 'channel' ? actor.place.channelId : undefined;
  const channelId = of?.channelId ?? here;
  const digests = channelId === undefined ? [] : await subscriptions.of({ teamId: actor.teamId, channelId });
  const existing = of === undefined ? digests[0] : digests.find(({ kind }) => kind === of.kind);
  const known = isNew ? undefined : existing;
  await viewsClient.open(triggerId, buildDigestModal(contextOf(actor, channelId, parts), known ?? of));
}

function contextOf(
  { language }: Actor,
  channelId: string | undefined,
  { answers, subscriptions, commands, reading }: OpeningParts,
): DigestModalContext {
  const { digestTime } = subscriptions.defaults;
  return { answers, commands: commands.features, reading: reading(), language, digestTime, channelId };
}

/** The days of a new digest, by how often its question is usually asked. */
const USUAL_DAYS = { daily: WEEKDAYS, weekly: '1', monthly: EVERY_DAY } as const;

/** "Post regularly…" in the menu below an answer: the form of a new digest with its question. */
export function everyInMenu(
  parts: OpeningParts & {
    readonly commands: Pick<Commands, 'features' | 'featureOf'>;
    readonly standing: Pick<Standing, 'isFixed' | 'usualTime'>;
  },
): MenuItem {
  const { commands, standing, viewsClient } = parts;
  return {
    name: 'every',
    title: (t) => digestWords(t).every.menu,
    isOffered: (_, command) => !standing.isFixed(command),
    async open(triggerId, actor, question) {
      const { cadence } = PRESETS.find((each) => question.startsWith(each.question)) ?? { cadence: 'daily' };
      const { place } = actor;
      const isOfChannel = place.kind === 'channel' && actor.may('manage_digests').allowed;
      const context = contextOf(actor, isOfChannel ? place.channelId : undefined, parts);
      const ownTime = standing.usualTime(commands.featureOf(question)?.command ?? '', cadence);
      const weekdays = USUAL_DAYS[cadence];
      const form = buildDigestModal(context, { kind: QUESTION, question, cadence, weekdays, ownTime });
      await viewsClient.open(triggerId, form);
    },
  };
}

interface SubmissionParts {
  readonly commands: Pick<Commands, 'features'>;
  readonly reading: () => Reading;
  readonly replies: Pick<Replies, 'render'>;
  readonly digestCommands: Pick<DigestCommands, 'subscribe'>;
  readonly standing: Pick<Standing, 'begin'>;
  readonly viewsClient: Pick<ViewsClient, 'update'>;
  /** Updates App Home, which shows digests. */
  readonly homeChanged: (actor: Actor) => Promise<void>;
}

/** Does what `/digest subscribe` does, and answers in the modal. */
async function subscribe(
  { actor, view }: SubmissionArgs,
  { commands, reading, replies, digestCommands, standing, viewsClient, homeChanged }: SubmissionParts,
): Promise<void> {
  const read = readDigestModal(view, {
    language: actor.language,
    commands: commands.features,
    reading: reading(),
  });
  if ('mistakes' in read) return;
  const render = await replies.render(DIGEST_MODAL, actor, () =>
    read.question.content === QUESTION
      ? standing.begin(actor, read.question)
      : digestCommands.subscribe(actor, read.question, read.movedFrom),
  );
  await viewsClient.update(view.id, buildMessageModal(render('plain'), actor.language.t));
  await homeChanged(actor);
}
