import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundlePage } from './bundlePage.ts';

export interface PageFile {
  readonly type: string;
  readonly bytes: Uint8Array;
}

const TYPES: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'main.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};

const folder = join(dirname(fileURLToPath(import.meta.url)), 'page');
let bundled: Promise<Uint8Array> | undefined;

/** A file of the page; undefined if the page has none of that name. */
export async function pageFile(name: string): Promise<PageFile | undefined> {
  const type = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  return type === undefined ? undefined : { type, bytes: await bytesOf(name) };
}

/** The built bot has all files; its sources have no script, which is bundled once. */
async function bytesOf(name: string): Promise<Uint8Array> {
  try {
    return await readFile(join(folder, name));
  } catch (error) {
    if (name !== 'main.js') throw error;
    bundled ??= bundlePage().then(({ script }) => script);
    return bundled;
  }
}
