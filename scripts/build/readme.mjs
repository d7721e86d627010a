import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The README of a folder, whose relative links lead to the repository from wherever a package is shown. */
export function publishedReadme(root, folder, repositoryUrl) {
  const repository = repositoryUrl.replace(/^git\+|\.git$/g, '');
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');
  return readme.replace(/(!?\[[^\]]*\]\()(?!https:|#)([^)]+)/g, (_, text, link) => {
    const view = text.startsWith('!') ? 'raw' : 'blob';
    return `${text}${repository}/${view}/main/${posix.join(folder, link)}`;
  });
}
