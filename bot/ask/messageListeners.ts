import type { App } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Clock } from 'retail-data-client/clock/clock';
import type { Actor } from '../access/actor.ts';
import type { Directory } from '../access/directory.ts';
import type { Database } from '../database/connection.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { type MessageArgs, messageArgs } from '../requests/listenerArgs.ts';
import { type AnyArgs, slackRequestOf } from '../requests/slackRequest.ts';
import type { AccessPolicy } from '../settings/accessPolicy.ts';
import type { Conversations } from '../slack/conversation.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import { context, escapeMrkdwn, type Render, section, shorten } from '../slack/message.ts';
import { type Askable, mayAsk, requireToAsk } from './asking.ts';
import { ASK_ACTION, button } from './buttons.ts';
import { type Commands, LONGEST_CARRIED } from './commands.ts';
import { type Heard, hear, hearAbove, LONGEST_SENTENCE, mayFollowUp } from './hear.ts';
import { takeUp } from './heardMessages.ts';
import { HELP_ACTION, type HelpOf, helpRender } from './help.ts';
import type { ListenerMiddleware } from './middleware.ts';
import { mistakeRender, TITLE_CHARACTERS } from './mistake.ts';
import { normalize } from './parseCommand.ts';
import { explained, type Questions } from './questions.ts';
import { type ReaderFor, type Replies, type ReplyTo, sentence } from './replies.ts';
import { refusalToShare } from './share.ts';
import type { SubCommands } from './subCommands.ts';
import { askWords } from './words/words.ts';

interface ConversationParts {
  readonly conversations: Conversations;
  readonly commands: Commands;
  readonly questions: Pick<Questions, 'answer'>;
  readonly subCommands: SubCommands;
  readonly replies: Pick<Replies, 'answerTo'>;
  readonly people: Pick<Directory, 'person' | 'place'>;
  readonly policy: AccessPolicy;
  readonly reading: () => Reading;
  readonly helpOf: HelpOf;
  readonly readerFor: ReaderFor;
}

/** Mentions of the bot in channels and threads, and direct messages. */
export function registerMessages(
  app: Pick<App, 'event'>,
  { authorize }: ListenerMiddleware,
  parts: ConversationParts & {
    readonly database: Database;
    readonly clock: Pick<Clock, 'now'>;
    readonly log: Logger;
  },
): void {
  const { database, clock, log } = parts;
  /** Lets a message through once. */
  const once = async (args: AnyArgs) => {
    const request = slackRequestOf(args.context);
    if (request?.kind !== 'message') return;
    if (await takeUp(database, request.teamId, request.message, clock)) await args.next();
    else log.info({ listener: request.name }, 'Slack sent a message again, which was taken up before');
  };
  app.event('app_mention', once, authorize('member'), (args) => answerMessage(messageArgs(args), parts));
  app.event('message', once, authorize('member'), (args) => answerMessage(messageArgs(args), parts));
}

async function answerMessage(args: MessageArgs, parts: ConversationParts): Promise<void> {
  const { actor, message, respond } = args;
  let shown: ReplyTo = message.isDirect ? { kind: 'channel' } : { kind: 'private', replace: false };
  await parts.replies.answerTo(
    { what: message.isDirect ? 'direct message' : 'mention', actor, respond, visibility: () => shown },
    async () => {
      const answer = await answerHeard(args, parts);
      if (answer.command !== undefined) shown = { kind: 'channel', command: answer.command };
      return answer.render;
    },
  );
}

interface Answer {
  readonly render: Render;
  /** Set for an answer that everybody in the conversation may see. */
  readonly command?: string | undefined;
}

async function answerHeard({ actor, message }: MessageArgs, parts: ConversationParts): Promise<Answer> {
  const { conversations, commands, questions, subCommands, people, policy, reading } = parts;
  const now = reading();
  const { t } = actor.language;
  const text = normalize(message.text);
  const above = async () => {
    const { answered, others } = await conversations.above(message);
    const said = others.map(normalize).filter((other) => !subCommands.isMeant(undefined, other));
    return hearAbove(answered, said, commands, now);
  };
  if (subCommands.isMeant(undefined, text)) {
    return { render: await subCommands.said(actor, text, async () => (await above()).question) };
  }
  const before = mayFollowUp(text) ? await above() : {};
  const heard = askedOf(hear(text, before, commands, now), actor);
  if (heard.kind !== 'question') {
    return { render: await answerOther(heard, { actor, message }, now, parts) };
  }
  const { question } = heard;
  requireToAsk(actor, question.needs);
  const refusal = message.isDirect ? undefined : await refusalToShare(actor, question.needs, people, policy);
  const { command } = question;
  const words = askWords(t).message;
  const notes = [
    ...(command === undefined ? [] : [words.readAs(escapeMrkdwn(commands.say(command, t), LONGEST_CARRIED))]),
    ...(heard.leftOut === undefined ? [] : [words.leftOut(escapeMrkdwn(heard.leftOut))]),
    ...(refusal === undefined ? [] : [words.onlyYou(refusal(t))]),
  ];
  const { inUnits, usualWhy } = question.feature.words(t);
  const leads = [
    heard.isAnew === true ? words.anew : undefined,
    heard.isOfUnits === true ? inUnits : undefined,
    // What follows a question is about its days.
    heard.why?.hasPeriod === false && heard.typed !== undefined ? usualWhy : undefined,
  ].filter((each) => each !== undefined);
  const isShared = refusal === undefined;
  const render = await questions.answer(actor, question, {
    command: heard.typed ?? command,
    isShared,
    lead: leads.length === 0 ? undefined : leads.join(' '),
    claimed: heard.why?.claimed,
    notes,
  });
  return { render, command: isShared ? (command ?? '') : undefined };
}

