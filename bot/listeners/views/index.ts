import type { App } from '@slack/bolt';
import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import { DIGEST_MODAL } from '../../modals/digest.ts';
import { PERMISSION_CONFIRMATION, PERMISSION_MODAL } from '../../modals/permission.ts';
import { PRODUCT_LIST_MODAL } from '../../modals/productList.ts';
import { QUESTION_MODAL_IDS } from '../../modals/questionModal.ts';
import type { DigestServices } from '../digests/digestServices.ts';
import type { HomeListenerParts } from '../homeParts.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { PermissionServices } from '../permissions/permissionServices.ts';
import { checkDigest, digestForm } from './digest.ts';
import { checkPermission, permission } from './permission.ts';
import { checkConfirmation, permissionConfirmation } from './permissionConfirmation.ts';
import { checkProductList, productList } from './productList.ts';
import { checkQuestion, question } from './question.ts';

const { stock, sales, stores } = QUESTION_MODAL_IDS;

/** Forms that are sent in. */
export function registerViews(
  app: Pick<App, 'view'>,
  { authorize, validate }: ListenerMiddleware,
  home: HomeListenerParts,
  digests: DigestServices,
  { permissions, audit, viewsClient }: PermissionServices,
): void {
  app.view(stock, validate(checkQuestion(home, 'stock')), authorize('view_stock'), question(home, 'stock'));
  app.view(sales, validate(checkQuestion(home, 'sales')), authorize('view_sales'), question(home, 'sales'));
  app.view(stores, validate(checkQuestion(home, 'stores')), authorize('member'), question(home, 'stores'));
  app.view(
    DIGEST_MODAL,
    validate(checkDigest),
    authorize('member'),
    digestForm(digests.replies, digests.commands, digests.viewsClient, digests.onSubscribed),
  );
  app.view(PRODUCT_LIST_MODAL, validate(checkProductList), authorize(UPLOAD_NEEDS), productList(home));
  app.view(PERMISSION_MODAL, validate(checkPermission), authorize('admin'), permission(audit));
  app.view(
    PERMISSION_CONFIRMATION,
    validate(checkConfirmation),
    authorize('admin'),
    permissionConfirmation(permissions, viewsClient),
  );
}
