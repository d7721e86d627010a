import type { Button, KnownBlock } from '@slack/types';
import type { Actor } from '../access/actor.ts';
import { button } from '../ask/buttons.ts';
import type { Catalog, Worded } from '../language/language.ts';
import type { Capability } from '../settings/accessPolicy.ts';
import { escapeMrkdwn, section } from '../slack/message.ts';
import type { ProductList } from './productList.ts';
import { productsWords } from './words/words.ts';

export const HOME_UPLOAD = 'home_upload';
export const HOME_REMOVE_LIST = 'home_remove_list';

/** The list decides what every digest and `mine` show, so changing it requires the right to change digests. */
export const UPLOAD_NEEDS: Capability = 'manage_digests';

/** The product list on App Home; `problemOf` is the problem with the file of PRODUCT_LIST, undefined for none. */
export function productListOnHome(
  list: Pick<ProductList, 'current'>,
  problemOf: () => Worded | undefined,
  timeZone: string,
) {
  return async ({ may, language: { t, format } }: Actor): Promise<KnownBlock[]> => {
    const { home } = productsWords(t);
    const current = await list.current();
    const instant = (at: number) => format.instant(at, timeZone);
    const lines =
      current === undefined
        ? [home.noList]
        : [
            home.listFile(current.products, escapeMrkdwn(current.fileName, 200)),
            current.importedBy === undefined
              ? home.listFromSettings(instant(current.importedAt))
              : home.listBy(current.importedBy, instant(current.importedAt)),
          ];
    const problem = problemOf();
    if (problem !== undefined) lines.push(home.listProblem(escapeMrkdwn(problem(t), 600)));
    const shown = section([home.list, ...lines].join('\n'));
    if (!may(UPLOAD_NEEDS).allowed) return [shown];
    const upload = button(HOME_UPLOAD, current === undefined ? home.upload : home.uploadNew, 'upload');
    // No button to remove the file of PRODUCT_LIST, which would be imported again at once.
    const elements = current?.importedBy === undefined ? [upload] : [upload, removeButton(t)];
    return [shown, { type: 'actions', block_id: 'home_list', elements }];
  };
}

function removeButton(t: Catalog): Button {
  const { title, text, confirm } = productsWords(t).home.removeList;
  const plain = (words: string) => ({ type: 'plain_text' as const, text: words });
  return {
    ...button(HOME_REMOVE_LIST, title, 'remove'),
    confirm: {
      title: plain(title),
      text: plain(text),
      confirm: plain(confirm),
      deny: plain(t.modals.cancel),
    },
  };
}
