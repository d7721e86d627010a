import type { ProductList } from '../../products/productList.ts';
import type { UploadedFiles } from '../../products/uploadedFiles.ts';
import type { SubmissionParts } from '../forms/submissions.ts';
import type { PublishHome } from './publish.ts';

/** What App Home and its buttons work with. */
export interface HomeListenerParts extends SubmissionParts {
  readonly list: Pick<ProductList, 'importProductList'>;
  readonly uploads: UploadedFiles;
  readonly publish: PublishHome;
}
