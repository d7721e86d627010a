import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import type { Streams } from './streams.ts';

type Parts = AsyncGenerator<Buffer, void, undefined>;

/**
 * Hands a file to n8n part by part as it is made: where n8n keeps files on disk, the whole never stands in memory. An
 * error of the making comes out as it is, and nothing of the file is left.
 */
export async function storeFile(
  context: IExecuteFunctions,
  streams: Streams,
  parts: Parts,
  fileName: string,
  mimeType: string,
): Promise<IBinaryData> {
  // With the first part an answer of the service has come, and with it the class of its stream.
  const first = await parts.next();
  const watched = new WatchedParts(first, parts);
  const stream = streams.streamOf(watched.all());
  // A stream that ends early would end the whole process if nobody listened.
  stream?.on('error', () => undefined);
  let outcome: { readonly file: IBinaryData } | { readonly file?: undefined; readonly error: unknown };
  try {
    const content = stream ?? Buffer.concat(await listOf(watched.all()));
    outcome = { file: await context.helpers.prepareBinaryData(content, fileName, mimeType) };
  } catch (error) {
    outcome = { error };
  }
  stream?.destroy();
  if (outcome.file !== undefined) return outcome.file;
  // A store that refused before it read a part leaves the answer open.
  await parts.return();
  throw watched.failure === undefined ? outcome.error : watched.failure.error;
}

/** The parts again from the first; remembers what broke them, as some stores of n8n wrap it. */
class WatchedParts {
  failure: { readonly error: unknown } | undefined;
  readonly #first: IteratorResult<Buffer, void>;
  readonly #rest: Parts;

  constructor(first: IteratorResult<Buffer, void>, rest: Parts) {
    this.#first = first;
    this.#rest = rest;
  }

  async *all(): Parts {
    if (this.#first.done === true) return;
    try {
      yield this.#first.value;
      for await (const part of this.#rest) yield part;
    } catch (error) {
      this.failure = { error };
    }
    if (this.failure !== undefined) throw this.failure.error;
  }
}

async function listOf(parts: Parts): Promise<Buffer[]> {
  const list: Buffer[] = [];
  for await (const part of parts) list.push(part);
  return list;
}
