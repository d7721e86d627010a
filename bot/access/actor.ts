import type { Language } from '../language/language.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import type { Decision } from './decide.ts';
import type { Person, Place } from './person.ts';

/** A person who was authorized to do what they asked for. */
export interface Actor {
  /** The workspace of the request. */
  readonly teamId: string;
  readonly person: Person;
  readonly place: Place;
  /** The language that the person reads. */
  readonly language: Language;
  /** For decisions that depend on the payload, such as the command in a button. */
  may(capability: Capability): Decision;
  /** As `may`. @throws AccessRefused with the sentence for the person */
  require(capability: Capability): void;
}
