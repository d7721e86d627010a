import { readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Copies what a build is sent of those files: all but what its .dockerignore names. */
export async function copyContext(
  source: string,
  files: readonly string[],
  ignoreFile: string,
  target: string,
): Promise<void> {
  const isIgnored = ignoring(readFileSync(ignoreFile, 'utf8'));
  for (const file of files.filter((each) => !isIgnored(each))) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(source, file), join(target, file));
  }
}

/** As Docker reads a .dockerignore: the last pattern that fits a file, or a folder it is in, says whether it is sent. */
export function ignoring(patterns: string): (file: string) => boolean {
  const rules = patterns
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ isIgnored: !line.startsWith('!'), form: formOf(line.replace(/^!/, '')) }));
  return (file) => rules.findLast(({ form }) => form.test(file))?.isIgnored ?? false;
}

function formOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}(?:/|$)`);
}
