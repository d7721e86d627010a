import { spawn } from 'node:child_process';
import { cpSync, type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { builtPackage, packageRoot } from '../build.ts';

const SOURCES = ['nodes', 'credentials', 'shared'];
const BUILT_FROM = /\.(ts|json|svg)$/;
const NOT_WATCHED = /(^|\/)(dist|node_modules)\//;
/** An editor writes a file in several steps. */
const SETTLED_MS = 200;

/**
 * Builds the package after each change of a source, and puts what was built over the installed one. n8n takes it up by
 * itself when N8N_DEV_RELOAD is set.
 */
export function watchSources(installed: string, say: (text: string) => void): Disposable {
  let timer: NodeJS.Timeout | undefined;
  let building = Promise.resolve();
  const build = async () => {
    const failed = await builds();
    if (failed !== undefined) return say(failed);
    cpSync(builtPackage, installed, { recursive: true });
    say(`Built at ${new Date().toLocaleTimeString('en-GB')}; n8n has the new nodes.`);
  };
  let watchers: FSWatcher[] = [];
  const close = () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
  const open = () => {
    close();
    watchers = SOURCES.map((folder) => watch(join(packageRoot, folder), { recursive: true }, onChange));
  };
  const onChange = (_: string, name: string | null) => {
    if (name === null || !BUILT_FROM.test(name) || NOT_WATCHED.test(`${name}/`)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Most editors put a new file in the old one's place, which a watcher then does not see again.
      open();
      building = building.then(build);
    }, SETTLED_MS);
  };
  open();
  return { [Symbol.dispose]: close };
}

/** What the build said when it failed. */
async function builds(): Promise<string | undefined> {
  const child = spawn(process.execPath, [join(packageRoot, 'scripts', 'build.mjs')], {
    cwd: packageRoot,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve(code === 0 ? undefined : said));
  });
}
