import type { TruthProduct } from 'retail-data-client/sandbox';

const MAKERS = ['Fjord', 'Nordlys', 'Furu', 'Havn', 'Lyng', 'Granitt', 'Måke', 'Solvik', 'Tind', 'Bekk'];
const KINDS = ['Pale Ale', 'Pilsner', 'Riesling', 'Cider', 'Gin', 'Rioja', 'Aquavit'];

/** Lead times and pack sizes; one product has none, one no pack size. */
const SUPPLY = ['5;12', '3;6', '10;24', '7;', ';'];

/** Names for the sandbox's own products, in the format of PRODUCT_LIST. */
export function demoProductList(products: readonly TruthProduct[]): string {
  const lines = products
    .filter(({ own }) => own)
    .map(({ productId, unitMillilitres }, at) => {
      const kind = KINDS[at % KINDS.length] ?? '';
      return `${productId};${MAKERS[at % MAKERS.length]} ${kind} ${unitMillilitres / 10} cl;${kind};${SUPPLY[at % SUPPLY.length]}`;
    });
  return ['number;name;group;lead time;pack size', ...lines].join('\n');
}
