import type { Actor } from '../access/actor.ts';
import type { Askable } from '../ask/asking.ts';
import type { Commands } from '../ask/commands.ts';
import { formContext } from '../ask/form.ts';
import { LONGEST_SENTENCE } from '../ask/hear.ts';
import { helpMessage } from '../ask/help.ts';
import type { MenuItem } from '../ask/menu.ts';
import { mistakeMessage } from '../ask/mistake.ts';
import { LONGEST_COMMAND } from '../ask/parseCommand.ts';
import type { Part } from '../ask/part.ts';
import type { Questions } from '../ask/questions.ts';
import { sentence } from '../ask/replies.ts';
import type { SubCommands } from '../ask/subCommands.ts';
import { askWords } from '../ask/words/words.ts';
import type { Catalog } from '../language/language.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { canParse, ifParsed, ParseError } from '../parse/parseError.ts';
import { writeSelection } from '../parse/selection.ts';
import {
  type ActionArgs,
  actionArgs,
  repeated,
  type SubmissionArgs,
  submissionArgs,
} from '../requests/listenerArgs.ts';
import { noteOutcome } from '../slack/currentRequest.ts';
import type { Render } from '../slack/message.ts';
import { buildMessageModal, buildSentenceModal } from '../slack/modal.ts';
import {
  ALERT_ACTION,
  ALERT_ASK,
  ALERT_FORM,
  ALERT_LOOK,
  type AlertVerb,
  readAlertClick,
} from './alertButtons.ts';
import { type AskedAlert, readAlertSentence, readTyped, withoutReference } from './alertCommand.ts';
import {
  type AlertFormWanted,
  alertFormId,
  buildAlertModal,
  readAlertModal,
  readAlertPlace,
  withLookBack,
} from './alertForm.ts';
import type { Alerts } from './alerts.ts';
import { answerClick, type ClickParts } from './click.ts';
import { askedOf, readRule } from './readAlert.ts';
import { type AlertSubject, keptWords } from './subject.ts';
import { alertWords } from './words/alerts.ts';

const MOST_ASKED = 3;

export interface AlertParts extends ClickParts {
  readonly alerts: Alerts;
  readonly subjects: readonly AlertSubject[];
  readonly judgeDaily: () => Promise<unknown>;
  readonly questions: Pick<Questions, 'answer'>;
  readonly commands: Pick<Commands, 'read' | 'say'>;
  readonly reading: () => Reading;
}

/** The commands, buttons and forms of alerts, and the job that judges them. */
export function alertsPart(parts: AlertParts): Part & { readonly subCommands: SubCommands } {
  const { subjects, judgeDaily, replies, viewsClient } = parts;
  const subCommands = alertCommands(parts);
  return {
    subCommands,
    listeners(app, { authorize, validate }) {
      app.action(repeated(ALERT_ACTION), authorize('member'), (clicked) =>
        alertClicked(actionArgs(clicked), parts),
      );
      app.action(repeated(ALERT_ASK), authorize('member'), async (clicked) => {
        const { actor, value, respond } = actionArgs(clicked);
        if (respond === undefined) return;
        const answer = () => subCommands.said(actor, value, async () => undefined);
        await replies.answerTo({ what: ALERT_ASK, actor, respond, isClick: true }, answer);
      });
      app.action(repeated(ALERT_FORM), authorize('member'), async (clicked) => {
        const { actor, body, value } = actionArgs(clicked);
        const subject = subjects.find(({ command }) => command === value);
        if (subject === undefined) return;
        actor.require(subject.requires);
        await openForm(body.trigger_id, actor, subject, { isForMe: false }, parts);
      });
      app.action(ALERT_LOOK, authorize('member'), async (clicked) => {
        const { actor, body, value } = actionArgs(clicked);
        const subject = subjects.find(({ command }) => command === value);
        const { view } = body;
        if (subject === undefined || view === undefined) return;
        const read = readAlertModal(subject, view, parts.reading(), actor.language);
        const text =
          'mistakes' in read
            ? Object.values(read.mistakes).join(' ')
            : await parts.alerts.before(actor, read.rule);
        await viewsClient.update(view.id, withLookBack(view, text));
      });
      for (const subject of subjects) {
        app.view(
          alertFormId(subject.command),
          validate((view, language) => {
            const read = readAlertModal(subject, view, parts.reading(), language);
            if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
            const { t } = language;
            return { response_action: 'update', view: buildSentenceModal(askWords(t).posted.saving, t) };
          }),
          authorize(subject.requires),
          async (sent) => {
            const { actor, view } = submissionArgs(sent);
            const render = await replies.render(alertFormId(subject.command), actor, () =>
              setFromForm(actor, view, subject, parts),
            );
            await viewsClient.update(view.id, buildMessageModal(render('plain'), actor.language.t));
            await parts.homeChanged(actor);
          },
        );
      }
    },
    jobs: [{ name: 'judging alerts', run: judgeDaily }],
  };
}

