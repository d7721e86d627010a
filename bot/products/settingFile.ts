import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Logger } from 'pino';
import { LARGEST_LIST_BYTES, tooLarge } from './listText.ts';
import type { ProductList } from './productList.ts';

/** The file of PRODUCT_LIST. */
export interface SettingFile {
  /**
   * Takes the file in when it is new or has changed; called at start and then again and again. A file that changes is
   * left alone until it is the same twice: somebody may be writing it. What is wrong goes to the log, once, and the
   * list from before still holds.
   */
  check(): Promise<void>;
  /** What was wrong at the last try, for App Home; undefined when nothing was. */
  readonly problem: string | undefined;
}

const MOST_LINES_LOGGED = 20;

export function createSettingFile(
  path: string,
  list: Pick<ProductList, 'importSettingFile'>,
  log: Logger,
): SettingFile {
  let problem: string | undefined;
  /** The state of the file that was taken or refused: nothing is to be done while it is in it. */
  let settled: string | undefined;
  let seen: string | undefined;

  const report = (sentence: string, lines: readonly string[] = []) => {
    const full = [sentence, ...lines].join('\n');
    if (full !== problem) log.error({ file: path }, `PRODUCT_LIST: ${full}`);
    problem = full;
  };

  const takeIn = async (bytes: Uint8Array): Promise<void> => {
    const outcome = await list.importSettingFile(bytes, basename(path));
    if (outcome?.kind !== 'refused') {
      problem = undefined;
      return;
    }
    const lines = outcome.mistakes
      .slice(0, MOST_LINES_LOGGED)
      .map(({ line, reason }) => `line ${line}: ${reason}.`);
    const more = outcome.mistakeCount - lines.length;
    report(outcome.sentence, more > 0 && lines.length > 0 ? [...lines, `and ${more} more lines.`] : lines);
  };

  const checkFile = async (file: FileHandle): Promise<void> => {
    const { size, mtimeMs, ino } = await file.stat();
    const state = `${ino} ${size} ${mtimeMs}`;
    if (state === settled) return;
    const isSteady = seen === undefined || seen === state;
    seen = state;
    if (!isSteady) return;
    if (size > LARGEST_LIST_BYTES) report(tooLarge(size));
    else await takeIn(await file.readFile());
    settled = state;
  };

  return {
    get problem() {
      return problem;
    },
    async check() {
      let file: FileHandle | undefined;
      try {
        file = await open(path, 'r');
        await checkFile(file);
      } catch (error) {
        if (!isFileError(error)) throw error;
        settled = undefined;
        report(
          `The file ${path} cannot be read: ${REASONS[error.code] ?? error.message}. Give the path of a CSV or TSV file.`,
        );
      } finally {
        await file?.close();
      }
    },
  };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is none',
  EACCES: 'the bot may not read it',
  EISDIR: 'it is a folder',
};

/** Of the file system; what the database throws is somebody else's to report. */
function isFileError(error: unknown): error is Error & { code: string; syscall: string } {
  return (
    error instanceof Error && 'syscall' in error && 'code' in error && FILE_CALLS.has(String(error.syscall))
  );
}

const FILE_CALLS = new Set(['open', 'stat', 'fstat', 'read']);
