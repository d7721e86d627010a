import { createHash } from 'node:crypto';
import type { DigestFigures } from '../digest/figures.ts';
import type { StockLevel } from '../warehouse/stockSnapshots.ts';
import { change, counted, dayInWords, units } from './figures.ts';
import { context, escapeMrkdwn, header, type Message, type Rendering, section } from './message.ts';
import { type Cell, type Column, type Table, tableBlocks } from './table.ts';

const ROWS = 15;

/** The stock digest of a day: what needs action first, readable in ten seconds. */
export function digestMessage(figures: DigestFigures, rendering: Rendering, fingerprint: string): Message {
  const title = `Stock digest · ${dayInWords(figures.businessDate)}`;
  const sentence = summary(figures);
  return {
    text: `${title}: ${plain(sentence)}`,
    blocks: [
      { ...header(title), block_id: blockId(fingerprint) },
      section(sentence),
      ...tableBlocks(attention(figures), rendering),
      context(source(figures)),
    ],
  };
}

/** A second mark, besides the metadata, by which a posted digest can be found again. */
function blockId(fingerprint: string): string {
  return `digest:${createHash('sha256').update(fingerprint).digest('hex').slice(0, 32)}`;
}

function summary({ levels, totalStock, outOfStock, previous }: DigestFigures): string {
  if (levels.length === 0) return 'There is no stock of any of your products.';
  const lines = [
    `*${units(totalStock)} units* in stock${previous === undefined ? '' : ` (${change(totalStock - previous.totalStock)} since ${dayInWords(previous.businessDate)})`} of ${counted(levels.length, 'product')}`,
  ];
  if (outOfStock.length === levels.length) lines.push(':warning: *everything is out of stock*');
  else if (outOfStock.length > 0) {
    const fresh =
      previous === undefined
        ? ''
        : `, ${units(previous.newlyOut.length)} of them since ${dayInWords(previous.businessDate)}`;
    lines.push(`:warning: *${counted(outOfStock.length, 'product')} out of stock*${fresh}`);
  } else lines.push(':white_check_mark: nothing is out of stock');
  if (previous !== undefined && previous.backInStock.length > 0) {
    lines.push(`:package: back in stock: ${productNumbers(previous.backInStock)}`);
  }
  return lines.join('\n');
}

function productNumbers(levels: readonly StockLevel[]): string {
  const shown = levels
    .slice(0, 8)
    .map((level) => escapeMrkdwn(level.productId))
    .join(', ');
  return levels.length > 8 ? `${shown} and ${levels.length - 8} more` : shown;
}

/** Out of stock first, then what fell most; on the first day, what is in the fewest stores. */
function attention(figures: DigestFigures): Table {
  const columns: Column[] = [
    { title: 'Product', align: 'left' },
    { title: 'Units', align: 'right' },
    { title: 'Change', align: 'right' },
    { title: 'Stores', align: 'right' },
  ];
  const newlyOut = new Set(figures.previous?.newlyOut.map((level) => level.productId));
  const out = [...figures.outOfStock].sort(
    (a, b) => Number(newlyOut.has(b.productId)) - Number(newlyOut.has(a.productId)),
  );
  const rest =
    figures.previous?.falls ??
    figures.levels
      .filter((level) => level.stock > 0)
      .sort((a, b) => a.storesWithStock - b.storesWithStock || a.stock - b.stock);
  // Half the table stays for what is running out, however much is already gone.
  const shown = [...out.slice(0, Math.max(8, ROWS - rest.length)), ...rest].slice(0, ROWS);
  const number = (value: number): Cell => ({ value, text: units(value) });
  return {
    caption: 'Products that need attention: out of stock, then the largest falls',
    columns: figures.previous === undefined ? columns.filter((column) => column.title !== 'Change') : columns,
    rows: shown.map((level) => {
      const earlier = figures.previous?.stock.get(level.productId);
      const changed: Cell[] =
        figures.previous === undefined
          ? []
          : [
              earlier === undefined
                ? '–'
                : { value: level.stock - earlier, text: change(level.stock - earlier) },
            ];
      return [level.productId, number(level.stock), ...changed, number(level.storesWithStock)];
    }),
  };
}

function source({ businessDate, scope, levels }: DigestFigures): string {
  const products =
    scope === 'mine'
      ? 'the products in your own sales of the last 90 days'
      : 'all products of the chain (your own sales show none yet)';
  const updated = levels
    .filter((level) => level.updatedDate === businessDate)
    .map((level) => level.updatedTime)
    .sort()
    .at(-1);
  return `Stock of ${dayInWords(businessDate)}${updated === undefined ? '' : `, updated ${escapeMrkdwn(updated)}`} · ${products} · units in all stores together`;
}

/** A sentence of ours without its markup, for notifications. */
function plain(mrkdwn: string): string {
  return mrkdwn
    .replace(/:[a-z_]+: /g, '')
    .replaceAll('*', '')
    .replaceAll('\n', '; ');
}
