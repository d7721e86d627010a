import { PageDriftError, UnexpectedResponseError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import { nextLinkOf } from '../../../../shared/http/nextLink.ts';
import { createMemoryClient, nested, pageOf, saleOf } from '../../../support/memoryService.ts';
import { httpAnswer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, KEY, rejection } from '../../../support/testClient.ts';

const productOf = (number: number) => ({
  productId: String(number),
  stock: 5,
  numberOfStoresWithStock: 1,
  updatedDate: '2026-11-20',
  updatedTime: '08:24:00',
});
const STOCK = Array.from({ length: 7 }, (_, number) => productOf(number));

/** Stock in pages of two, each with the link (and the total) that the test gives it; tells which offsets were asked. */
function linking(link: (end: number) => string | undefined, total?: number) {
  const starts: number[] = [];
  const client = createMemoryClient((request) => {
    const start = Number(request.query.start ?? 0);
    starts.push(start);
    const value = link(start + Number(request.query.maxResults));
    return {
      data: pageOf(STOCK, request),
      headers: {
        ...(value === undefined ? {} : { link: value }),
        ...(total === undefined ? {} : { 'x-total-count': String(total) }),
      },
    };
  });
  return { read: () => client.accumulatedStock({}, { pageSize: 2 }).toArray(), starts };
}

/** The offset behind the page, unless it is the last one. */
const honest = (end: number) =>
  end < STOCK.length ? `<https://retail.example.test/x?start=${end}>; rel="next"` : undefined;

describe('a link that agrees', () => {
  test.each([undefined, 7])('changes nothing, with a total of %s', async (total) => {
    const { read, starts } = linking(honest, total);
    expect(await read()).toEqual(STOCK);
    expect(starts).toEqual(total === undefined ? [0, 1, 3, 5, 6, 7] : [0, 1, 3, 5]);
  });

  test.each([
    ['absent', () => undefined],
    ['empty', () => ''],
    ['no link at all', () => 'next page please'],
    ['not closed', () => '<https://retail.example.test/x?start=999; rel=next'],
    ['of another relation', () => '<https://retail.example.test/x?start=0>; rel="prev"'],
    ['counting pages', (end: number) => `</x?page=${end}>; rel=next`],
    ['with an offset that is none', () => '</x?start=two>; rel=next'],
  ])('or says nothing, being %s, is let be', async (_, link) => {
    const { read, starts } = linking(link);
    expect(await read()).toEqual(STOCK);
    expect(starts).toEqual([0, 1, 3, 5, 6, 7]);
  });

  test('is found in any case of the header, and never followed, to no host', async () => {
    const other = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const service = await startRawServer((socket, _, { head }) => {
      const start = Number(/start=(\d+)/.exec(head)?.[1] ?? 0);
      const end = start + Number(/maxResults=(\d+)/.exec(head)?.[1]);
      const link = `<${other.url}/press-products/v0/accumulated-stock?start=${end}>; rel="next"`;
      socket.write(httpAnswer(JSON.stringify(STOCK.slice(start, end)), { LINK: link, 'X-TOTAL-count': '7' }));
    });
    const client = createTestClient({ baseUrl: service.url });
    expect(await client.accumulatedStock({}, { pageSize: 4 }).toArray()).toEqual(STOCK);
    // The last page links on although the total is reached: further calls show that nothing is there.
    expect(service.requests.map(({ head }) => /start=\d+/.exec(head)?.[0])).toEqual([
      undefined,
      'start=3',
      'start=6',
      'start=7',
    ]);
    expect(other.requests).toEqual([]);
    expect(other.openSockets()).toBe(0);
  });
});

describe('a link that contradicts', () => {
  test('the offset ends the read where nothing else would show the rows missed', async () => {
    const { read, starts } = linking((end) => `</x?start=${end + 1}&key=${KEY}>; rel=next`);
    const error = await rejection(read());
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(String(error)).toContain('after row 2 the service links to a next page that begins at row 3');
    expect(String(error)).not.toContain(KEY);
    expect(starts).toEqual([0]);
  });

  test('the offset is outvoted by a total that the rows reach', async () => {
    const { read, starts } = linking((end) => (end < 7 ? `</x?start=${end + 1}>; rel=next` : ''), 7);
    expect(await read()).toEqual(STOCK);
    expect(starts).toEqual([0, 1, 3, 5]);
  });

  test('the end costs one call, which shows the total to be too small', async () => {
    const { read, starts } = linking(honest, 4);
    const error = await rejection(read());
    expect(error).toBeInstanceOf(PageDriftError);
    expect(String(error)).toContain('6 rows came of a total of 4');
    expect(starts).toEqual([0, 1, 3]);
  });

  test('the end ends the read where there is no more: a total too large is noticed', async () => {
    const { read } = linking(honest, 9);
    expect(String(await rejection(read()))).toContain('7 of 9 rows');
  });

  test('is not looked at once the limit is reached', async () => {
    const client = createMemoryClient((request) => ({
      data: pageOf(STOCK, request),
      headers: { link: '</x?start=999>; rel=next' },
    }));
    expect(await client.accumulatedStock({}, { limit: 3 }).toArray()).toEqual(STOCK.slice(0, 3));
  });

  test('daily sales are held to it too', async () => {
    const rows = [1, 2, 3].map((product) => saleOf(1, 1, product));
    const client = createMemoryClient((request) => ({
      data: nested(pageOf(rows, request)),
      headers: { link: '</x?start=1>; rel=next' },
    }));
    expect(await rejection(client.dailySales({}, { pageSize: 2 }).toArray())).toMatchObject({
      kind: 'unexpectedResponse',
      operation: 'dailySales',
    });
  });
});

test.each<[string, number | undefined | null]>([
  ['<?start=5>; rel=next', 5],
  ['<https://a.example/b?maxResults=2&start=5#c>;REL="Next"', 5],
  ['<a?start=1>; rel="prev", <a?start=5>; title="x"; rel="last next"', 5],
  ['<a?start=1>; rel=first, <a?start=5>; rel=next; type="text/html"', 5],
  ['<a?start=%35>; rel=next', 5],
  ['<a>; rel=next', undefined],
  ['<a?start=-5>; rel=next', undefined],
  ['<a?start=5>; rel=nextish', null],
  ['<a?start=5>', null],
  ['rel=next', null],
  ['<<<<>>>>;;;,,,', null],
])('the link %s begins at %s', (header, start) => {
  expect(nextLinkOf(header)).toEqual(start === null ? undefined : { start });
});
