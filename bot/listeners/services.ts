import type { Logger } from 'pino';
import type { ReadDigest } from '../digest/readDigest.ts';
import type { Scheduler } from '../digest/scheduler.ts';
import type { Languages } from '../home/languages.ts';
import type { Choices } from '../modals/choices.ts';
import type { Reading } from '../parser/nameLookup.ts';
import type { ProductList } from '../products/productList.ts';
import type { ProductNames } from '../products/productNames.ts';
import type { UploadedFiles } from '../products/uploadedFiles.ts';
import type { ProductFileWatch } from '../products/watchProductFile.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { AnswerButton } from './answers/answerButton.ts';
import type { Replies } from './answers/answering.ts';
import type { ModalAnswers } from './answers/modalAnswers.ts';
import type { QuestionForms } from './answers/questionForm.ts';
import type { Questions } from './answers/questions.ts';
import type { ReaderFor } from './answers/readerFor.ts';
import type { SendRows } from './answers/sendRows.ts';
import type { ShareAnswer } from './answers/share.ts';
import type { AskTyped } from './answers/typedQuestion.ts';
import type { DigestAccess } from './digests/digestAccess.ts';
import type { DigestButtons } from './digests/digestButtons.ts';
import type { DigestCommands } from './digests/digestCommands.ts';
import type { DigestForms } from './digests/digestForms.ts';
import type { PublishHome } from './publishHome.ts';

/** What the listeners do their work with; each takes what it uses. */
export interface Services {
  readonly reading: () => Reading;
  readonly replies: Replies;
  readonly questions: Questions;
  readonly forms: QuestionForms;
  readonly modalAnswers: ModalAnswers;
  readonly ask: AskTyped;
  readonly answerButton: AnswerButton;
  readonly sendRows: SendRows;
  readonly shareAnswer: ShareAnswer;
  readonly list: Pick<ProductList, 'importProductList' | 'remove'>;
  readonly listFile: Pick<ProductFileWatch, 'importAgain'>;
  readonly uploads: UploadedFiles;
  readonly publish: PublishHome;
  readonly languages: Languages;
  readonly choices: Choices;
  readonly readerFor: ReaderFor;
  readonly digestAccess: DigestAccess;
  readonly digestCommands: DigestCommands;
  readonly digestForms: DigestForms;
  readonly digestButtons: DigestButtons;
  readonly readDigest: ReadDigest;
  readonly groups: Pick<ProductNames, 'idsOfGroup'>;
  /** Called when somebody has changed a digest in a modal: App Home shows them. */
  readonly homeChanged: PublishHome;
  readonly scheduler: Pick<Scheduler, 'channelReturned'>;
  readonly viewsClient: ViewsClient;
  readonly log: Logger;
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}
