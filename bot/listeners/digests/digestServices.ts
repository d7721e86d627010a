import type { Logger } from 'pino';
import type { Actor } from '../../access/actor.ts';
import type { ReadDigest } from '../../digest/readDigest.ts';
import type { ProductNames } from '../../products/productNames.ts';
import type { FiguresQuestion } from '../../questions/answer.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { DigestButtons } from '../actions/digestButtons.ts';
import type { Render, Replies } from '../answers/answering.ts';
import type { DigestAccess } from './digestAccess.ts';
import type { DigestCommands } from './digestCommands.ts';
import type { DigestForms } from './digestForms.ts';
import type { ReaderFor } from './readerFor.ts';

/** What the listeners about digests are registered with; each takes what it calls. */
export interface DigestServices {
  readonly replies: Replies;
  readonly access: DigestAccess;
  readonly commands: DigestCommands;
  readonly forms: DigestForms;
  readonly buttons: DigestButtons;
  readonly read: ReadDigest;
  readonly readerFor: ReaderFor;
  readonly groups: Pick<ProductNames, 'idsOfGroup'>;
  readonly answer: (actor: Actor, question: FiguresQuestion) => Promise<Render>;
  readonly onSubscribed: (actor: Actor) => Promise<void>;
  readonly viewsClient: ViewsClient;
  readonly log: Logger;
}
