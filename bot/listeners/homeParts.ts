import type { ProductList } from '../products/productList.ts';
import type { UploadedFiles } from '../products/uploadedFiles.ts';
import type { SubmissionParts } from './answers/modalAnswers.ts';
import type { PublishHome } from './publishHome.ts';

/** What App Home and its buttons work with. */
export interface HomeListenerParts extends SubmissionParts {
  readonly list: Pick<ProductList, 'importProductList'>;
  readonly uploads: UploadedFiles;
  readonly publish: PublishHome;
}