/** Sets the alert of a filled form, or changes the one that it was opened for. @throws AccessRefused */
async function setFromForm(
  actor: Actor,
  view: SubmissionArgs['view'],
  subject: AlertSubject,
  { alerts, reading }: Pick<AlertParts, 'alerts' | 'reading'>,
): Promise<Render> {
  const { language, person } = actor;
  const { channelId, alertId, language: code } = readAlertPlace(view, language);
  const replaced = alertId === undefined ? undefined : await alerts.find(actor, alertId, true);
  if (alertId !== undefined && replaced === undefined) {
    return sentence(alertWords(language.t).gone(subject.command));
  }
  if (replaced !== undefined) await alerts.requireChange(actor, replaced);
  const read = readAlertModal(subject, view, reading(), language);
  // A form that was valid on submission may no longer be.
  if ('mistakes' in read) return sentence(Object.values(read.mistakes).join(' '));
  const target = channelId ?? person.userId;
  return alerts.set(actor, read.rule, { target, replaced: replaced?.id, language: code });
}

interface Meant {
  readonly subject: AlertSubject;
  readonly asked: AskedAlert;
}

function alertCommands(parts: AlertParts): SubCommands {
  const { alerts, subjects, list, replies, commands, reading } = parts;

  async function answer(actor: Actor, subject: AlertSubject, asked: AskedAlert): Promise<Render> {
    const { t } = actor.language;
    if (asked.kind === 'list') return list.show(actor);
    if (asked.kind !== 'set') return helpRender(subject, t);
    const { words, isForMe, lead } = asked;
    try {
      const rule = readRule(subject, words, reading(), lead);
      return await alerts.set(actor, rule, { target: alerts.targetOf(actor, isForMe) });
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      noteOutcome('mistake');
      return mistakeRender(error, actor, subject);
    }
  }

  /** Each example sets an alert for the person who clicks it. */
  function helpRender(subject: AlertSubject, t: Catalog): Render {
    const { command } = subject;
    const lines = subject.reads.examples.map((example) => {
      const typed = `/${command} alert me ${example}`;
      const { words } = readRule(subject, example, reading());
      return { typed, value: typed, says: words(t).rule };
    });
    const form = { action: ALERT_FORM, value: command };
    const help = { command: `${command} alert`, lines, note: '', ask: ALERT_ASK, form };
    const message = helpMessage(help, t, commands.say);
    return () => message;
  }

  function mistakeRender(mistake: ParseError, actor: Actor, subject: AlertSubject): Render {
    const { command } = subject;
    const fixes = mistake.fixes.filter((fix) => !fix.endsWith(' help'));
    const [corrected = `/${command} alert help`, ...others] = fixes;
    const asks = fixes.slice(0, MOST_ASKED).map((text) => ({ text }));
    const offers = { asks, askAction: ALERT_ASK, form: command, formAction: ALERT_FORM };
    const shown = { sentence: mistake.sentence, corrected, others };
    return () => mistakeMessage(shown, actor.language.t, commands.say, offers);
  }

  const ruleIn = (subject: AlertSubject, words: string) =>
    ifParsed(() => readRule(subject, words, reading()));
  const canRead = (subject: AlertSubject, words: string) =>
    [words, withoutReference(words)].some(
      (each) => each !== undefined && ruleIn(subject, each) !== undefined,
    );

  /** With what the question above is about, where the words mean it and name nothing: "when it is under 100". */
  async function withAbove(
    subject: AlertSubject,
    words: string,
    before: () => Promise<Askable | undefined>,
  ): Promise<string> {
    const isOfAll = (each: string) => {
      const rule = ruleIn(subject, each)?.rule;
      return rule !== undefined && writeSelection(rule.selection).length === 0;
    };
    const without = withoutReference(words);
    if (without === undefined || !isOfAll(without) || (ruleIn(subject, words) && !isOfAll(words)))
      return words;
    const question = await before();
    if (question === undefined) return without;
    const asked = askedOf(subject, question, question.command ?? '', reading());
    return [...keptWords(subject.reads, asked, asked.selection), without].join(' ');
  }

  /**
   * What a text behind a command, or a message without one, asks of alerts. Undefined for a question, also one with a
   * product that is called so. A message that names no command is about the first that can read it.
   */
  function meant(command: string | undefined, text: string): Meant | undefined {
    const said = command === undefined ? readSaid(text, subjects) : readTyped(text);
    const name = command ?? said?.subject;
    const named = subjects.filter((each) => each.command === name);
    const of = named.length > 0 ? named : command === undefined ? subjects : [];
    const [first] = of;
    if (said === undefined || first === undefined) return undefined;
    if (said.kind !== 'set') return { subject: first, asked: said };
    const readable = of.find((each) => canRead(each, said.words));
    if (readable !== undefined) return { subject: readable, asked: said };
    const isTyped = command !== undefined && !said.lead.startsWith('alert');
    const isQuestion = isTyped
      ? canParse(() => commands.read(`/${command} ${text}`, reading()))
      : said.isUnsure === true;
    return isQuestion ? undefined : { subject: first, asked: said };
  }

  return {
    isMeant: (command, text) => meant(command, text) !== undefined,

    async typed(command, { actor, command: { text, trigger_id: trigger }, respond }) {
      const { subject, asked } = meant(command, text) ?? {};
      if (subject === undefined || asked === undefined) return;
      if (asked.kind === 'form') {
        return openForm(trigger, actor, subject, { isForMe: asked.isForMe }, parts);
      }
      await replies.answerTo({ what: `/${command} alert`, actor, respond }, () =>
        answer(actor, subject, asked),
      );
    },

    async said(actor, text, before) {
      const { subject, asked } = meant(undefined, text) ?? {};
      if (subject === undefined || asked === undefined)
        return sentence(alertWords(actor.language.t).gone('stock'));
      actor.require(subject.requires);
      if (asked.kind !== 'set') return answer(actor, subject, asked);
      return answer(actor, subject, { ...asked, words: await withAbove(subject, asked.words, before) });
    },
  };
}

