import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const TEXTS = /^(licen[cs]e|copying|notice|third_party_notices)/i;
const RULE = `\n${'-'.repeat(80)}\n\n`;

/** The files that are in the output of esbuild, by its metafile. */
export function bundledFiles({ outputs }) {
  const files = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  );
  return [...new Set(files)];
}

/**
 * The licences of everything that is bundled, as one text: the project's own, then those of each package of the files.
 * @throws Error that names a package without a licence
 */
export function licensesOf(root, files) {
  const folders = new Set(files.map(packageFolderOf).filter((folder) => folder.includes('/node_modules/')));
  const parts = new Set([...folders].map(licenseOf).sort());
  return `${[readFileSync(join(root, 'LICENSE'), 'utf8').trim(), ...parts].join(RULE)}\n`;
}

/** A package may have manifests without a name inside, which only tell the kind of modules. */
function packageFolderOf(file) {
  let folder = dirname(file);
  while (manifestIn(folder)?.name === undefined && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

function licenseOf(folder) {
  const { name, version, license, author } = manifestIn(folder);
  if (license === undefined) throw new Error(`${name} names no licence in ${folder}: it cannot be bundled.`);
  const texts = readdirSync(folder)
    .filter((file) => TEXTS.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const without = `The package has no text of it; its author is ${author?.name ?? author}.`;
  return [`${name} ${version} (${license})`, ...(texts.length > 0 ? texts : [without])].join('\n\n');
}

function manifestIn(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
