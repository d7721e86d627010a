import type { Door } from '../../access/door.ts';
import { UPLOAD_NEEDS } from '../../home/readHome.ts';
import { formatterFor } from '../../language/formatter.ts';
import { localeOf } from '../../language/locale.ts';
import {
  LIST_FORM,
  listFailure,
  listOutcome,
  listUnderWay,
  productListForm,
  readProductListForm,
} from '../../modals/productListForm.ts';
import { ProductListError } from '../../products/listText.ts';
import type { UploadedFile, UploadedFiles } from '../../products/uploadedFiles.ts';
import { HOME_UPLOAD } from '../../views/home.ts';
import type { HomeListenerParts } from './homeParts.ts';

/** The form for a product list, opened from App Home, and what becomes of the file. */
export function registerUpload(door: Door, parts: HomeListenerParts): void {
  const { viewsClient, list } = parts;
  door.action(HOME_UPLOAD, UPLOAD_NEEDS, async ({ body }) => {
    await viewsClient.open(body.trigger_id, productListForm());
  });

  door.submission(LIST_FORM, UPLOAD_NEEDS, {
    acknowledge(view) {
      const read = readProductListForm(view);
      if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
      return { response_action: 'update', view: listUnderWay() };
    },
    async carryOut({ view, visitor }) {
      const read = readProductListForm(view);
      if ('mistakes' in read) return;
      const window = viewsClient.modalOf({ id: view.id });
      const name = read.file.name ?? 'the file';
      const bytes = await contentOf(read.file, parts.uploads);
      if (typeof bytes === 'string') {
        await viewsClient.update(window, listFailure(bytes));
        return;
      }
      const outcome = await list.importProductList(bytes, name, visitor.person.userId);
      await viewsClient.update(
        window,
        listOutcome(outcome, name, formatterFor(localeOf(visitor.person.locale))),
      );
      if (outcome.kind === 'taken') await parts.publish(visitor);
    },
  });
}

/** The content, or the sentence that says why there is none. */
async function contentOf(file: UploadedFile, uploads: UploadedFiles): Promise<Uint8Array | string> {
  try {
    return await uploads.contentOf(file);
  } catch (error) {
    if (error instanceof ProductListError) return error.message;
    throw error;
  }
}
