/**
 * Scans one leg of the package in a folder as `@n8n/scan-community-package` does, without asking any server, and prints
 * what it found as JSON. Parameters: folder of the tools, folder of the package, `source` or `tarball`.
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';

const [tools, folder, leg] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(tools, 'node_modules', path)).href);
const scanner = await load('@n8n/scan-community-package/scanner/scanner.mjs');
const { ESLint } = await load('eslint/lib/api.js');

/** The scanner reads the sources that the provenance points to, and what npm delivers. */
const patterns = leg === 'source' ? scanner.SOURCE_FILE_PATTERNS : ['**/*.js', 'package.json'];
const verdict = await scanner.analyzePackage(folder, patterns);

// The verdict is on errors alone, so the same files are read again for warnings.
const eslint = new ESLint({
  cwd: folder,
  allowInlineConfig: false,
  overrideConfigFile: true,
  overrideConfig: await scanner.buildScanConfig(),
});
const exclude = (name) => name === 'node_modules';
const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: folder, exclude }));
const linted = await eslint.lintFiles(files.map((file) => join(folder, file)));
const complaints = linted.flatMap(({ filePath, messages }) =>
  messages.map(({ line, ruleId, message }) => `${relative(folder, filePath)}:${line} ${ruleId} ${message}`),
);
const { passed, message = '', details = '' } = verdict;
process.stdout.write(
  JSON.stringify({ passed, details: `${message}\n${details}`.trim(), complaints, files: files.length }),
);
