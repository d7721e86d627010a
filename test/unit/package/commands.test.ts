import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_NAMES } from '../../../scripts/build/bot.mjs';
import { helpOf } from '../../../shared/cli/sales/flags.ts';
import { packageRoot } from '../../../tools/build.ts';

/** Commands on the pages, and what runs them: a test, or the start of a sentence that says why none can. */
const RUN_BY: readonly (readonly [command: RegExp, by: string])[] = [
  [/^git clone .* && cd [\w-]+$/, 'test/e2e/start/strangersMachine.ts'],
  [/^npm start$/, 'test/e2e/start/start.test.ts'],
  [/^npm start -- --port 8080$/, 'test/e2e/bot/demo/closedPipe.test.ts'],
  [/^npm test( -- test\/[\w/]+)?$/, '.github/workflows/ci.yml'],
  [/^npm run typecheck$/, 'scripts/test.mjs'],
  [/^npx vitest /, 'test/e2e/start/innerLoop.test.ts'],
  [/^npm run (test:e2e|build:client)( -- test\/[\w/-]+)?$/, '.github/workflows/publish.yml'],
  [/^npm run test:long$/, '.github/workflows/nightly.yml'],
  [/^npm run bench$/, 'test/e2e/bench/bench.test.ts'],
  [/^npm run n8n( -- --watch)?$/, 'test/e2e/n8n/watch.test.ts'],
  [/^npm run (format|docs)$/, 'test/unit/package/settingsDocs.test.ts'],
  [/^npm run screenshots$/, 'tools/screenshots/main.ts'],
  [/^npm run sandbox$/, 'test/e2e/start/help.test.ts'],
  [/^npm run sales -- --from \S+ --to \S+ --out \w+$/, 'test/integration/shared/cli'],
  [/^(npm run check-service|npx retail-data-client (sales|check).*)$/, 'test/e2e/shared/cli'],
  [/^npm run build( && npm pack \.\/dist\/package)?$/, 'test/e2e/nodes/tarball.test.ts'],
  [/^npm pack( \.\/dist\/package)?$/, 'test/e2e/nodes/tarball.test.ts'],
  [/^mkdir -p ~\/\.n8n\/nodes && cd ~\/\.n8n\/nodes$/, 'tools/n8n/packed.ts'],
  [/^npm install --ignore-scripts --legacy-peer-deps \S+\.tgz$/, 'tools/n8n/packed.ts'],
  [/^npm install retail-data-client$/, 'test/e2e/shared/package.test.ts'],
  [/^npm install --package-lock-only /, 'A person: it asks a registry for new versions.'],
  [/^cp bot\/\.env\.example \.env$/, 'test/unit/package/settingsDocs.test.ts'],
  [/^chmod 600 \.env$/, 'A person: it is about who else uses the machine.'],
  [/^(git pull && )?npm run build:bot$/, 'test/e2e/start/start.test.ts'],
  [/^npm run check$/, 'test/e2e/bot/check.test.ts'],
  [/^(npm run |.*\bnode \S+\/)(backup|restore)\b/, 'test/e2e/bot/restore.test.ts'],
  [/^(PGPASSWORD=… )?npm run move-to-postgres\b/, 'test/e2e/bot/moveToPostgres.test.ts'],
  [/^cd \/var\/lib\/retail-data-bot$/, 'test/e2e/bot/built.test.ts'],
  [/\bnode .*\/(main|check)\.js( --version)?$/, 'test/e2e/bot/built.test.ts'],
  [/^node main\.js$/, 'test/e2e/bot/built.test.ts'],
  [
    /^(docker|kubectl|cosign) /,
    'A person: no container engine runs here; test/e2e/container replays the files.',
  ],
  [
    /^(sudo|systemctl|systemd-analyze) /,
    'A person: no systemd runs here; deployment.test.ts checks the unit.',
  ],
  [/^(pg_dump|pg_restore|psql) /, 'test/e2e/postgres'],
  [/^node -e /, 'test/integration/bot/products/productList.databases.test.ts'],
  [/^(npm pack \.\/bot\/dist|npx retail-data-bot)$/, 'test/e2e/bot/package.test.ts'],
  [/^npm run build && npm run build:client && npm run build:bot$/, '.github/workflows/publish.yml'],
  [/^(git (grep|tag) |npm login$|for folder in )/, 'A person: it is the owner who publishes.'],
];

