import { createRandom } from '../../tools/random.ts';

export interface Sale {
  readonly productId: string;
  /** Litres with three decimals, as the service prints them. */
  readonly volume: string;
  readonly millilitres: number;
  readonly quantity: number;
  readonly date: string;
  readonly time: string;
}

/** One way to write the same answer. */
export interface Layout {
  readonly begin: string;
  beginDay(salesDate: string): string;
  beginStore(storeId: string): string;
  row(sale: Sale): string;
  readonly betweenRows: string;
  readonly endStore: string;
  readonly betweenStores: string;
  readonly endDay: string;
  readonly betweenDays: string;
  readonly end: string;
}

/** Without a space: what a service writes that nobody reads. */
const compact = (): Layout => ({
  begin: '[',
  beginDay: (salesDate) => `{"salesDate":"${salesDate}","storeSales":[`,
  beginStore: (storeId) => `{"storeId":"${storeId}","sales":[`,
  row: ({ productId, volume, quantity, date, time }) =>
    `{"productId":"${productId}","salesVolume":${volume},"salesQuantity":${quantity},"lastChanged":{"date":"${date}","time":"${time}"}}`,
  betweenRows: ',',
  endStore: ']}',
  betweenStores: ',',
  endDay: ']}',
  betweenDays: ',',
  end: ']',
});

/** Two spaces a level, every field on a line of its own. */
const pretty = (): Layout => ({
  begin: '[\n  ',
  beginDay: (salesDate) => `{\n    "salesDate": "${salesDate}",\n    "storeSales": [\n      `,
  beginStore: (storeId) => `{\n        "storeId": "${storeId}",\n        "sales": [\n          `,
  row: ({ productId, volume, quantity, date, time }) => `{
            "productId": "${productId}",
            "salesVolume": ${volume},
            "salesQuantity": ${quantity},
            "lastChanged": {
              "date": "${date}",
              "time": "${time}"
            }
          }`,
  betweenRows: ',\n          ',
  endStore: '\n        ]\n      }',
  betweenStores: ',\n      ',
  endDay: '\n    ]\n  }',
  betweenDays: ',\n  ',
  end: '\n]',
});

/** Compact, but each row has its fields in an order of its own. Days and stores keep theirs. */
const shuffled = (): Layout => {
  const random = createRandom(7);
  return {
    ...compact(),
    row({ productId, volume, quantity, date, time }) {
      const changed = random.shuffled([`"date":"${date}"`, `"time":"${time}"`]);
      const parts = random.shuffled([
        `"productId":"${productId}"`,
        `"salesVolume":${volume}`,
        `"salesQuantity":${quantity}`,
        `"lastChanged":{${changed.join(',')}}`,
      ]);
      return `{${parts.join(',')}}`;
    },
  };
};

/**
 * Each row with whitespace at random places and an escape in its product id: valid, but nothing that a fast path would
 * recognise.
 */
const deviating = (): Layout => {
  const random = createRandom(11);
  const gap = () => random.pick(['', '', ' ', '  ', '\n', '\t', '\r\n']);
  return {
    ...compact(),
    row({ productId, volume, quantity, date, time }) {
      const id = withOneEscape(productId, random.below(productId.length));
      return `{${gap()}"productId"${gap()}:${gap()}"${id}",${gap()}"salesVolume":${gap()}${volume}${gap()},"salesQuantity":${gap()}${quantity},${gap()}"lastChanged":{"date":${gap()}"${date}",${gap()}"time":"${time}"${gap()}}${gap()}}`;
    },
  };
};

export const LAYOUTS = { compact, pretty, shuffled, deviating };

/** `1000012` as `10\u00300012`: another text, the same id. */
function withOneEscape(id: string, at: number): string {
  const code = id.charCodeAt(at).toString(16).padStart(4, '0');
  return `${id.slice(0, at)}\\u${code}${id.slice(at + 1)}`;
}
