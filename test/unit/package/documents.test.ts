import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { slug } from 'github-slugger';
import { expect, test } from 'vitest';
import { errorItem } from '../../../nodes/service/failures.ts';
import { packageRoot } from '../../../tools/build.ts';

interface Layers {
  readonly BOT_LAYERS: Readonly<Record<string, string>>;
  readonly SHARED_LAYERS: Readonly<Record<string, string>>;
}

const { BOT_LAYERS, SHARED_LAYERS }: Layers = createRequire(import.meta.url)('../../../scripts/layers.cjs');
const DOCUMENTS = globSync('{,nodes/,bot/,shared/,docs/}*.md', { cwd: packageRoot }).toSorted();
const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

test.each([
  ['shared', SHARED_LAYERS],
  ['bot', BOT_LAYERS],
])('docs/architecture.md shows the layers of %s as they are enforced', (_, layers) => {
  const table = Object.entries(layers).map(([folder, holds]) => `| \`${folder}\` | ${holds} |`);
  expect(textOf('docs/architecture.md')).toContain(`|---|---|\n${table.join('\n')}\n\n`);
});

test('docs/nodes.md has a table for each form of output and each node, and the fields of an error with all its kinds', () => {
  const page = textOf('docs/nodes.md');
  expect(page.match(/^<!-- fields of /gm)).toHaveLength(10);
  expect(page.match(/^<!-- parameters of /gm)).toHaveLength(5);
  const { details } = errorItem(new Error('Failed.'), 0).json;
  const described = [...page.matchAll(/^\| `details\.(\w+)` \|/gm)].map(([, name]) => name);
  expect(described.toSorted()).toEqual(Object.keys(Object(details)).toSorted());
  const kinds = [...textOf('shared/errors/errors.ts').matchAll(/readonly kind = '(\w+)'/g)].map(
    ([, kind]) => `\`${kind}\``,
  );
  expect(page).toContain(`| \`details.code\` | text | Kind of error: ${kinds.join(', ')}; `);
});

test.each(DOCUMENTS)('every file that %s points at is there, and every heading', (document) => {
  const links = [...textOf(document).matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = '']) => link);
  for (const link of links) {
    const [file = '', heading] = link.split('#');
    const target = file === '' ? document : join(dirname(document), file);
    expect(existsSync(join(packageRoot, target)), link).toBe(true);
    if (heading !== undefined) expect(headingsOf(target), link).toContain(heading);
  }
});

test('each page is found from the README', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(18);
  const reached = new Set(['README.md']);
  for (const page of reached) {
    for (const [, link = ''] of textOf(page).matchAll(/\]\((?!https?:|#)([^)#\s]+\.md)[^)]*\)/g))
      reached.add(join(dirname(page), link));
  }
  expect([...reached].filter((page) => DOCUMENTS.includes(page)).toSorted()).toEqual(DOCUMENTS);
});

test('the first pages are short', () => {
  const wordsOf = (page: string) => textOf(page).split(/\s+/).length;
  expect(wordsOf('README.md')).toBeLessThanOrEqual(500);
  expect(wordsOf('bot/README.md')).toBeLessThanOrEqual(600);
});

test('docs/examples.md shows every workflow, with its picture', () => {
  const page = textOf('docs/examples.md');
  const names = globSync('*.json', { cwd: join(packageRoot, 'workflows') }).map((file) =>
    file.replace('.json', ''),
  );
  expect(names.length).toBeGreaterThan(9);
  for (const name of names) {
    expect(page).toContain(`\n[\`${name}.json\`](../workflows/${name}.json)\n`);
    expect(page).toContain(`](screenshots/example-${name}.png)\n`);
  }
});

test('each picture is shown on a page', () => {
  const shown = DOCUMENTS.flatMap((page) =>
    [...textOf(page).matchAll(/screenshots\/([^)\s]+\.png)/g)].map(([, picture]) => picture),
  );
  const pictures = globSync('*.png', { cwd: join(packageRoot, 'docs', 'screenshots') });
  expect(pictures.toSorted()).toEqual([...new Set(shown)].toSorted());
});

test('both guides to Slack have the same parts, tables and pictures in the same places', () => {
  const [english, norwegian] = ['docs/slack-guide.md', 'docs/slack-guide.nb.md'].map((page) =>
    textOf(page)
      .split('\n')
      .map((line) => /^(## |\| |- \*\*)/.exec(line)?.[1])
      .filter((mark) => mark !== undefined),
  );
  expect(norwegian).toEqual(english);
});

function headingsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slug(title));
}
