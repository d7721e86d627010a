import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Streams } from '../../../nodes/service/streams.ts';

async function* parts(): AsyncGenerator<Buffer, void, undefined> {
  yield Buffer.from('one,');
  yield Buffer.from('two');
}

test.each([Readable.from([]), new PassThrough()])(
  'the class of a body that is a stream makes another',
  async (body) => {
    const streams = new Streams();
    streams.learnFrom(body);
    const stream = streams.streamOf(parts());
    expect(stream).toBeInstanceOf(Readable);
    expect(String(await buffer(stream ?? Readable.from([])))).toBe('one,two');
  },
);

test.each([
  ['bytes', Buffer.from('[]')],
  ['a list', []],
  ['a record', {}],
  ['text', '[]'],
  ['nothing', null],
])('%s in the place of a stream makes none', (_, body) => {
  const streams = new Streams();
  streams.learnFrom(body);
  expect(streams.streamOf(parts())).toBeUndefined();
});
