import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };

/** What this process is built from. */
export interface Build {
  readonly version: string;
  /** The commit of the build; `unknown` where nothing was built, or nobody knew. */
  readonly commit: string;
}

export function readBuild(): Build {
  return { version: packageJson.version, commit: commitIn(new URL('../package.json', import.meta.url)) };
}

/** The build notes its commit in the package.json beside its folder; that of the sources has none. */
function commitIn(file: URL): string {
  try {
    const { commit } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof commit === 'string' ? commit : 'unknown';
  } catch {
    return 'unknown';
  }
}
