import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

import { errorItem } from '../../../nodes/service/failures.ts';
import { fieldsDocument } from '../../../scripts/fieldsDocs.mjs';
import { packageRoot } from '../../../tools/build.ts';

interface Layers {
  readonly BOT_LAYERS: Readonly<Record<string, string>>;
  readonly SHARED_LAYERS: Readonly<Record<string, string>>;
}

const { BOT_LAYERS, SHARED_LAYERS }: Layers = createRequire(import.meta.url)('../../../scripts/layers.cjs');
const DOCUMENTS = [
  'README.md',
  'nodes/README.md',
  'bot/README.md',
  'shared/README.md',
  'docs/architecture.md',
  'docs/operations.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
];
const textOf = (file: string) => readFileSync(join(packageRoot, file), 'utf8');

test.each([
  ['shared', SHARED_LAYERS],
  ['bot', BOT_LAYERS],
])('docs/architecture.md shows the layers of %s as they are enforced', (_, layers) => {
  const table = Object.entries(layers).map(([folder, holds]) => `| \`${folder}\` | ${holds} |`);
  expect(textOf('docs/architecture.md')).toContain(`|---|---|\n${table.join('\n')}\n\n`);
});

test('nodes/README.md has the fields of what the nodes give, and those of an error with all its kinds', () => {
  const page = textOf('nodes/README.md');
  expect(page).toBe(fieldsDocument());
  expect(page.match(/^<!-- fields of /gm)).toHaveLength(10);
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

/** As GitHub makes anchors of headings. */
function headingsOf(document: string): string[] {
  return [...textOf(document).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
