import type { Catalog } from '../../language/language.ts';
import {
  buildListFailureModal,
  buildListOutcomeModal,
  buildListReadingModal,
  readProductListModal,
} from '../../modals/productList.ts';
import { ProductListError } from '../../products/listText.ts';
import type { ProductList } from '../../products/productList.ts';
import type { UploadedFile, UploadedFiles } from '../../products/uploadedFiles.ts';
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
    const modal = viewsClient.modalOf({ id: view.id });
    const { t } = actor.language;
    const name = read.file.name ?? t.modals.productList.unnamedFile;
    const bytes = await contentOf(read.file, uploads, t);
    if (typeof bytes === 'string') {
      await viewsClient.update(modal, buildListFailureModal(bytes, t));
      return;
    }
    const outcome = await list.importProductList(bytes, name, actor.person.userId);
    await viewsClient.update(modal, buildListOutcomeModal(outcome, name, t));
    if (outcome.kind === 'imported') await publish(actor);
  };
}

/** The content, or the sentence that says why there is none. */
async function contentOf(
  file: UploadedFile,
  uploads: UploadedFiles,
  t: Catalog,
): Promise<Uint8Array | string> {
  try {
    return await uploads.contentOf(file);
  } catch (error) {
    if (error instanceof ProductListError) return error.sentence(t);
    throw error;
  }
}
