export interface BannedGlobal {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

export function bannedGlobalsIn(files: readonly string[]): BannedGlobal[];
