import { basename, dirname } from 'node:path';

/** Where an export writes: all in one folder, so that a rename is one step. */
export interface ExportPaths {
  readonly out: string;
  readonly part: string;
  readonly journal: string;
  readonly folder: string;
  /** Names for messages. */
  readonly outName: string;
  readonly partName: string;
}

export function pathsOf(out: string): ExportPaths {
  return {
    out,
    part: `${out}.part`,
    journal: `${out}.part.json`,
    folder: dirname(out),
    outName: basename(out),
    partName: `${basename(out)}.part`,
  };
}
