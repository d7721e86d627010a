/**
 * `npm run rename-repository -- owner/name`: sets the repository on GitHub, and its owner as the author, in package.json
 * and wherever else they stand. What they are called until now is read from package.json.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LINKING = [
  '*.md',
  '{bot,shared}/README.md',
  'docs/*.md',
  'docs/monitoring/*.yml',
  'bot/kubernetes.yaml',
  '.github/workflows/*.yml',
  '{nodes,credentials}/**/*.{node.json,ts}',
];

const [wanted = ''] = process.argv.slice(2);
const [, owner] = /^([A-Za-z0-9][A-Za-z0-9-]*)\/[A-Za-z0-9._-]+$/.exec(wanted) ?? [];
if (owner === undefined || wanted.endsWith('.git')) {
  process.stderr.write(
    `"${wanted}" is no repository. Name it as GitHub does: npm run rename-repository -- owner/name\n`,
  );
  process.exit(1);
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [, current] = /github\.com\/(.+)\.git$/.exec(manifest.repository.url);
const holder = manifest.author.name;
manifest.homepage = `https://github.com/${wanted}#readme`;
manifest.repository.url = `git+https://github.com/${wanted}.git`;
manifest.author = { name: owner, email: `${owner}@users.noreply.github.com` };
writeFileSync(join(root, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

change('LICENSE', (text) =>
  text.replace(new RegExp(`^(Copyright .* )${RegExp.escape(holder)}$`, 'm'), `$1${owner}`),
);
const link = new RegExp(`(?<=https://github\\.com/|ghcr\\.io/)${RegExp.escape(current)}(?![\\w-])`, 'g');
for (const file of globSync(LINKING, { cwd: root })) change(file, (text) => text.replace(link, wanted));
process.stdout.write(`The repository is ${wanted}, and the author ${owner}.\n`);

function change(file, changed) {
  const path = join(root, file);
  const before = readFileSync(path, 'utf8');
  const after = changed(before);
  if (after !== before) writeFileSync(path, after);
}
