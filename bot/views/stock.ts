import type { StockAnswer } from '../answers/stock.ts';
import { counted, dayInWords, units } from './figures.ts';
import { context, escapeMrkdwn, type Message, type Rendering, section } from './message.ts';
import { type Table, tableBlocks } from './table.ts';

const ROWS = 25;

/** The answer to `/stock`. */
export function stockMessage(answer: StockAnswer, rendering: Rendering): Message {
  const sentence = sentenceOf(answer);
  const shown = rowsShown(answer);
  const left = answer.levels.length - shown.length;
  return {
    text: sentence.replaceAll('*', ''),
    blocks: [
      section(sentence),
      ...tableBlocks({ ...tableOf(answer), rows: shown }, rendering),
      context(
        `Stock of ${dayInWords(answer.snapshot.businessDate)} · units in all stores together${left > 0 ? ` · ${counted(left, 'more product')} not shown` : ''}`,
      ),
    ],
  };
}

function sentenceOf({ kind, levels, scope, snapshot, unknown }: StockAnswer): string {
  const day = dayInWords(snapshot.businessDate);
  const whose = scope === 'mine' ? 'your products' : 'all products';
  const total = levels.reduce((sum, level) => sum + level.stock, 0);
  const [first] = levels;
  if (kind === 'out') {
    return levels.length === 0
      ? `None of ${whose} is out of stock on ${day}.`
      : `*${counted(levels.length, 'product')}* of ${whose} ${levels.length === 1 ? 'is' : 'are'} out of stock on ${day}.`;
  }
  if (kind === 'products') {
    const missing =
      unknown.length === 0 ? '' : ` Not in the stock: ${unknown.map((id) => escapeMrkdwn(id)).join(', ')}.`;
    if (levels.length === 1 && first !== undefined) {
      return `Product ${escapeMrkdwn(first.productId)}: *${units(first.stock)} units* in ${counted(first.storesWithStock, 'store')} on ${day}.${missing}`;
    }
    return `${counted(levels.length, 'product')}: *${units(total)} units* on ${day}.${missing}`;
  }
  if (levels.length === 0) {
    return scope === 'mine'
      ? `None of your products is in the stock of ${day}; \`/stock all\` shows every product.`
      : `The stock of ${day} is empty.`;
  }
  const out = levels.filter((level) => level.stock <= 0).length;
  return `*${units(total)} units* of ${counted(levels.length, 'product')} (${whose}) on ${day}; ${out === 0 ? 'none is out of stock' : `*${units(out)}* out of stock`}.`;
}

/** The overview leads with what is scarce, a list of products with what was asked for. */
function rowsShown(answer: StockAnswer): Table['rows'] {
  const levels = [...answer.levels];
  if (answer.kind === 'overview') levels.sort((a, b) => a.stock - b.stock);
  return levels
    .slice(0, ROWS)
    .map((level) => [
      level.productId,
      { value: level.stock, text: units(level.stock) },
      { value: level.storesWithStock, text: units(level.storesWithStock) },
      level.updatedDate,
    ]);
}

function tableOf(answer: StockAnswer): Table {
  return {
    caption: answer.kind === 'out' ? 'Products out of stock' : 'Stock per product',
    columns: [
      { title: 'Product', align: 'left' },
      { title: 'Units', align: 'right' },
      { title: 'Stores', align: 'right' },
      { title: 'Updated', align: 'left' },
    ],
    rows: [],
  };
}