/**
 * A message about alerts, with or without a command: `/stock alert out`, `sales alert gin -30%`, `please alert me when gin
 * is under 7 days`.
 */
function readSaid(text: string, subjects: readonly AlertSubject[]): AskedAlert | undefined {
  const [, slash, first = '', rest = ''] = /^(\/?)([a-z]+) (.*)$/is.exec(text) ?? [];
  const subject = subjects.find(({ command }) => command === first.toLowerCase())?.command;
  if (slash === '/' && subject === undefined) return undefined;
  const words = subject === undefined ? text : rest;
  if (words.length > LONGEST_COMMAND) return undefined;
  if (subject === undefined && words.length <= LONGEST_SENTENCE) return readAlertSentence(words);
  const said = readTyped(words);
  return said && { ...said, subject };
}

async function openForm(
  triggerId: string,
  actor: Actor,
  subject: AlertSubject,
  { isForMe, alert, asked }: Pick<AlertFormWanted, 'isForMe' | 'alert' | 'asked'>,
  { reading, viewsClient }: Pick<AlertParts, 'reading' | 'viewsClient'>,
): Promise<void> {
  const { place, person } = actor;
  const isInChannel = place.kind === 'channel';
  const isOfChannel = alert !== undefined && alert.target !== person.userId;
  const channelId = isOfChannel ? alert.target : isInChannel ? place.channelId : undefined;
  const mayManage = !isInChannel || actor.may('manage_digests').allowed;
  const opensForMe = alert === undefined ? isForMe || !mayManage : !isOfChannel;
  const context = formContext(actor, reading());
  const isHere = isInChannel && place.channelId === channelId;
  const wanted = { channelId, isHere, isForMe: opensForMe, alert, asked };
  await viewsClient.open(triggerId, buildAlertModal(subject, context, wanted));
}

