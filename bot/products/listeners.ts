import type { Actor } from '../access/actor.ts';
import type { Part } from '../ask/part.ts';
import { actionArgs, type SubmissionArgs, submissionArgs } from '../requests/listenerArgs.ts';
import type { ViewsClient } from '../slack/viewsClient.ts';
import {
  buildListOutcomeModal,
  buildListPreviewModal,
  buildListReadingModal,
  buildProductListModal,
  PRODUCT_LIST_MODAL,
  readProductListModal,
} from './form.ts';
import { HOME_REMOVE_LIST, HOME_UPLOAD, UPLOAD_NEEDS } from './home.ts';
import type { ProductList } from './productList.ts';
import type { UploadedFiles } from './uploadedFiles.ts';
import type { ProductFileWatch } from './watchProductFile.ts';
import { productsWords } from './words/words.ts';

const READ_FILE_MS = 30_000;

/** Listens to the product list's buttons on App Home, and to its form; reads the file of PRODUCT_LIST. */
export function productsPart(
  parts: ImportParts & {
    readonly list: Pick<ProductList, 'remove' | 'refresh'>;
    readonly productFile: Pick<ProductFileWatch, 'check' | 'importAgain'>;
    readonly viewsClient: Pick<ViewsClient, 'open'>;
  },
): Part {
  const { list, productFile, viewsClient, publish } = parts;
  return {
    listeners(app, { authorize, validate }) {
      app.action(HOME_UPLOAD, authorize(UPLOAD_NEEDS), async (clicked) => {
        const { actor, body } = actionArgs(clicked);
        await viewsClient.open(body.trigger_id, buildProductListModal(actor.language));
      });
      // Without the uploaded list, the file of PRODUCT_LIST applies again, if there is one.
      app.action(HOME_REMOVE_LIST, authorize(UPLOAD_NEEDS), async (clicked) => {
        const { actor } = actionArgs(clicked);
        await list.remove(actor.person.userId);
        await productFile.importAgain();
        await publish(actor);
      });
      app.view(
        PRODUCT_LIST_MODAL,
        validate((view, language) => {
          const read = readProductListModal(view, { language });
          if ('mistakes' in read) return { response_action: 'errors', errors: { ...read.mistakes } };
          return { response_action: 'update', view: buildListReadingModal(language.t) };
        }),
        authorize(UPLOAD_NEEDS),
        (sent) => importUpload(submissionArgs(sent), parts),
      );
    },
    jobs: [
      {
        name: 'reading the product list',
        everyMs: READ_FILE_MS,
        run: productFile.check,
        isIndependent: true,
      },
      { name: 'loading the product list', run: list.refresh, isIndependent: true },
    ],
  };
}

interface ImportParts {
  readonly list: Pick<ProductList, 'importProductList' | 'preview' | 'current'>;
  readonly uploads: UploadedFiles;
  readonly viewsClient: Pick<ViewsClient, 'update'>;
  /** Redraws App Home. */
  readonly publish: (actor: Actor) => Promise<void>;
}

/** Imports the file, and shows the result. Before it replaces a list, it shows what changes, and waits for a click. */
async function importUpload(
  { view, actor }: SubmissionArgs,
  { list, uploads, viewsClient, publish }: ImportParts,
): Promise<void> {
  const read = readProductListModal(view, actor);
  if ('mistakes' in read) return;
  const { t } = actor.language;
  const name = read.file.name ?? productsWords(t).form.unnamedFile;
  const content = () => uploads.contentOf(read.file);
  if (!read.isConfirmed && (await list.current()) !== undefined) {
    const preview = await list.preview(content);
    const shown =
      preview.kind === 'preview'
        ? buildListPreviewModal(preview, read.file, actor.language)
        : buildListOutcomeModal(preview, name, t);
    await viewsClient.update(view.id, shown);
    return;
  }
  const outcome = await list.importProductList(content, name, actor.person.userId);
  await viewsClient.update(view.id, buildListOutcomeModal(outcome, name, t));
  if (outcome.kind === 'imported') await publish(actor);
}
