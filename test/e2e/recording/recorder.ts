import { setTimeout as delay } from 'node:timers/promises';
import { type Control, controlsIn } from './controls.ts';
import { at, listAt, textAt } from './fields.ts';
import { type AtOnce, type Click, createHand, type Hand } from './hand.ts';
import { createIds } from './readable.ts';
import { atOnceLines, seenLines } from './seenLines.ts';
import type { Seen } from './slackServer.ts';
import type { World } from './world.ts';

/** What is recorded of one thing that was done. */
export interface Recorded {
  readonly seen: readonly Seen[];
  readonly atOnce: AtOnce;
}

/** Does one thing after the other and writes down what comes of it. */
export interface Recorder {
  /** `topic`: the name of the file without .txt; `title`: what was done. */
  record(topic: string, title: string, work: (hand: Hand) => Promise<AtOnce>): Promise<Recorded>;
  /** Writes down what was seen before anything was done. */
  note(topic: string, title: string, seen: readonly Seen[]): void;
  /** The text of each file. */
  files(): ReadonlyMap<string, string>;
}

/** Between any two things that are done, so that what was asked last is the latest. */
const APART_MS = 1;
/** After a message in a channel, since Slack takes one a second and the clock stands still. */
const AFTER_POST_MS = 60_000;
const LOOK_MS = 4;
const LONG_LINES = 6;
/** Nothing comes of some clicks; that is known after this. */
const NOTHING_MS = 3_000;
const LONGEST_MS = 30_000;

export function createRecorder(world: World): Recorder {
  const hand = createHand(world.signing, world.slack.answerUrl);
  const { slack } = world;
  const files = new Map<string, string[]>();

  /** Where each long part was written first: what comes again is not written twice. */
  const written = new Map<string, string>();

  const onlyOnce = (lines: readonly string[], place: string): readonly string[] => {
    const part = lines.map(ofEveryRun);
    if (part.length < LONG_LINES) return part;
    const text = part.join('\n');
    const before = written.get(text);
    if (before !== undefined) return [`the same as in ${before}`];
    written.set(text, place);
    return part;
  };

  const write = (topic: string, title: string, seen: readonly Seen[], atOnce: AtOnce) => {
    const file = files.get(topic) ?? [];
    files.set(topic, file);
    const ids = createIds();
    // App Home is drawn beside an answer, before it or after it.
    const shown = topic === 'home' ? seen : seen.filter((each) => !isAtHome(each));
    const parts = [atOnceLines(atOnce, ids), ...shown.map((each) => seenLines(each, ids))];
    const lines = parts.flatMap((part) => onlyOnce(part, `${topic}.txt, ${title}`));
    file.push(`=== ${title}`, ...(lines.length === 0 ? ['nothing'] : lines), '');
  };

  /** Until something was seen that is no announcement, and the bot has been at rest for a while. */
  const settled = async (from: number, quietMs: number, isPromised: boolean) => {
    const began = performance.now();
    let calls = -1;
    let since = began;
    while (performance.now() - began < LONGEST_MS) {
      const now = slack.calls() + world.serviceCalls();
      if (now !== calls || slack.underWay() > 0 || world.clock.pauses() > 0) since = performance.now();
      calls = now;
      const rest = performance.now() - since;
      const last = slack.seen.slice(from).at(-1);
      const enough = last === undefined ? NOTHING_MS : quietMs;
      const isToCome = last === undefined ? isPromised : isAnnouncement(last);
      if (rest > enough && !isToCome) return;
      await delay(LOOK_MS);
    }
    throw new Error('the bot did not come to rest');
  };

  return {
    async record(topic, title, work) {
      world.clock.tick(APART_MS);
      const from = slack.seen.length;
      const atOnce = await work(hand);
      const offersOnly =
        listAt(atOnce, 'options').length > 0 || textAt(atOnce, 'response_action') === 'errors';
      if (!offersOnly) await settled(from, quietAfter(title), isWaiting(at(atOnce, 'view')));
      const seen = slack.seen.slice(from).filter((each) => !isAnnouncement(each));
      if (seen.some((each) => each.kind === 'message' && each.by === 'chat.postMessage'))
        world.clock.tick(AFTER_POST_MS);
      write(topic, title, seen, atOnce);
      return { seen, atOnce };
    },
    note(topic, title, seen) {
      write(topic, title, seen, undefined);
    },
    files: () => new Map([...files].map(([topic, lines]) => [topic, lines.join('\n')])),
  };
}

/** More may come of a click or a form than one answer. */
function quietAfter(title: string): number {
  // A change of a subscription makes the bot look for digests that are due, after it has answered.
  if (/digest/.test(title)) return 150;
  return title.includes(' > ') ? 60 : 25;
}

/** It is said when something takes a while, which depends on the machine. */
function isAnnouncement(seen: Seen): boolean {
  if (seen.kind === 'file') return false;
  return seen.kind === 'view' ? isWaiting(seen.view) : ANNOUNCEMENT.test(textAt(seen.body, 'text'));
}

const ANNOUNCEMENT =
  /^(?:Asking the service|One moment|Reading the file|Henter svar fra tjenesten|Venter på svar fra tjenesten|Et øyeblikk|Leser filen).*…$/;

function isWaiting(view: unknown): boolean {
  const texts = listAt(view, 'blocks').map((block) => textAt(block, 'text', 'text'));
  return ANNOUNCEMENT.test(texts.join());
}

/** Which of the rounds of a morning did something, and at which port, is no part of an answer. */
function ofEveryRun(line: string): string {
  return line
    .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT')
    .replace(/(,| kl\.) 08:4\d/g, '$1 08:4X')
    .replace(/([·~] as of [^·]+08:4X) · earlier period: as of [^·]+08:4X/g, '$1')
    .replace(/([·~] per [^·]+08:4X) · tidligere periode: per [^·]+08:4X/g, '$1')
    .replace(/("thread_ts":)"[\d.]+"/g, '$1"TS"');
}

/** Where a control stands that was seen, and how it is clicked. */
export interface Clickable {
  readonly control: Control;
  readonly click: Click;
}

/** All that can be clicked in the last message or window that was seen. */
export function clickablesIn(seen: readonly Seen[]): Clickable[] {
  return clickablesOf(seen.findLast((each) => each.kind !== 'file' && !isAtHome(each)));
}

/** All that can be clicked on App Home as it was shown last. */
export function clickablesAtHome(seen: readonly Seen[]): Clickable[] {
  return clickablesOf(seen.findLast(isAtHome));
}

function isAtHome(seen: Seen): boolean {
  return seen.kind === 'view' && seen.by === 'views.publish';
}

function clickablesOf(seen: Seen | undefined): Clickable[] {
  if (seen === undefined || seen.kind === 'file') return [];
  const blocks = listAt(seen.kind === 'message' ? seen.body : seen.view, 'blocks');
  return controlsIn(blocks).map((control) => {
    const { action } = control;
    if (seen.kind === 'view') return { control, click: { action, on: seen } };
    const isPrivate = seen.by === 'response_url' && textAt(seen.body, 'response_type') !== 'in_channel';
    return { control, click: { action, on: { kind: 'message', ts: seen.ts, isPrivate, blocks } } };
  });
}
