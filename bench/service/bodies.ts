import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { emptyTally, type Tally } from '../tally.ts';
import { type LastPage, writeSales } from './sales.ts';
import { writeStock } from './stock.ts';

/** The answers the bench's service holds. `gzip` is `plain`, compressed. */
export const BODY_NAMES = ['plain', 'gzip', 'pretty', 'shuffled', 'deviating', 'stock'] as const;
export type BodyName = (typeof BODY_NAMES)[number];

export interface BodySize {
  /** Rows of daily sales. */
  readonly sales: number;
  /** Products of accumulated stock. */
  readonly stock: number;
}

export interface Body {
  /** As many bytes in each piece as one write sends. */
  readonly pieces: readonly Buffer[];
  /** The page that begins with the last row, uncompressed. */
  readonly lastPage: string;
  readonly written: Readonly<Tally>;
}

const WRITE_BYTES = 256 * 1024;

export async function makeBody(name: BodyName, size: BodySize): Promise<Body> {
  const tally = emptyTally();
  const last = { page: '[]' };
  const pieces = await piecesOf(name, size, tally, last);
  tally.bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return { pieces, lastPage: last.page, written: tally };
}

async function piecesOf(name: BodyName, size: BodySize, tally: Tally, last: LastPage): Promise<Buffer[]> {
  switch (name) {
    case 'plain':
      return inPieces(writeSales(size.sales, 'compact', tally, last));
    case 'gzip':
      return gzipped(inPieces(writeSales(size.sales, 'compact', tally, last)));
    case 'stock':
      return inPieces(writeStock(size.stock, tally));
    default:
      return inPieces(writeSales(size.sales, name, tally, last));
  }
}

/** Every text is ASCII, so a character is a byte. */
function inPieces(texts: Iterable<string>): Buffer[] {
  const pieces: Buffer[] = [];
  let piece = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let filled = 0;
  for (const text of texts) {
    let rest = text;
    while (rest.length > 0) {
      const taken = piece.write(rest, filled, 'latin1');
      filled += taken;
      rest = rest.slice(taken);
      if (filled < WRITE_BYTES) continue;
      pieces.push(piece);
      piece = Buffer.allocUnsafeSlow(WRITE_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) pieces.push(piece.subarray(0, filled));
  return pieces;
}

function gzipped(pieces: readonly Buffer[]): Promise<Buffer[]> {
  return Readable.from(pieces)
    .pipe(createGzip({ level: 6, chunkSize: WRITE_BYTES }))
    .toArray();
}
