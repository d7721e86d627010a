import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { LARGEST_SHEET_BYTES, LARGEST_UNPACKED_BYTES, type WorkbookRefusal } from './table.ts';

/** The workbook can't be read. */
export class RefusedWorkbook extends Error {
  override readonly name = 'RefusedWorkbook';
  readonly refusal: WorkbookRefusal;

  constructor(refusal: WorkbookRefusal, cause?: unknown) {
    super(`the workbook is refused: ${refusal}`, { cause });
    this.refusal = refusal;
  }
}

/** The parts of a workbook. */
export interface Parts {
  /** Upper case doesn't matter: some programs write `SharedStrings.xml` and refer to `sharedStrings.xml`. */
  has(path: string): boolean;
  /**
   * The text of a part, in pieces; empty for one that is missing. A worksheet has at most LARGEST_SHEET_BYTES, all other
   * parts together LARGEST_UNPACKED_BYTES. They are counted while they are unpacked: a zip may say anything about its
   * sizes.
   * @throws RefusedWorkbook
   */
  textOf(path: string, isSheet?: boolean): AsyncGenerator<string, void>;
}

/** Reads only the list of parts. @throws RefusedWorkbook */
export async function openParts(bytes: Uint8Array): Promise<Parts> {
  const zip = await asRefusal(() =>
    fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  );
  const entries = await asRefusal(() => entriesOf(zip));
  const left = { sheet: LARGEST_SHEET_BYTES, others: LARGEST_UNPACKED_BYTES };
  return {
    has: (path) => entries.has(path.toLowerCase()),
    async *textOf(path, isSheet = false) {
      const entry = entries.get(path.toLowerCase());
      if (entry === undefined) return;
      if (entry.isEncrypted()) throw new RefusedWorkbook('encrypted');
      const stream = await asRefusal(() => zip.openReadStreamPromise(entry));
      const decoder = new TextDecoder('utf-8');
      for await (const chunk of chunksOf(stream)) {
        left[isSheet ? 'sheet' : 'others'] -= chunk.length;
        if (left.sheet < 0) throw new RefusedWorkbook('tooManyRows');
        if (left.others < 0) throw new RefusedWorkbook('tooLarge');
        yield decoder.decode(chunk, { stream: true });
      }
      yield decoder.decode();
    },
  };
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName.toLowerCase(), entry);
  return entries;
}

/** Unpacking ends when the loop over the chunks is left. */
async function* chunksOf(stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await asRefusal(() => chunks.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    stream.destroy();
  }
}

/** Whatever is wrong with a zip makes it damaged. */
async function asRefusal<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RefusedWorkbook ? error : new RefusedWorkbook('damaged', error);
  }
}
