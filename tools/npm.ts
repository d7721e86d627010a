import { spawnSync } from 'node:child_process';

const LAST_LINES = 40;

/** Runs npm there to its end; throws with the last lines of what it said when it fails. Gives what it printed. */
export function runNpm(
  parameters: readonly string[],
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): string {
  const cli = process.env.npm_execpath;
  const [program, first] = cli === undefined ? ['npm', []] : [process.execPath, [cli]];
  const { status, error, stdout, stderr } = spawnSync(
    program,
    [...first, ...parameters, '--loglevel=error'],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...ownEnvironment(), ...settings },
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status === 0) return stdout;
  const said = `${stdout ?? ''}${stderr ?? ''}`.trim().split('\n').slice(-LAST_LINES).join('\n');
  throw new Error(
    `npm ${parameters.join(' ')} ended with ${error?.message ?? `code ${status}`} in ${folder}.\n${said}`,
  );
}

/** Without what the script that runs this was told about its own package. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_(package|lifecycle|config_local_prefix|command)|INIT_CWD$|NODE_OPTIONS$)/.test(name),
  );
  return Object.fromEntries(kept);
}
