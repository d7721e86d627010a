import { setImmediate } from 'node:timers/promises';
import type { Context } from '@slack/bolt';
import type { Logger } from 'pino';
import type { Actor } from '../access/actor.ts';
import { decide } from '../access/decide.ts';
import type { Directory } from '../access/directory.ts';
import type { Languages } from '../access/languages.ts';
import { LookupError } from '../access/lookups.ts';
import { AccessRefused, enforce, refusalOf } from '../access/refusal.ts';
import type { Language } from '../language/language.ts';
import type { AccessPolicy, Capability, RequiredCapability } from '../settings/accessPolicy.ts';
import { type AnyArgs, acknowledge, type SlackRequest, slackRequestOf } from './slackRequest.ts';

interface AuthorizeParts {
  readonly policy: AccessPolicy;
  readonly people: Pick<Directory, 'person' | 'place'>;
  readonly languages: Pick<Languages, 'of'>;
  readonly log: Logger;
}

/**
 * Turns of the event loop to wait after an acknowledgement. Node accepts one connection per turn, so the last of a
 * hundred requests would otherwise wait for the work of all others, until Slack gives up. Takes a millisecond when
 * idle.
 */
const TURNS = 150;

/** The person behind a request. @throws TypeError without authorize() before the listener */
export function actorOf(context: Context): Actor {
  const actor: Actor | undefined = context.actor;
  if (actor === undefined) throw new TypeError('authorize() has to stand before this listener');
  return actor;
}

/** The language of the person behind a request; undefined before the person is looked up. */
export function knownLanguage(context: Context): Language | undefined {
  return context.language;
}

/**
 * Middleware before a listener. Acknowledges commands and clicks (a search is acknowledged by its listener), looks up
 * the person and the place, and puts the `Actor` into the context. handleRequest turns an AccessRefused into a
 * sentence.
 * @throws AccessRefused, and what the listener throws
 */
export async function authorizeRequest(
  args: AnyArgs,
  needs: RequiredCapability,
  parts: AuthorizeParts,
): Promise<void> {
  const { log } = parts;
  const request = slackRequestOf(args.context);
  // Not acknowledged here, so handleRequest treats it as a request without a listener.
  if (request === undefined) return;
  const listener = `${request.kind} ${request.name}`;
  if (request.kind !== 'options') {
    await acknowledge(args);
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  }
  try {
    const actor = await actorBehind(parts, request, args.context);
    args.context.actor = actor;
    enforce(decide(actor, needs, parts.policy));
    await args.next();
  } catch (error) {
    const refused = error instanceof LookupError ? refusalOf(error) : error;
    if (refused instanceof AccessRefused) {
      log.info({ listener, user: request.userId, reason: refused.reason }, 'somebody was refused');
    }
    throw refused;
  }
}

async function actorBehind(
  { people, languages, policy }: AuthorizeParts,
  { userId, teamId, channelId }: SlackRequest,
  context: Context,
): Promise<Actor> {
  const placed = people.place(channelId, userId);
  // Its failure is thrown below, once the language of the sentence is known.
  placed.catch(() => undefined);
  const person = await people.person(userId);
  const language = await languages.of(teamId, person);
  context.language = language;
  const place = await placed;
  const may = (capability: Capability) => decide({ person, place }, capability, policy);
  const require = (capability: Capability) => enforce(may(capability));
  return { teamId, person, place, language, may, require };
}
