import {
  buildListOutcomeModal,
  buildListReadingModal,
  readProductListModal,
} from '../../modals/productList.ts';
import type { ProductList } from '../../products/productList.ts';
import type { UploadedFiles } from '../../products/uploadedFiles.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import { type BoltSubmission, submissionArgs } from '../middleware/listenerArgs.ts';
import type { Check } from '../middleware/validate.ts';
import type { PublishHome } from '../publishHome.ts';

export const checkProductList: Check = (view, _body, language) => {
  const read = readProductListModal(view, { language });
  if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
  return { response_action: 'update', view: buildListReadingModal(language.t) };
};

/** Takes the file in, and shows what became of it. */
export function productList(
  list: Pick<ProductList, 'importProductList'>,
  uploads: UploadedFiles,
  viewsClient: ViewsClient,
  publish: PublishHome,
): (sent: BoltSubmission) => Promise<void> {
  return async (sent) => {
    const { view, actor } = submissionArgs(sent);
    const read = readProductListModal(view, actor);
    if ('mistakes' in read) return;
    const { t } = actor.language;
    const name = read.file.name ?? t.modals.productList.unnamedFile;
    const content = () => uploads.contentOf(read.file);
    const outcome = await list.importProductList(content, name, actor.person.userId);
    await viewsClient.update(view.id, buildListOutcomeModal(outcome, name, t));
    if (outcome.kind === 'imported') await publish(actor);
  };
}
