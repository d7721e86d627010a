import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };

/** The version that this process runs. */
export interface Build {
  readonly version: string;
  /** The commit of the build; `unknown` when running from sources, or when the build had none. */
  readonly commit: string;
}

export function readBuild(): Build {
  return { version: packageJson.version, commit: commitIn(new URL('../package.json', import.meta.url)) };
}

/** The build writes its commit to its package.json; that of the sources has none. */
function commitIn(file: URL): string {
  try {
    const { commit } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof commit === 'string' ? commit : 'unknown';
  } catch {
    return 'unknown';
  }
}
