import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import type { Say } from '../ask/commands.ts';
import { explanation } from '../ask/menu.ts';
import type { ListenerMiddleware } from '../ask/middleware.ts';
import { MAX_ASKED, mistakeMessage } from '../ask/mistake.ts';
import { type ReaderFor, type Replies, sentence } from '../ask/replies.ts';
import { ParseError } from '../parse/parseError.ts';
import { type ActionArgs, actionArgs, commandArgs, repeated } from '../requests/listenerArgs.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import type { Render } from '../slack/message.ts';
import { readableSource } from './access.ts';
import type { DigestAnswers } from './answers.ts';
import {
  type ClickVerb,
  DIGEST_ASK,
  DIGEST_DO,
  DIGEST_EVERY,
  DIGEST_FORM,
  DIGEST_WHY,
  NEW_DIGEST,
  readClick,
} from './buttons.ts';
import { answerClick, type ClickParts } from './click.ts';
import type { DigestCommands } from './commands.ts';
import { type DigestFormParts, openDigestForm, registerDigestForms } from './formListeners.ts';
import { SOURCE_DAYS } from './sources.ts';
import type { Standing } from './standing.ts';
import { digestWords } from './words/words.ts';

/** `/digest`, its form, and the buttons below digests. */
export function registerDigests(
  app: Pick<App, 'command' | 'action' | 'view'>,
  middleware: ListenerMiddleware,
  parts: DigestFormParts &
    ClickParts & {
      readonly digestCommands: DigestCommands;
      readonly say: Say;
      readonly standing: Pick<Standing, 'begin' | 'clicked'>;
      readonly answers: DigestAnswers;
      readonly readerFor: ReaderFor;
      readonly log: Logger;
    },
): void {
  const { replies } = parts;
  const { authorize } = middleware;
  registerDigestForms(app, middleware, parts);
  app.command('/digest', authorize('member'), async (typed) => {
    const { actor, command, respond } = commandArgs(typed);
    if (command.text.trim() === '') {
      await openDigestForm(command.trigger_id, actor, undefined, parts);
      return;
    }
    await replies.answerTo({ what: '/digest', actor, respond }, () =>
      digestAnswer(parts, actor, command.text),
    );
  });
  // Runs a suggested command as if it had been typed.
  app.action(repeated(DIGEST_ASK), authorize('member'), async (clicked) => {
    const { actor, value, respond } = actionArgs(clicked);
    if (respond === undefined) return;
    await replies.answerTo({ what: DIGEST_ASK, actor, respond, isClick: true }, () =>
      digestAnswer(parts, actor, value),
    );
  });
  app.action(DIGEST_WHY, authorize('member'), (clicked) => explainDigest(actionArgs(clicked), parts));
  app.action(repeated(DIGEST_EVERY), authorize('member'), async (clicked) => {
    const { actor, value, respond } = actionArgs(clicked);
    if (respond === undefined) return;
    await replies.answerTo({ what: DIGEST_EVERY, actor, respond, isClick: true }, () =>
      parts.standing.clicked(actor, value),
    );
  });
  app.action(repeated(DIGEST_DO), authorize('member'), (clicked) =>
    digestClicked(actionArgs(clicked), parts),
  );
}

/** Answers `/digest` with `text`; below a mistake, suggestions are buttons. */
async function digestAnswer(
  { digestCommands, say }: { readonly digestCommands: DigestCommands; readonly say: Say },
  actor: Actor,
  text: string,
): Promise<Render> {
  try {
    return await digestCommands.answer(actor, text);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    noteOutcome('mistake');
    const readable = await digestCommands.readable(actor, [error.corrected, ...error.others]);
    // A button would show the id of a channel, so its title leaves the channel out.
    const asks = readable
      .slice(0, MAX_ASKED)
      .map((value) => ({ value, text: `/digest ${value}`.replace(/ <#[^>]*>/, '') }));
    const offers = { asks, askAction: DIGEST_ASK, form: NEW_DIGEST, formAction: DIGEST_FORM };
    return () => mistakeMessage(error, actor.language.t, say, offers);
  }
}

/** Answers "Why these numbers?" below a digest; only the person who clicked sees the answer. */
async function explainDigest(
  { actor, value, respond }: ActionArgs,
  {
    answers,
    replies,
    sources,
    digestAccess,
    readerFor,
  }: Pick<DigestFormParts, 'sources' | 'digestAccess'> & {
    readonly answers: Pick<DigestAnswers, 'needs' | 'read'>;
    readonly replies: Pick<Replies, 'answerTo'>;
    readonly readerFor: ReaderFor;
  },
): Promise<void> {
  if (respond === undefined) return;
  await replies.answerTo({ what: DIGEST_WHY, actor, respond, isClick: true }, async () => {
    const source = await readableSource(actor, value, sources, digestAccess);
    if (source === undefined)
      return sentence(digestWords(actor.language.t).commands.buttonExpired(SOURCE_DAYS));
    await digestAccess.requireIn(actor, source.channelId, answers.needs(source.question));
    const digest = await answers.read(source);
    const maySeeSales = actor.may('view_sales').allowed;
    return (rendering) => explanation(digest.why(readerFor(actor, rendering), maySeeSales));
  });
}

/** Verbs that change what the list shows. */
const CHANGES: ReadonlySet<ClickVerb> = new Set(['pause', 'resume', 'unsubscribe', 'subscribe']);

/** Does what a menu or button of a digest says. */
async function digestClicked(
  args: ActionArgs,
  parts: DigestFormParts & ClickParts & { readonly digestCommands: DigestCommands; readonly log: Logger },
): Promise<void> {
  const { actor, body } = args;
  const click = readClick(args.value);
  if (click === undefined) {
    parts.log.warn({ listener: DIGEST_DO }, 'a click named no digest, and nothing was done');
    return;
  }
  const { verb } = click;
  if (verb === 'change') {
    // The person may have left the channel since the button was made.
    await parts.digestAccess.requireIn(actor, click.channelId, ['manage_digests']);
    await openDigestForm(body.trigger_id, actor, click, parts);
    return;
  }
  const done = () => parts.digestCommands.clicked(actor, verb, click);
  await answerClick(DIGEST_DO, args, parts, { isChange: CHANGES.has(verb), done });
}
