import type { SalesAnswer } from '../answers/sales.ts';
import { counted, dayInWords, litres, quantity } from './figures.ts';
import { context, escapeMrkdwn, type Message, type Rendering, section } from './message.ts';
import { type Table, tableBlocks } from './table.ts';

const ROWS = 25;
const TITLES = { product: 'Product', store: 'Store', day: 'Day', week: 'Week' } as const;

/** The answer to `/sales`: the sums first, then the groups. */
export function salesMessage(answer: SalesAnswer, rendering: Rendering): Message {
  const { days, productId, storeId, by } = answer.question;
  const period =
    days.from === days.to ? dayInWords(days.from) : `${dayInWords(days.from)} – ${dayInWords(days.to)}`;
  const narrowed = [
    productId === undefined ? '' : ` of product ${escapeMrkdwn(productId)}`,
    storeId === undefined ? '' : ` in store ${escapeMrkdwn(storeId)}`,
  ].join('');
  if (answer.rows === 0) {
    const text = `No sales${narrowed} on ${period}: nothing was sold, the stores were closed, or the day is not delivered yet.`;
    return { text, blocks: [section(text)] };
  }
  const sentence = `Sales${narrowed}, ${period}: *${litres(answer.millilitres)} litres*, *${quantity(answer.quantity)} items*.`;
  const left = answer.groups.length - ROWS;
  return {
    text: sentence.replaceAll('*', ''),
    blocks: [
      section(sentence),
      ...tableBlocks(tableOf(answer), rendering),
      context(
        [
          `${counted(answer.products, 'product')} in ${counted(answer.stores, 'store')} on ${counted(answer.days, 'day')} with sales`,
          ...(left > 0 ? [`${counted(left, `more ${by}`)} not shown`] : []),
          'returns count as minus',
        ].join(' · '),
      ),
    ],
  };
}

function tableOf({ question, groups }: SalesAnswer): Table {
  return {
    caption: `Sales by ${question.by}`,
    columns: [
      { title: TITLES[question.by], align: 'left' },
      { title: 'Litres', align: 'right' },
      { title: 'Items', align: 'right' },
    ],
    rows: groups
      .slice(0, ROWS)
      .map((group) => [
        group.key,
        { value: group.millilitres / 1000, text: litres(group.millilitres) },
        { value: group.quantity, text: quantity(group.quantity) },
      ]),
  };
}
