import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { type Catalog, languageFor, type Worded } from '../language/language.ts';
import { LARGEST_LIST_BYTES, tooLarge } from './listText.ts';
import type { ProductList } from './productList.ts';
import { productsWords } from './words/words.ts';

export interface ProductFileWatch {
  /**
   * Imports the file of PRODUCT_LIST when it is new or has changed. Call it periodically. A changed file is imported once two checks find the same state, since it may still be written. A
   * problem is logged once, and the previous list still applies.
   */
  check(): Promise<void>;
  /** Imports the file even if it hasn't changed, after an uploaded list was removed. */
  importAgain(): Promise<void>;
  /** The problem of the last check, for App Home; undefined for none, and without the setting. */
  readonly problem: Worded | undefined;
}

const MAX_LINES_LOGGED = 20;

/** `path` is undefined when PRODUCT_LIST isn't set. */
export function watchProductFile(
  path: string | undefined,
  list: Pick<ProductList, 'importConfiguredFile'>,
  log: Logger,
): ProductFileWatch {
  let problem: Worded | undefined;
  let logged: string | undefined;
  /** The state in which the file was last imported or refused: while it stays the same, there is nothing to do. */
  let settled: string | undefined;
  let seen: string | undefined;

  const report = (worded: Worded) => {
    const sentence = worded(languageFor('en').t);
    if (sentence !== logged) log.error({ file: path }, `PRODUCT_LIST: ${sentence}`);
    [problem, logged] = [worded, sentence];
  };

  const importBytes = async (bytes: Uint8Array, name: string): Promise<void> => {
    const outcome = await list.importConfiguredFile(bytes, name);
    if (outcome?.kind !== 'refused') {
      problem = undefined;
      logged = undefined;
      return;
    }
    const { sentence, unit, mistakes, mistakeCount } = outcome;
    report((t) => {
      const lines = mistakes
        .slice(0, MAX_LINES_LOGGED)
        .map(({ line, reason }) => productsWords(t).line(line, unit, reason(t)));
      const more = mistakeCount - lines.length;
      return [
        sentence(t),
        ...lines,
        ...(more > 0 && lines.length > 0 ? [productsWords(t).moreLines(more, unit)] : []),
      ].join('\n');
    });
  };

  const checkFile = async (file: FileHandle, name: string): Promise<void> => {
    const { size, mtimeMs, ino } = await file.stat();
    const state = `${ino} ${size} ${mtimeMs}`;
    if (state === settled) return;
    const isSteady = seen === undefined || seen === state;
    seen = state;
    if (!isSteady) return;
    if (size > LARGEST_LIST_BYTES) report(tooLarge(size));
    else await importBytes(await file.readFile(), name);
    settled = state;
  };

  const checkPath = async (known: string): Promise<void> => {
    let file: FileHandle | undefined;
    try {
      file = await open(known, 'r');
      await checkFile(file, basename(known));
    } catch (error) {
      if (!isFileError(error)) throw error;
      settled = undefined;
      report((t) => productsWords(t).unreadableFile(known, reasonOf(error, t)));
    } finally {
      await file?.close();
    }
  };

  const check = async () => {
    if (path !== undefined) await checkPath(path);
  };
  return {
    get problem() {
      return problem;
    },
    check,
    importAgain() {
      settled = undefined;
      return check();
    },
  };
}

function reasonOf({ code, message }: FileError, t: Catalog): string {
  const { ENOENT, EACCES, EISDIR } = productsWords(t).fileErrors;
  switch (code) {
    case 'ENOENT':
      return ENOENT;
    case 'EACCES':
      return EACCES;
    case 'EISDIR':
      return EISDIR;
    default:
      return message;
  }
}

type FileError = Error & { readonly code: string; readonly syscall: string };

/** Whether an error comes from the file system; others, such as the database's, are thrown on. */
function isFileError(error: unknown): error is FileError {
  return (
    error instanceof Error && 'syscall' in error && 'code' in error && FILE_CALLS.has(String(error.syscall))
  );
}

const FILE_CALLS = new Set(['open', 'stat', 'fstat', 'read']);
