import { delimiter, join } from 'node:path';

/**
 * The environment in which `node` is the one that an npm script gets: that of the package `node` where it is installed,
 * else the first on PATH. The process that asks may be run by an older one, from before the install.
 */
export function scriptEnvironment(root) {
  return { ...process.env, PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter) };
}
