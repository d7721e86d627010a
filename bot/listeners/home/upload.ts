import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import { type Catalog, languageFor } from '../../language/language.ts';
import { localeOf } from '../../language/locale.ts';
import {
  buildListFailureModal,
  buildListOutcomeModal,
  buildListReadingModal,
  buildProductListModal,
  PRODUCT_LIST_MODAL,
  readProductListModal,
} from '../../modals/productList.ts';
import { ProductListError } from '../../products/listText.ts';
import type { UploadedFile, UploadedFiles } from '../../products/uploadedFiles.ts';
import { HOME_UPLOAD } from '../../views/home.ts';
import type { Door } from '../door.ts';
import type { HomeListenerParts } from './homeParts.ts';

/** Before anybody has looked up who sends it in. */
const LANGUAGE = languageFor('en');

/** The form for a product list, opened from App Home, and what becomes of the file. */
export function registerUpload(door: Door, parts: HomeListenerParts): void {
  const { viewsClient, list } = parts;
  door.action(HOME_UPLOAD, UPLOAD_NEEDS, async ({ body, actor }) => {
    const { t } = languageFor(localeOf(actor.person.locale));
    await viewsClient.open(body.trigger_id, buildProductListModal(t));
  });

  door.submission(PRODUCT_LIST_MODAL, UPLOAD_NEEDS, {
    acknowledge(view) {
      const read = readProductListModal(view, { language: LANGUAGE });
      if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
      return { response_action: 'update', view: buildListReadingModal(LANGUAGE.t) };
    },
    async carryOut({ view, actor }) {
      const read = readProductListModal(view, { language: LANGUAGE });
      if ('mistakes' in read) return;
      const window = viewsClient.modalOf({ id: view.id });
      const { t } = languageFor(localeOf(actor.person.locale));
      const name = read.file.name ?? t.modals.productList.unnamedFile;
      const bytes = await contentOf(read.file, parts.uploads, t);
      if (typeof bytes === 'string') {
        await viewsClient.update(window, buildListFailureModal(bytes, t));
        return;
      }
      const outcome = await list.importProductList(bytes, name, actor.person.userId);
      await viewsClient.update(window, buildListOutcomeModal(outcome, name, t));
      if (outcome.kind === 'imported') await parts.publish(actor);
    },
  });
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
