import { accessWords } from '../../../../bot/access/words/words.ts';
import { askWords } from '../../../../bot/ask/words/words.ts';
import { homeWords } from '../../../../bot/home/words/words.ts';
import type { Catalog } from '../../../../bot/language/language.ts';
import { parseWords } from '../../../../bot/parse/words/words.ts';
import { productsWords } from '../../../../bot/products/words/words.ts';
import { salesAlertWords } from '../../../../bot/sales/words/alerts.ts';
import { salesWords } from '../../../../bot/sales/words/words.ts';
import { alertWords } from '../../../../bot/standing/words/alerts.ts';
import { digestWords } from '../../../../bot/standing/words/words.ts';
import { stockAlertWords } from '../../../../bot/stock/words/alerts.ts';
import { stockWords } from '../../../../bot/stock/words/words.ts';
import { storesWords } from '../../../../bot/stores/words/words.ts';

/** Every sentence of a language: those on the ground and those of each room. */
export function everyRoom(t: Catalog) {
  const { code, ...ground } = t;
  return {
    ...ground,
    access: accessWords(t),
    alerts: alertWords(t),
    ask: askWords(t),
    digest: digestWords(t),
    home: homeWords(t),
    parse: parseWords(t),
    products: productsWords(t),
    sales: salesWords(t),
    stock: stockWords(t),
    salesAlerts: salesAlertWords(t),
    stockAlerts: stockAlertWords(t),
    stores: storesWords(t),
  };
}
