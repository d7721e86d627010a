import { splitWords } from './words.ts';

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
  const words = splitWords(text);
  const [first] = words;
  if (first === undefined || first.toLowerCase() === 'help') return { kind: 'help' };
  const number = first.replace(/^store:/i, '');
  if (words.length === 1 && /^\d{1,15}$/.test(number)) return { kind: 'number', storeId: number };
  return { kind: 'search', words: words.join(' ') };
}
