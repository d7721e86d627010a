import type { App } from '@slack/bolt';
import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import { DIGEST_MODAL } from '../../modals/digest.ts';
import { PRODUCT_LIST_MODAL } from '../../modals/productList.ts';
import { QUESTION_MODAL_IDS } from '../../modals/questionModal.ts';
import type { ListenerMiddleware } from '../middleware/index.ts';
import type { Services } from '../services.ts';
import { checkDigest, digestForm } from './digest.ts';
import { checkProductList, productList } from './productList.ts';
import { checkQuestion, question } from './question.ts';

/** Forms that are sent in. */
export function registerViews(
  app: Pick<App, 'view'>,
  { authorize, validate }: ListenerMiddleware,
  services: Services,
): void {
  const { replies, questions, modalAnswers, viewsClient, reading, list, uploads, publish } = services;
  const { digestCommands, homeChanged } = services;
  const asked = { replies, questions, modalAnswers, reading };
  const { stock, sales, stores } = QUESTION_MODAL_IDS;
  app.view(
    stock,
    validate(checkQuestion('stock', reading)),
    authorize('view_stock'),
    question('stock', asked),
  );
  app.view(
    sales,
    validate(checkQuestion('sales', reading)),
    authorize('view_sales'),
    question('sales', asked),
  );
  app.view(
    stores,
    validate(checkQuestion('stores', reading)),
    authorize('member'),
    question('stores', asked),
  );
  app.view(
    DIGEST_MODAL,
    validate(checkDigest),
    authorize('member'),
    digestForm(replies, digestCommands, viewsClient, homeChanged),
  );
  app.view(
    PRODUCT_LIST_MODAL,
    validate(checkProductList),
    authorize(UPLOAD_NEEDS),
    productList(list, uploads, viewsClient, publish),
  );
}
