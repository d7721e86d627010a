import { once } from 'node:events';
import { createServer } from 'node:http';
import { type SalesBook, stockOf, stockPage, writeSalesBook } from './rows.ts';

/** Rows behind each base URL path of this service. */
export interface BenchSize {
  readonly sales: number;
  readonly stock: number;
  readonly all: number;
}

/** What this process says once it serves. Below `/sales` and `/all` are daily sales, below `/stock` the stock. */
export interface BenchService {
  readonly origin: string;
  /** Items sold, and units in stock, of all rows together. */
  readonly quantities: Readonly<Record<keyof BenchSize, number>>;
}

/** The service of the bench in a process of its own. As the real one it gives no total with daily sales. */
const size: BenchSize = JSON.parse(process.argv[2] ?? '');
const books: Readonly<Record<string, SalesBook>> = {
  sales: writeSalesBook(size.sales),
  all: writeSalesBook(size.all),
};
// Written ahead of time as the sales are: on a busy machine the writing would be most of what is measured.
const wholeStock = Buffer.from(stockPage(size.stock, 0, size.stock));
let stockUnits = 0;
for (let row = 0; row < size.stock; row += 1) stockUnits += stockOf(row);

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const name = url.pathname.split('/')[1] ?? '';
  const start = Number(url.searchParams.get('start') ?? 0);
  const maxResults = Number(url.searchParams.get('maxResults') ?? 1_048_575);
  response.setHeader('content-type', 'application/json');
  if (name === 'stock') {
    response.setHeader('x-total-count', size.stock);
    const isWhole = start === 0 && maxResults >= size.stock;
    return void response.end(isWhole ? wholeStock : stockPage(size.stock, start, maxResults));
  }
  const book = books[name];
  if (book === undefined) return void response.writeHead(404).end('[]');
  response.end(book.page(start, maxResults));
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error("The bench's service has no port.");
const ready: BenchService = {
  origin: `http://127.0.0.1:${address.port}`,
  quantities: { sales: books.sales?.quantity ?? 0, all: books.all?.quantity ?? 0, stock: stockUnits },
};
process.send?.(ready);
process.once('disconnect', () => process.exit(0));
