import type { Actor } from '../access/actor.ts';
import type { Reading } from '../parse/nameLookup.ts';
import type { FormContext } from './asking.ts';

/** What a form is drawn with for this person. Everything in it is at hand: a trigger lives for three seconds. */
export function formContext(
  actor: Actor,
  { calendar, now, vocabulary }: Reading,
  inChannel: boolean,
): FormContext {
  return {
    inChannel,
    calendar,
    now,
    names: vocabulary,
    may: (capability) => actor.may(capability).allowed,
    language: actor.language,
  };
}