/** "Alert me…" in the menu below an answer. */
export function whenInMenu({
  subjects,
  commands,
  reading,
  viewsClient,
}: Pick<AlertParts, 'subjects' | 'commands' | 'reading' | 'viewsClient'>): MenuItem {
  const asking = (command: string) => {
    const question = commands.read(command, reading());
    const subject = subjects.find((each) => each.command === question?.feature.command);
    return question && subject && { question, subject };
  };
  return {
    name: 'when',
    title: (t) => alertWords(t).menu,
    isOffered: (actor, command) => {
      const { subject } = asking(command) ?? {};
      return subject !== undefined && actor.may(subject.requires).allowed;
    },
    async open(triggerId, actor, command) {
      const found = asking(command);
      if (found === undefined) return;
      const asked = askedOf(found.subject, found.question, command, reading());
      await openForm(triggerId, actor, found.subject, { isForMe: true, asked }, { reading, viewsClient });
    },
  };
}

/** Verbs that change what the list shows. */
const CHANGES: ReadonlySet<AlertVerb> = new Set(['mute', 'unmute', 'remove', 'resume', 'line']);

/** Does what a button or menu of an alert says. */
async function alertClicked(args: ActionArgs, parts: AlertParts): Promise<void> {
  const { actor, body, value } = args;
  const { alerts, questions, commands, reading, viewsClient } = parts;
  const { t } = actor.language;
  const click = readAlertClick(value);
  const alert = click && (await alerts.find(actor, click.id));
  const gone = alertWords(t).gone(alert?.rule.subject.command ?? 'stock');
  if (click?.verb === 'change') {
    if (alert === undefined) await viewsClient.open(body.trigger_id, buildSentenceModal(gone, t));
    else {
      await alerts.requireChange(actor, alert);
      await openForm(body.trigger_id, actor, alert.rule.subject, { isForMe: false, alert }, parts);
    }
    return;
  }
  const done = async (): Promise<Render> => {
    if (click === undefined || alert === undefined) return sentence(gone);
    const { verb, items } = click;
    if (verb === 'details') return alerts.details(actor, alert);
    if (verb === 'why' || verb === 'change') {
      const question = commands.read(alert.rule.why(items), reading());
      return question === undefined ? sentence(gone) : questions.answer(actor, question);
    }
    await alerts.requireChange(actor, alert);
    if (verb !== 'line') return alerts.change(actor, alert, verb);
    const [rule] = alert.rule.calmer().filter(({ line }) => String(line) === items[0]);
    const { id, target, language } = alert;
    return rule === undefined ? sentence(gone) : alerts.set(actor, rule, { target, replaced: id, language });
  };
  const isChange = click !== undefined && alert !== undefined && CHANGES.has(click.verb);
  await answerClick(ALERT_ACTION, args, parts, { isChange, done });
}
