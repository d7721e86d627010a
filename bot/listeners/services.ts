import type { Logger } from 'pino';
import type { Scheduler } from '../digest/scheduler.ts';
import type { Choices } from '../modals/choices.ts';
import type { Reading } from '../parser/nameLookup.ts';
import type { ProductList } from '../products/productList.ts';
import type { UploadedFiles } from '../products/uploadedFiles.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import type { DigestActionParts } from './actions/digestAction.ts';
import type { AnswerButton } from './answers/answerButton.ts';
import type { Replies } from './answers/answering.ts';
import type { ModalAnswers } from './answers/modalAnswers.ts';
import type { QuestionForms } from './answers/questionForm.ts';
import type { Questions } from './answers/questions.ts';
import type { SendRows } from './answers/sendRows.ts';
import type { ShareAnswer } from './answers/share.ts';
import type { StoredQuestions } from './answers/storedQuestions.ts';
import type { AskTyped } from './answers/typedQuestion.ts';
import type { AccessParts } from './permissions/parts.ts';
import type { PublishHome } from './publishHome.ts';

/** What the listeners do their work with; each takes what it uses. */
export interface Services {
  readonly reading: () => Reading;
  readonly replies: Replies;
  readonly stored: StoredQuestions;
  readonly questions: Questions;
  readonly forms: QuestionForms;
  readonly modalAnswers: ModalAnswers;
  readonly ask: AskTyped;
  readonly answerButton: AnswerButton;
  readonly sendRows: SendRows;
  readonly shareAnswer: ShareAnswer;
  readonly list: Pick<ProductList, 'importProductList'>;
  readonly uploads: UploadedFiles;
  readonly publish: PublishHome;
  readonly choices: Choices;
  readonly digests: DigestActionParts;
  readonly permissions: AccessParts;
  readonly scheduler: Pick<Scheduler, 'channelReturned'>;
  readonly viewsClient: ViewsClient;
  readonly log: Logger;
  readonly runLogged: (what: string, work: () => Promise<void>) => Promise<void>;
}
