// Before `npm start`: compiles the bot into Node's cache in a process of its own, when its sources are not in it yet.
// Taking the types out of TypeScript keeps 15 MB for as long as the process lives, and the bot lives for weeks.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptEnvironment } from './scriptNode.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cache = resolve(root, process.env.NODE_COMPILE_CACHE || join('node_modules', '.cache', 'bot'));
const stampFile = join(cache, '.compiled');

if (changedAt() > compiledAt()) {
  const begun = new Date();
  const { status, error } = spawnSync(
    'node',
    // As the bot is started: code that was compiled with other flags is not taken.
    ['--max-semi-space-size=2', join('bot', 'compile.ts')],
    { cwd: root, stdio: 'inherit', env: { ...scriptEnvironment(root), NODE_COMPILE_CACHE: cache } },
  );
  if (status === 0) stamp(begun);
  else
    process.stderr.write(
      `The bot is not compiled ahead (${error?.message ?? `code ${status}`}); it starts all the same.\n`,
    );
}

/** When a source of the bot was last written, in milliseconds. */
function changedAt() {
  const times = ['bot', 'shared'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((file) => file.endsWith('.ts') && !file.includes('node_modules'))
      .map((file) => statSync(join(root, folder, file)).mtimeMs),
  );
  return Math.max(...times);
}

function compiledAt() {
  return statSync(stampFile, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function stamp(instant) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(stampFile, `${instant.toISOString()}\n`);
}
