import type { App } from '@slack/bolt';
import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import { ACCESS_LOG } from '../../views/accessLog.ts';
import { ASK_ACTION, CSV_ACTION, FOLLOW_UP_ACTIONS, FORM_ACTION, SHARE_ACTION } from '../../views/buttons.ts';
import { DIGEST_LIST, DIGEST_NOW, DIGEST_SETTINGS, DIGEST_WHY } from '../../views/digest/buttons.ts';
import { HOME_ASK, HOME_DIGEST, HOME_FORM, HOME_REFRESH, HOME_UPLOAD } from '../../views/home.ts';
import type { DigestServices } from '../digests/digestServices.ts';
import type { HomeListenerParts } from '../homeParts.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { PermissionServices } from '../permissions/permissionServices.ts';
import type { AnswerActionParts } from './answerAction.ts';
import { askAgain } from './askAgain.ts';
import { changeQuestion } from './changeQuestion.ts';
import { digestList } from './digestList.ts';
import { digestNow } from './digestNow.ts';
import { digestSettings } from './digestSettings.ts';
import { digestWhy } from './digestWhy.ts';
import { followUp } from './followUp.ts';
import { homeAsk } from './homeAsk.ts';
import { homeDigest } from './homeDigest.ts';
import { homeForm } from './homeForm.ts';
import { homeRefresh } from './homeRefresh.ts';
import { homeUpload } from './homeUpload.ts';
import { repeated } from './repeated.ts';
import { sendCsv } from './sendCsv.ts';
import { share } from './share.ts';
import { turnAccessLog } from './turnAccessLog.ts';

/** Buttons, wherever they stand. */
export function registerActions(
  app: Pick<App, 'action'>,
  middleware: ListenerMiddleware,
  answers: AnswerActionParts,
  home: HomeListenerParts,
  digests: DigestServices,
  { audit }: Pick<PermissionServices, 'audit'>,
): void {
  const { authorize } = middleware;
  const { replies, access, buttons, forms, commands, viewsClient, log } = digests;
  registerAnswerActions(app, middleware, answers);
  app.action(FORM_ACTION, authorize('member'), changeQuestion(home));
  app.action(HOME_REFRESH, authorize('member'), homeRefresh(home.publish));
  app.action(repeated(HOME_FORM), authorize('member'), homeForm(home));
  app.action(repeated(HOME_ASK), authorize('member'), homeAsk(home));
  app.action(repeated(HOME_DIGEST), authorize('member'), homeDigest(access, forms));
  app.action(HOME_UPLOAD, authorize(UPLOAD_NEEDS), homeUpload(home.viewsClient));
  app.action(DIGEST_LIST, authorize('member'), digestList(buttons, digests.groups, digests.answer));
  app.action(DIGEST_WHY, authorize('member'), digestWhy(buttons, digests.read, digests.readerFor));
  app.action(DIGEST_NOW, authorize('member'), digestNow(replies, commands, viewsClient, log));
  app.action(DIGEST_SETTINGS, authorize('manage_digests'), digestSettings(buttons, access, forms));
  app.action(repeated(ACCESS_LOG), authorize('admin'), turnAccessLog(audit));
}

/** The buttons below answers; what a stored question asks for is looked at when it is known. */
export function registerAnswerActions(
  app: Pick<App, 'action'>,
  { authorize }: ListenerMiddleware,
  answers: AnswerActionParts,
): void {
  app.action(repeated(ASK_ACTION), authorize('member'), askAgain(answers));
  app.action(CSV_ACTION, authorize('member'), sendCsv(answers));
  app.action(SHARE_ACTION, authorize('member'), share(answers));
  for (const { name, actionId } of FOLLOW_UP_ACTIONS) {
    app.action(actionId, authorize('member'), followUp(answers, name));
  }
}
