import type { ProductList } from '../../products/productList.ts';
import type { ProductFileWatch } from '../../products/watchProductFile.ts';
import { actionArgs, type BoltAction } from '../middleware/listenerArgs.ts';
import type { PublishHome } from '../publishHome.ts';

/** Removes the uploaded product list; the file of PRODUCT_LIST takes its place where there is one. */
export function homeRemoveList(
  list: Pick<ProductList, 'remove'>,
  file: Pick<ProductFileWatch, 'importAgain'>,
  publish: PublishHome,
): (clicked: BoltAction) => Promise<void> {
  return async (clicked) => {
    const { actor } = actionArgs(clicked);
    await list.remove(actor.person.userId);
    await file.importAgain();
    await publish(actor);
  };
}