async function answerOther(
  heard: Exclude<Heard, { kind: 'question' }>,
  { actor, message }: Pick<MessageArgs, 'actor' | 'message'>,
  reading: Reading,
  parts: Pick<ConversationParts, 'commands' | 'helpOf' | 'readerFor'>,
): Promise<Render> {
  const { commands } = parts;
  const { t } = actor.language;
  const words = askWords(t).message;
  switch (heard.kind) {
    case 'small':
      if (heard.said === 'digest') return helpRender('digest', actor, parts);
      if (heard.said !== 'help' && heard.said !== 'hello') return sentence(words[heard.said]);
      return talkRender(words[heard.said], actor, commands, reading);
    case 'help':
      return helpRender(heard.feature.command, actor, parts);
    case 'mistake':
      return withLead(
        heard.isBefore === true ? words.stillOpen : undefined,
        await mistakeRender(commands, reading, actor, heard.feature, heard.mistake),
      );
    case 'why':
      return whyRender(heard, actor, parts);
    case 'choice':
      return choiceRender(heard.questions, t);
    case 'long':
      noteOutcome('mistake');
      return sentence(words.tooLong(LONGEST_SENTENCE));
    case 'unclear':
      noteOutcome('mistake');
      return heard.isFollowUp
        ? sentence(words.nothingBefore(message.isDirect))
        : talkRender(words.unclear, actor, commands, reading);
  }
}

/** "Why" of an answer that has no reasons: how its figures come about, and a button for the reasons of sales. */
async function whyRender(
  { question, instead }: Extract<Heard, { kind: 'why' }>,
  actor: Actor,
  { commands, readerFor }: Pick<ConversationParts, 'commands' | 'readerFor'>,
): Promise<Render> {
  const { t } = actor.language;
  requireToAsk(actor, question.needs);
  const only = askWords(t).message.onlySalesWhy;
  const render = (await explained(actor, question, readerFor)) ?? sentence(only);
  if (instead.kind !== 'question' || !mayAsk(actor, instead.question.needs)) return render;
  const command = instead.typed ?? '';
  const title = shorten(commands.say(command, t), TITLE_CHARACTERS);
  const offer = button(`${ASK_ACTION}:0`, title, command);
  return (rendering) => {
    const { text, blocks } = render(rendering);
    return { text, blocks: [...blocks, { type: 'actions', elements: [offer] }] };
  };
}

/** A message with a line above it; the same message for undefined. */
function withLead(lead: string | undefined, render: Render): Render {
  if (lead === undefined) return render;
  return (rendering) => {
    const { text, blocks } = render(rendering);
    return { text: `${lead} ${text}`, blocks: [context(lead), ...blocks] };
  };
}

/** A sentence, with questions to click and a button for the help of each command. */
function talkRender(text: string, actor: Actor, commands: Commands, reading: Reading): Render {
  const { t } = actor.language;
  const asks = commands.features.flatMap((feature, at) => {
    const heard = hear(feature.words(t).example, {}, commands, reading);
    if (heard.kind !== 'question' || !mayAsk(actor, heard.question.needs)) return [];
    // As typed, so that "last week" is that of the day of the click.
    return [button(`${ASK_ACTION}:${at}`, feature.words(t).example, heard.typed ?? '')];
  });
  const helps = [...commands.features.map(({ command }) => command), 'digest'].map((command) =>
    button(`${HELP_ACTION}:${command}`, askWords(t).help.of(command), command),
  );
  const rows = [asks, helps].filter((elements) => elements.length > 0);
  const blocks = rows.map((elements) => ({ type: 'actions', elements }) as const);
  return () => ({ text, blocks: [section(text), ...blocks] });
}

/** A choice of the questions that the person may ask and a button can carry. Of one, or of none, it isn't a choice. */
function askedOf(heard: Heard, actor: Pick<Actor, 'may'>): Heard {
  if (heard.kind !== 'choice') return heard;
  const allowed = heard.questions.filter(({ needs }) => mayAsk(actor, needs));
  const carried = allowed.filter(({ command = '' }) => command !== '' && command.length <= LONGEST_CARRIED);
  if (carried.length > 1) return { kind: 'choice', questions: carried };
  const [question] = [...carried, ...allowed, ...heard.questions];
  return question === undefined ? heard : { kind: 'question', question };
}

/** Asks with a button for each question that a message can mean. */
function choiceRender(questions: readonly Askable[], t: Catalog): Render {
  const elements = questions.flatMap(({ command, feature }, at) =>
    command === undefined ? [] : [button(`${ASK_ACTION}:${at}`, feature.words(t).subject, command)],
  );
  const text = askWords(t).message.which;
  return () => ({ text, blocks: [section(text), { type: 'actions', elements }] });
}
