import type { TruthProduct } from 'retail-data-client/sandbox';

const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng', 'Granitt', 'Måke', 'Solvik', 'Tind', 'Bekk'];
const KINDS = ['Pale Ale', 'Pilsner', 'Riesling', 'Cider', 'Gin', 'Rioja', 'Aquavit'];

/** Names for the sandbox's own products, as a supplier would put them into the file of PRODUCT_LIST. */
export function demoProductList(products: readonly TruthProduct[]): string {
  const lines = products
    .filter(({ own }) => own)
    .map(({ productId, unitMillilitres }, at) => {
      const kind = KINDS[at % KINDS.length] ?? '';
      return `${productId};${MAKERS[at % MAKERS.length]} ${kind} ${unitMillilitres / 10} cl;${kind}`;
    });
  return ['number;name;group', ...lines].join('\n');
}
