import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { IconButton } from './icon.tsx';
import { usePage } from './page.ts';

interface Cell {
  readonly type: string;
  readonly text?: string | undefined;
  /** What a number is sorted by. */
  readonly value?: number | undefined;
}

interface DataTableProps {
  readonly caption: string;
  /** The head first. */
  readonly rows: readonly (readonly Cell[])[];
  readonly pageSize: number;
}

interface Order {
  readonly column: number;
  readonly isDescending: boolean;
}

/** Slack's data table: pages, and columns that are sorted by a click on their head, numbers as numbers. */
export function DataTable({ caption, rows, pageSize }: DataTableProps): JSX.Element {
  const { words } = usePage();
  const [head = [], ...body] = rows;
  const [order, setOrder] = useState<Order>();
  const [page, setPage] = useState(0);
  const pages = Math.max(1, Math.ceil(body.length / pageSize));
  const sorted = order === undefined ? body : body.toSorted(comparing(order));
  const from = Math.min(page, pages - 1) * pageSize;
  const shown = sorted.slice(from, from + pageSize);
  const isNumber = (column: number) => body.some((row) => row[column]?.type === 'raw_number');
  const sort = (column: number) => {
    const isAgain = order?.column === column;
    // As in Slack: up, down, and as it came.
    setOrder(isAgain && order.isDescending ? undefined : { column, isDescending: isAgain });
    setPage(0);
  };
  return (
    <div class="table">
      <div class="wide">
        <table aria-label={caption}>
          <thead>
            <tr>
              {head.map((cell, column) => (
                <th key={column} class={isNumber(column) ? 'number' : ''} aria-sort={sortOf(order, column)}>
                  <button type="button" onClick={() => sort(column)}>
                    {cell.text}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => (
              <tr key={from + at}>
                {row.map((cell, column) => (
                  <td key={column} class={isNumber(column) ? 'number' : ''}>
                    {cell.text ?? cell.value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <div class="pages">
          <span>{words.rows(from + 1, from + shown.length, body.length)}</span>
          <IconButton
            name="back"
            label={words.previous}
            isDisabled={page === 0}
            onClick={() => setPage(page - 1)}
          />
          <IconButton
            name="forward"
            label={words.next}
            isDisabled={page === pages - 1}
            onClick={() => setPage(page + 1)}
          />
        </div>
      )}
    </div>
  );
}

function sortOf(order: Order | undefined, column: number): 'ascending' | 'descending' | 'none' {
  if (order?.column !== column) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}

function comparing({
  column,
  isDescending,
}: Order): (one: readonly Cell[], other: readonly Cell[]) => number {
  const sign = isDescending ? -1 : 1;
  return (one, other) => {
    const [left, right] = [one[column], other[column]];
    if (left?.value !== undefined && right?.value !== undefined) return sign * (left.value - right.value);
    return sign * (left?.text ?? '').localeCompare(right?.text ?? '', 'nb', { numeric: true });
  };
}
