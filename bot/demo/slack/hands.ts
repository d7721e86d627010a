import manifest from '../../manifest.json' with { type: 'json' };
import type { Act, Answer, Place, Values } from '../page/protocol.ts';
import { type Actor, BOT_USER, PEOPLE, type PersonName, PLACES, personOfId, placeOfId } from './cast.ts';
import type { Delivery } from './delivery.ts';
import { at, listAt, textAt } from './fields.ts';
import { checkView, describedFile } from './methods.ts';
import {
  type Click,
  clickPayload,
  commandPayload,
  homeOpened,
  messagePayload,
  type ShownView,
  submissionPayload,
  suggestionPayload,
} from './payloads.ts';
import type { Slack } from './slack.ts';
import { type HeldMessage, SlackRefusal } from './workspace.ts';

/** What a person does in Slack's own window; moving the demo's clock isn't part of Slack. */
export type SlackAct = Exclude<Act, { readonly kind: 'moveClock' }>;

/** Something that can't be done: no such person, channel, message or view. The message says which. */
export class UnknownPlace extends Error {}

/**
 * The hands of the people in the workspace: what they do reaches the bot as Slack would send it, and what the bot answers
 * at once is shown to them.
 */
export interface Hands {
  /** Resolves when the bot has acknowledged. @throws UnknownPlace */
  act(userId: string, act: SlackAct): Promise<Answer>;
}

export function createHands(slack: Slack, delivery: Delivery): Hands {
  const { workspace, views } = slack;

  const actorIn = (userId: string, channel: string): Actor => {
    const place = placeOfId(channel, userId);
    if (place === undefined || !workspace.channelIds.includes(channel))
      throw new UnknownPlace(`There is no channel ${channel}.`);
    return { person: personNamed(userId), place };
  };

  const command = async (userId: string, { channel, command, text }: Of<'command'>): Promise<Answer> => {
    if (!manifest.features.slash_commands.some((each) => each.command === command))
      return { error: `${command} is not a valid command.` };
    const url = slack.answerUrl({ channel, userId });
    const sent = delivery.send(commandPayload(actorIn(userId, channel), command, escaped(text), url));
    return acknowledged(sent, command);
  };

  const message = async (userId: string, given: Of<'message'>): Promise<Answer> => {
    const { channel, threadTs, files = [] } = given;
    const actor = actorIn(userId, channel);
    const text = escaped(given.text);
    const { ts } = workspace.post({
      channel,
      author: { user: userId },
      threadTs,
      text,
      blocks: [],
      metadata: null,
      files: files.map((id) => fileOf(id)),
    });
    const event = {
      ...(threadTs === undefined ? {} : { thread_ts: threadTs }),
      ...(files.length === 0 ? {} : { subtype: 'file_share' }),
    };
    if (actor.place === 'app' || text.includes(`<@${BOT_USER}>`))
      return {
        ts,
        ...(await acknowledged(delivery.send(messagePayload(actor, text, ts, event)), 'Your message')),
      };
    return { ts };
  };

  const click = async (userId: string, { on, action, values }: Of<'click'>): Promise<Answer> => {
    const click: Click = { action, on: clickedIn(userId, on, values) };
    const place =
      on.kind === 'message'
        ? { channel: on.channel, userId, ts: on.ts }
        : { channel: directOf(userId), userId };
    const actor = actorIn(userId, place.channel);
    return acknowledged(delivery.send(clickPayload(actor, click, slack.answerUrl(place))), 'Your click');
  };

  const options = async (userId: string, act: Of<'options'>): Promise<Answer> => {
    const { on, actionId, blockId, typed } = act;
    const where = suggestedIn(clickedIn(userId, on, {}));
    const payload = suggestionPayload({ person: personNamed(userId), place: 'app' }, actionId, typed, {
      ...where,
      block_id: blockId,
    });
    const answer = await delivery.send(payload).catch(() => undefined);
    const groups = listAt(answer, 'option_groups').flatMap((group) => listAt(group, 'options'));
    return { options: [...listAt(answer, 'options'), ...groups].filter(isObject) };
  };

  const submit = async (userId: string, { viewId, values }: Of<'submit'>): Promise<Answer> => {
    const shown = viewOf(userId, viewId);
    const missing = missingIn(shown.view, values);
    if (Object.keys(missing).length > 0) return { errors: missing };
    const actor = actorIn(userId, directOf(userId));
    let answer: unknown;
    try {
      answer = await delivery.send(submissionPayload(actor, shown, withFiles(values)));
    } catch {
      return { error: NO_ANSWER };
    }
    return shownAtOnce(userId, shown, answer);
  };

  /** What the bot answered a form with: it closes, unless the answer says what else. */
  const shownAtOnce = (userId: string, { id, hash }: ShownView, answer: unknown): Answer => {
    const errors = at(answer, 'errors');
    const view = at(answer, 'view');
    if (isObject(errors)) return { errors: Object.fromEntries(Object.entries(errors).map(asText)) };
    if (isObject(view)) {
      try {
        checkView(view, 'modal');
      } catch (error) {
        if (!(error instanceof SlackRefusal)) throw error;
        return { error: NO_ANSWER };
      }
      if (textAt(answer, 'response_action') === 'push') views.push(userId, { id: `${id}.1`, hash, view });
      // A new hash: the form is drawn again.
      else views.update({ id, hash: `${hash}.1`, view });
    } else if (textAt(answer, 'response_action') === 'clear') views.closeAll(userId);
    else views.close(userId, id);
    return {};
  };

  const clickedIn = (userId: string, on: Place, values: Values): Click['on'] => {
    if (on.kind === 'view') {
      const { id, hash, view } = viewOf(userId, on.viewId);
      return { kind: 'view', id, hash, view: { ...view, state: { values: withFiles(values) } } };
    }
    const { ts, threadTs, blocks, onlyFor } = messageOf(userId, on.channel, on.ts);
    return { kind: 'message', ts, threadTs, isPrivate: onlyFor !== undefined, blocks };
  };
  const messageOf = (userId: string, channel: string, ts: string): HeldMessage => {
    const found = workspace.seenBy(userId, channel).find((each) => each.ts === ts);
    if (found === undefined) throw new UnknownPlace(`There is no message ${ts} in ${channel}.`);
    return found;
  };
  const viewOf = (userId: string, id: string): ShownView => {
    const found = [views.home(userId), ...views.modals(userId)].find((each) => each?.id === id);
    if (found === undefined) throw new UnknownPlace(`The view ${id} is closed.`);
    return found;
  };
  const fileOf = (id: string) => {
    const found = slack.file(id);
    if (found === undefined) throw new UnknownPlace(`There is no file ${id}.`);
    return found;
  };
  /** Files of a `file_input` as Slack describes them. */
  const withFiles = (values: Values): object =>
    mapValues(values, (block) =>
      mapValues(block, (element) => {
        const files = listAt(element, 'files');
        const described = files.map((file) => describedFile(fileOf(textAt(file, 'id')), slack.origin));
        return at(element, 'files') === undefined ? element : { ...element, files: described };
      }),
    );

  return {
    async act(userId, act) {
      switch (act.kind) {
        case 'command':
          return command(userId, act);
        case 'message':
          return message(userId, act);
        case 'click':
          return click(userId, act);
        case 'options':
          return options(userId, act);
        case 'submit':
          return submit(userId, act);
        case 'close':
          if (act.all) views.closeAll(userId);
          else views.close(userId, act.viewId);
          return {};
        case 'openHome':
          return acknowledged(
            delivery.send(homeOpened({ person: personNamed(userId), place: 'app' })),
            'App Home',
          );
      }
    },
  };
}

