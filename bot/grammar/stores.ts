import { plainly } from './words.ts';

/** What `/stores` was asked. */
export type StoresQuestion =
  | { readonly kind: 'help' }
  | { readonly kind: 'number'; readonly storeId: string }
  | { readonly kind: 'search'; readonly words: string };

export const STORES_HELP = [
  '`/stores 143` – one store with address and hours',
  '`/stores oslo` – stores with that in their name or city',
].join('\n');

/** Reads the text behind `/stores`; any words are a search. */
export function parseStores(text: string): StoresQuestion {
  // A single quote belongs to a name, so only quotes around the whole are taken off.
  const words = plainly(text).replace(/^(["'])(.*)\1$/, '$2');
  if (words === '' || words.toLowerCase() === 'help') return { kind: 'help' };
  const number = words.replace(/^store:/i, '');
  if (/^\d{1,15}$/.test(number)) return { kind: 'number', storeId: number };
  return { kind: 'search', words };
}
