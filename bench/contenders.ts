import type { BodyName } from './service/bodies.ts';

/** The ways to read an answer, each in a file of its own so that a run loads nothing else. */
export type ReaderName =
  | 'discard'
  | 'undiciJson'
  | 'undiciTotals'
  | 'fetchJson'
  | 'openapiFetch'
  | 'generatedClient'
  | 'clientBatches'
  | 'clientRows'
  | 'clientTotals'
  | 'clientStock';

export interface Contender {
  /** What `--only` takes. */
  readonly name: string;
  readonly title: string;
  readonly reader: ReaderName;
  readonly body: BodyName;
  /** The contender its ratios are against: whole-body parsing of the same body, nothing checked. */
  readonly reference: string;
}

export const CONTENDERS: readonly Contender[] = [
  sales('discard', 'undici, bytes discarded', 'discard', 'plain'),
  sales('json', 'undici body.json()', 'undiciJson', 'plain'),
  sales('fetch', 'global fetch().json()', 'fetchJson', 'plain'),
  sales('openapi-fetch', 'openapi-fetch', 'openapiFetch', 'plain'),
  sales('hey-api', 'hey-api client, generated zod', 'generatedClient', 'plain'),
  sales('batches', 'this client, batches', 'clientBatches', 'plain'),
  sales('rows', 'this client, row by row', 'clientRows', 'plain'),
  {
    ...sales('totals-json', 'json(), per product and store', 'undiciTotals', 'plain'),
    reference: 'totals-json',
  },
  {
    ...sales('totals', 'this client, per product and store', 'clientTotals', 'plain'),
    reference: 'totals-json',
  },
  sales('gzip-json', 'gzip: undici, gunzip, json()', 'undiciJson', 'gzip'),
  sales('gzip', 'gzip: this client', 'clientBatches', 'gzip'),
  sales('pretty-json', 'pretty: undici body.json()', 'undiciJson', 'pretty'),
  sales('pretty', 'pretty: this client', 'clientBatches', 'pretty'),
  sales('shuffled-json', 'shuffled: undici body.json()', 'undiciJson', 'shuffled'),
  sales('shuffled', 'shuffled: this client', 'clientBatches', 'shuffled'),
  sales('deviating-json', 'deviating: undici body.json()', 'undiciJson', 'deviating'),
  sales('deviating', 'deviating: this client', 'clientBatches', 'deviating'),
  {
    name: 'stock-json',
    title: 'stock: undici body.json()',
    reader: 'undiciJson',
    body: 'stock',
    reference: 'stock-json',
  },
  {
    name: 'stock',
    title: 'stock: this client',
    reader: 'clientStock',
    body: 'stock',
    reference: 'stock-json',
  },
];

function sales(name: string, title: string, reader: ReaderName, body: BodyName): Contender {
  return { name, title, reader, body, reference: body === 'plain' ? 'json' : `${body}-json` };
}

/**
 * The contenders of those names, each with its reference.
 * @throws Error when a name is none of theirs.
 */
export function chooseContenders(names: readonly string[]): Contender[] {
  if (names.length === 0) return [...CONTENDERS];
  const wanted = new Set<string>();
  for (const name of names) {
    const contender = CONTENDERS.find((candidate) => candidate.name === name);
    if (contender === undefined) {
      const known = CONTENDERS.map((candidate) => candidate.name).join(', ');
      throw new Error(`There is no contender "${name}". There are: ${known}.`);
    }
    wanted.add(contender.name).add(contender.reference);
  }
  return CONTENDERS.filter((contender) => wanted.has(contender.name));
}
