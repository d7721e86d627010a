import { SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/core';
import type { Actor } from '../../access/actor.ts';
import { comingAfter } from '../../digest/schedule.ts';
import { DeadlineTooEarly } from '../../digest/subscriptions.ts';
import { parseDigest } from '../../parser/digest.ts';
import type { DigestPlace, DigestQuestion } from '../../parser/digestQuestion.ts';
import { ParseError } from '../../parser/parseError.ts';
import {
  channelInWords,
  nextInWords,
  subscribedMessage,
  unreadableInWords,
} from '../../views/digest/settings.ts';
import { sentenceMessage } from '../../views/mistake.ts';
import type { Render } from '../answers/answering.ts';
import { type DigestListenerParts, nextOf, readerOf, servedWarning } from './digestParts.ts';
import { channelOf, chosenOf, kindsOf, placeOf, requireIn, viewOf } from './digestPlace.ts';
import { postNow, preview } from './digestPost.ts';
import { historyOf, listOf, statusOf } from './digestStatus.ts';

/** What `/digest` and its words are answered with. @throws AccessRefused, ParseError */
export async function answerDigest(parts: DigestListenerParts, actor: Actor, text: string): Promise<Render> {
  const question = parseDigest(text, {
    vocabulary: parts.vocabulary,
    groups: parts.groups,
    calendar: parts.calendar,
    now: await parts.time.now(),
  });
  switch (question.kind) {
    case 'form':
    case 'help':
      return sentence(actor.language.t.help.digest(STOCK_REFRESH, SALES_REFRESH));
    case 'list':
      return listOf(parts, actor);
    case 'subscribe':
      return subscribe(parts, actor, question);
    default:
      return ofOneDigest(parts, actor, question);
  }
}

function sentence(text: string): Render {
  return () => sentenceMessage(text);
}

type Subscribe = Extract<DigestQuestion, { kind: 'subscribe' }>;

/** What `/digest subscribe` and the form do. @throws AccessRefused, ParseError */
export async function subscribe(
  parts: DigestListenerParts,
  actor: Actor,
  question: Subscribe,
): Promise<Render> {
  const { subscriptions, ledger, time } = parts;
  const channelId = channelOf(actor, question, 'subscribe');
  const kind = question.content ?? 'stock';
  await requireIn(parts, actor, channelId, ['manage_digests', viewOf(kind)]);
  const { before, after } = await subscriptions
    .subscribe(placeOf(actor, channelId, kind), {
      change: question.change,
      owner: actor.person.userId,
      language: actor.language,
      now: await time.now(),
    })
    .catch((error: unknown) => {
      throw error instanceof DeadlineTooEarly ? mistakeAbout(error, kindOf(question, { kind })) : error;
    });
  parts.wake();
  const { t } = actor.language;
  const warning = await servedWarning(parts, channelId, t);
  if (after.invalid !== undefined) {
    return sentence(`That is saved, but not enough. ${unreadableInWords(after.invalid, t)}`);
  }
  const { digest } = after;
  const coming = await comingAfter(ledger, before, digest, await time.now());
  return (rendering) =>
    subscribedMessage({ before, after: digest, ...coming, warning }, readerOf(parts, actor, rendering));
}

function mistakeAbout({ digestTime, deadline }: DeadlineTooEarly, of: string): ParseError {
  return new ParseError(
    `The deadline, ${deadline}, is before the digest's hour, ${digestTime}, so nothing was changed. A deadline at ${digestTime} does not wait at all, a later one does.`,
    `/digest subscribe${of} at ${digestTime} deadline:${later(digestTime)}`,
  );
}

/** Some hours later on the same day. */
function later(time: string): string {
  const hour = Number(time.slice(0, 2)) + 3;
  return hour > 23 ? '23:59' : `${String(hour).padStart(2, '0')}${time.slice(2)}`;
}

const VIEW_SALES = ['view_sales'] as const;

type OfOneDigest = Exclude<DigestQuestion, { kind: 'form' | 'help' | 'list' | 'subscribe' }>;

async function ofOneDigest(parts: DigestListenerParts, actor: Actor, question: OfOneDigest): Promise<Render> {
  const channelId = channelOf(actor, question, question.kind);
  const { teamId } = actor;
  // Before anything is read: what is said about the digests of a channel tells that it is there.
  await requireIn(parts, actor, channelId, ['member']);
  const digests = await parts.subscriptions.of({ teamId, channelId });
  if (question.kind === 'status' || question.kind === 'history') {
    await requireIn(parts, actor, channelId, [viewOf(question.content ?? kindsOf(digests)[0] ?? 'stock')]);
    const asked = { channelId, content: question.content };
    return question.kind === 'status'
      ? statusOf(parts, actor, digests, asked)
      : historyOf(parts, actor, digests, asked);
  }
  const content = chosenOf(digests, question, question.kind);
  const place = placeOf(actor, channelId, content);
  const invalid = digests.invalid.find(({ kind }) => kind === content);
  const isToShow = question.kind === 'preview' || question.kind === 'now';
  // Days of cover are told from sales; a channel that gets the digest reads them anyway.
  const isNews = content === 'stock' && !digests.digests.some(({ kind }) => kind === content);
  const needs = question.kind !== 'preview' ? (['manage_digests'] as const) : isNews ? VIEW_SALES : [];
  await requireIn(parts, actor, channelId, [...needs, viewOf(content)]);
  if (invalid !== undefined && isToShow) return sentence(unreadableInWords(invalid, actor.language.t));
  if (question.kind === 'preview') return preview(parts, actor, place);
  if (question.kind === 'now') return sentence(await postNow(parts, actor, place));
  return sentence(await changed(parts, actor, question, place));
}

async function changed(
  parts: DigestListenerParts,
  actor: Actor,
  question: OfOneDigest,
  place: ReturnType<typeof placeOf>,
): Promise<string> {
  const { subscriptions, time } = parts;
  const where = channelInWords(place.channelId);
  const none = `There is no ${place.kind} digest in ${where}; \`/digest subscribe${kindOf(question, place)}\` brings one.`;
  const figures = actor.language.format;
  if (question.kind === 'pause') {
    if (!(await subscriptions.pause(place, question.until))) return none;
    return `The ${place.kind} digest in ${where} pauses, and comes again on ${figures.day(question.until)}; \`/digest resume${kindOf(question, place)}\` brings it back sooner.`;
  }
  if (question.kind === 'unsubscribe') {
    if (!(await subscriptions.unsubscribe(place))) return none;
    return `The ${place.kind} digest no longer comes in ${where}, after a restart of the bot neither. Its settings are kept: \`/digest subscribe${kindOf(question, place)}\` brings it back with them.`;
  }
  if (!(await subscriptions.resume(place, await time.now()))) return none;
  parts.wake();
  const { digests, invalid } = await subscriptions.of(place);
  const still = invalid.find(({ kind }) => kind === place.kind);
  if (still !== undefined)
    return `Its pause has ended, but that is not enough. ${unreadableInWords(still, actor.language.t)}`;
  const digest = digests.find(({ kind }) => kind === place.kind);
  const next =
    digest === undefined
      ? ''
      : ` ${nextInWords(digest, await nextOf(parts, digest), readerOf(parts, actor, 'plain'))}`;
  return `The ${place.kind} digest comes again in ${where}.${next}`;
}

function kindOf(question: DigestPlace, { kind }: { readonly kind: string }): string {
  return question.content === undefined && kind === 'stock' ? '' : ` ${kind}`;
}
