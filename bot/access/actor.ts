import type { Language } from '../language/language.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { Decision } from './decide.ts';
import type { Person, Place } from './person.ts';

/** Somebody who was let do what they set off. */
export interface Actor {
  /** The workspace it happened in. */
  readonly teamId: string;
  readonly person: Person;
  readonly place: Place;
  /** How the person reads. */
  readonly language: Language;
  /** For what depends on the payload, such as the command in a button, which may be about stock or sales. */
  may(capability: Capability): Decision;
  /** @throws AccessRefused, whose message is the sentence for the person; it is said when nobody else does. */
  require(capability: Capability): void;
}
