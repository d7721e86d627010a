import type { App } from '@slack/bolt';
import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import {
  ASK_ACTION,
  CSV_ACTION,
  FOLLOW_UP_ACTIONS,
  FORM_ACTION,
  MORE_ACTION,
  SHARE_ACTION,
} from '../../views/buttons.ts';
import {
  DIGEST_ASK,
  DIGEST_LIST,
  DIGEST_NOW,
  DIGEST_SETTINGS,
  DIGEST_WHY,
} from '../../views/digest/buttons.ts';
import {
  HOME_ASK,
  HOME_DIGEST,
  HOME_FORM,
  HOME_LANGUAGE,
  HOME_REFRESH,
  HOME_REMOVE_LIST,
  HOME_UPLOAD,
} from '../../views/home.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { Services } from '../services.ts';
import { ask, askSuggested } from './ask.ts';
import { changeQuestion } from './changeQuestion.ts';
import { digestAsk } from './digestAsk.ts';
import { digestList } from './digestList.ts';
import { digestNow } from './digestNow.ts';
import { digestSettings } from './digestSettings.ts';
import { digestWhy } from './digestWhy.ts';
import { homeAsk } from './homeAsk.ts';
import { homeDigest } from './homeDigest.ts';
import { homeForm } from './homeForm.ts';
import { homeLanguage } from './homeLanguage.ts';
import { homeRefresh } from './homeRefresh.ts';
import { homeRemoveList } from './homeRemoveList.ts';
import { homeUpload } from './homeUpload.ts';
import { moreOptions } from './moreOptions.ts';
import { repeated } from './repeated.ts';
import { sendCsv } from './sendCsv.ts';
import { share } from './share.ts';

/** Buttons, wherever they stand. */
export function registerActions(
  app: Pick<App, 'action'>,
  middleware: ListenerMiddleware,
  services: Services,
): void {
  const { authorize } = middleware;
  const { forms, modalAnswers, reading, publish, languages, viewsClient, log } = services;
  const { replies, questions, readerFor, readDigest, groups } = services;
  const { digestAccess, digestForms, digestButtons, digestCommands, list, listFile } = services;
  registerAnswerActions(app, middleware, services);
  app.action(FORM_ACTION, authorize('member'), changeQuestion(forms, reading, viewsClient));
  app.action(MORE_ACTION, authorize('member'), moreOptions(forms, viewsClient));
  app.action(HOME_REFRESH, authorize('member'), homeRefresh(publish));
  app.action(HOME_LANGUAGE, authorize('member'), homeLanguage(languages, publish, log));
  app.action(repeated(HOME_FORM), authorize('member'), homeForm(forms, viewsClient, log));
  app.action(
    repeated(HOME_ASK),
    authorize('member'),
    homeAsk({ modalAnswers, viewsClient, reading, publish }),
  );
  app.action(repeated(HOME_DIGEST), authorize('member'), homeDigest(digestAccess, digestForms));
  app.action(HOME_UPLOAD, authorize(UPLOAD_NEEDS), homeUpload(viewsClient));
  app.action(HOME_REMOVE_LIST, authorize(UPLOAD_NEEDS), homeRemoveList(list, listFile, publish));
  app.action(repeated(DIGEST_ASK), authorize('member'), digestAsk(replies, digestCommands));
  app.action(DIGEST_LIST, authorize('member'), digestList(digestButtons, groups, questions));
  app.action(DIGEST_WHY, authorize('member'), digestWhy(digestButtons, readDigest, readerFor));
  app.action(DIGEST_NOW, authorize('member'), digestNow(replies, digestCommands, viewsClient, log));
  app.action(
    DIGEST_SETTINGS,
    authorize('manage_digests'),
    digestSettings(digestButtons, digestAccess, digestForms),
  );
}

type AnswerServices = Pick<Services, 'answerButton' | 'questions' | 'sendRows' | 'shareAnswer'>;

/** The buttons below answers; the rights that their commands need are looked at when these are read. */
function registerAnswerActions(
  app: Pick<App, 'action'>,
  { authorize }: ListenerMiddleware,
  { answerButton, questions, sendRows, shareAnswer }: AnswerServices,
): void {
  app.action(repeated(ASK_ACTION), authorize('member'), askSuggested(ASK_ACTION, answerButton, questions));
  app.action(CSV_ACTION, authorize('member'), sendCsv(answerButton, sendRows));
  app.action(SHARE_ACTION, authorize('member'), share(answerButton, shareAnswer));
  for (const actionId of FOLLOW_UP_ACTIONS) {
    app.action(actionId, authorize('member'), ask(actionId, answerButton, questions));
  }
}