type Of<Kind extends SlackAct['kind']> = Extract<SlackAct, { readonly kind: Kind }>;

const NO_ANSWER = 'We had some trouble connecting. Try again?';

/** Slack's sentence where the bot does not acknowledge. */
async function acknowledged(sent: Promise<unknown>, what: string): Promise<Answer> {
  try {
    await sent;
    return {};
  } catch {
    return { error: `${what} failed because the app did not respond.` };
  }
}

const REQUIRED = 'Please complete this required field.';

function missingIn(view: object, values: Values): Record<string, string> {
  const inputs = listAt(view, 'blocks').filter(
    (block) => textAt(block, 'type') === 'input' && at(block, 'optional') !== true,
  );
  const empty = inputs.filter((block) => {
    const element = at(values, textAt(block, 'block_id'), textAt(block, 'element', 'action_id'));
    const { type: _, ...chosen } = { ...Object(element) } as Record<string, unknown>;
    return Object.values(chosen).every(isEmpty);
  });
  return Object.fromEntries(empty.map((block) => [textAt(block, 'block_id'), REQUIRED]));
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : value === null || value === undefined || value === '';
}

function suggestedIn(on: Click['on']): object {
  if (on.kind === 'message') return { container: { type: 'message', message_ts: on.ts }, view: undefined };
  const { kind: _, view, ...shown } = on;
  return { container: { type: 'view', view_id: on.id }, view: { ...view, ...shown } };
}

function directOf(userId: string): string {
  return `D${userId.slice(1)}`;
}

function personNamed(userId: string): PersonName {
  const person = personOfId(userId);
  if (person === undefined) throw new UnknownPlace(`There is no person ${userId}.`);
  return person;
}

/** As Slack sends what was typed: mentions and channels by their ids, addresses as links, the rest without markup. */
function escaped(text: string): string {
  const plain = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/https?:\/\/\S+?(?=[.,:;!?)]*(?:\s|&[lg]t;|$))/g, '<$&>');
  const people = Object.entries(PEOPLE).flatMap(([name, person]) =>
    'name' in person ? [[person.name, person.id] as const, [name, person.id] as const] : [],
  );
  const mentions = [
    [manifest.features.bot_user.display_name, BOT_USER] as const,
    ['retail-data', BOT_USER] as const,
    ...people,
  ];
  const named = mentions.reduce(
    (so, [name, id]) => so.replaceAll(new RegExp(`@${name}(?![\\w-])`, 'giu'), `<@${id}>`),
    plain,
  );
  return named.replaceAll(/(^|\s)#([\w-]+)/g, (typed, before: string, name: string) => {
    const place = Object.values(PLACES).find(({ channel }) => 'name' in channel && channel.name === name);
    return place === undefined ? typed : `${before}<#${place.id}|${name}>`;
  });
}

function mapValues<Value, Mapped>(
  fields: Readonly<Record<string, Value>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value)]));
}

function asText([name, value]: [string, unknown]): [string, string] {
  return [name, String(value)];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