/** Changelogs tell what was true once. */
const PAGES = globSync('{,bot/,shared/,docs/}*.md', { cwd: packageRoot }).filter(
  (page) => !page.endsWith('CHANGELOG.md'),
);

interface Command {
  readonly page: string;
  readonly line: string;
}

/** Lines of blocks of shell, and what stands as code in a sentence and begins with a program. */
function commandsOf(page: string): Command[] {
  const lines = readFileSync(join(packageRoot, page), 'utf8').split('\n');
  const found: string[] = [];
  let language: string | undefined;
  for (const line of lines) {
    const fence = /^\s*```(\w*)$/.exec(line)?.[1];
    if (fence !== undefined) language = language === undefined ? fence : undefined;
    else if (language === 'sh') found.push(line.trim().replace(/ +# .*$/, ''));
    else if (language === undefined) found.push(...inlineCommands(line));
  }
  const whole = found
    .join('\n')
    .replace(/(\\|(?<=&&))\n/g, ' ')
    .replace(/ +/g, ' ');
  return whole
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ page, line }));
}

function inlineCommands(line: string): string[] {
  const programs = /`((?:npm|npx|node|docker|sudo|pg_\w+|psql|git|systemctl|cosign|kubectl) [^`]+)`/g;
  return [...line.matchAll(programs)].map(([, command = '']) => command);
}

const COMMANDS = PAGES.flatMap(commandsOf);

test('every command on a page is run by a test, or it says why not', () => {
  expect(COMMANDS.length).toBeGreaterThan(60);
  const unknown = COMMANDS.filter(({ line }) => !RUN_BY.some(([command]) => command.test(line)));
  expect(unknown).toEqual([]);
  for (const [command, by] of RUN_BY) {
    expect(
      COMMANDS.some(({ line }) => command.test(line)),
      `${command} is on no page`,
    ).toBe(true);
    if (!by.startsWith('A person: ')) expect(existsSync(join(packageRoot, by)), by).toBe(true);
  }
});

test('every script and every program of the build that a page names is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  for (const { page, line } of COMMANDS) {
    for (const [, script = ''] of line.matchAll(/\bnpm run ([\w:-]+)/g))
      expect(Object.keys(scripts), `${page}: ${line}`).toContain(script);
    for (const [, program = ''] of line.matchAll(/\/(\w+)\.js\b/g))
      expect(COMMAND_NAMES, `${page}: ${line}`).toContain(program);
  }
});

test.each([
  ['backup', sourceOf('bot/cli/backup.ts')],
  ['restore', sourceOf('bot/cli/restore.ts')],
  ['move-to-postgres', sourceOf('bot/cli/moveToPostgres.ts')],
  ['sales', helpOf('')],
])('the flags of %s on the pages are those that its help explains', (name, help) => {
  const lines = COMMANDS.map(
    ({ line }) => new RegExp(`(?:npm run |/)${name}(?:\\.js)?\\b(.*)`).exec(line)?.[1],
  );
  const flags = lines.flatMap((line = '') => (line.split('&&')[0] ?? '').match(/--[a-z-]+/g) ?? []);
  expect(flags.length).toBeGreaterThan(1);
  for (const flag of flags) expect(help).toContain(`\n  ${flag} `);
});

test('every file of the repository that a command takes is there', () => {
  const files = COMMANDS.flatMap(
    ({ line }) => line.match(/(?<=[\s=])(?:bot|docs|test|tools)\/[\w./-]+/g) ?? [],
  );
  expect(files.length).toBeGreaterThan(8);
  for (const file of files) {
    // What a build or the operator makes.
    if (/^bot\/(dist|\.env$)/.test(file)) continue;
    expect(existsSync(join(packageRoot, file)), file).toBe(true);
  }
});

/** It has the help as it is printed. */
function sourceOf(file: string): string {
  return readFileSync(join(packageRoot, file), 'utf8');
}
