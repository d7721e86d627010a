import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { ownEnvironment } from '../../../tools/npm.ts';

/** What `n8n-node lint` says. */
export interface Lint {
  readonly status: number | null;
  /** Lines of errors and warnings, and their count as eslint gives it; none when all is well. */
  readonly complaints: readonly string[];
  readonly output: string;
}

/** What the scanner says of the sources that the provenance points to, or of what npm delivers. */
export interface Scan {
  /** The scanner's own verdict; it lets warnings pass. */
  readonly passed: boolean;
  readonly details: string;
  /** Errors and warnings, as "file:line rule message". */
  readonly complaints: readonly string[];
  /** How many files were read. */
  readonly files: number;
}

/** `n8n-node lint` in a staged copy, as the author of a community node runs it. */
export function lint(tools: string, stage: string): Lint {
  const program = join(tools, 'node_modules/@n8n/node-cli/bin/n8n-node.mjs');
  const { status, stdout, stderr } = run([program, 'lint'], stage);
  const output = stripVTControlCharacters(`${stdout}${stderr}`);
  const complaints = output.split('\n').filter((line) => /^\s+\d+:\d+\s+(error|warning)\s|^✖/.test(line));
  return { status, complaints, output };
}

/** Both legs of `@n8n/scan-community-package`, one at a time. Throws when the scanner does not come to an end. */
export function scan(tools: string, folder: string, leg: 'source' | 'tarball'): Scan {
  const program = fileURLToPath(new URL('scan.mjs', import.meta.url));
  const { status, stdout, stderr } = run([program, tools, folder, leg], folder);
  if (status !== 0) throw new Error(`The scanner ended with code ${status}.\n${stdout}${stderr}`);
  return JSON.parse(stdout);
}

function run(parameters: readonly string[], folder: string) {
  // With NODE_ENV=test, as vitest sets it, the rules take every file for a node.
  const { NODE_ENV: _, ...environment }: NodeJS.ProcessEnv = ownEnvironment();
  const env = { ...environment, npm_config_offline: 'true' };
  return spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8', env });
}
