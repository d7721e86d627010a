/** `npm run docs` writes into the pages what code knows: settings, access, scopes, metrics, parameters, fields and the
 * service as OpenAPI. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fieldTables } from './docs/fields.mjs';
import { metricTables } from './docs/metrics.mjs';
import { openapi } from './docs/openapi.mjs';
import { parameterTables } from './docs/parameters.mjs';
import { scopeTables } from './docs/scopes.mjs';
import { exampleFile, settingTables } from './docs/settings.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const PAGES = ['docs/access.md', 'docs/metrics.md', 'docs/nodes.md', 'docs/settings.md'];

/** A table stands below a comment that names it. */
const TABLE = /(?<=^<!-- ([\w ]+), by npm run docs -->\n)(?:\|.*\n)*/gm;

/** What each file is to hold, by its path from the root. Throws when a page names a table that there isn't. */
export function documents() {
  const tables = {
    ...settingTables(),
    ...scopeTables(),
    ...metricTables(),
    ...parameterTables(),
    ...fieldTables(),
  };
  const unused = new Set(Object.keys(tables));
  const pages = PAGES.map((page) => {
    const text = readFileSync(join(root, page), 'utf8').replace(TABLE, (_, name) => {
      if (tables[name] === undefined)
        throw new Error(
          `${page} asks for the table "${name}", which scripts/docs does not make. Correct the name.`,
        );
      unused.delete(name);
      return tables[name].map((row) => `${row}\n`).join('');
    });
    return [page, text];
  });
  if (unused.size > 0)
    throw new Error(`No page of scripts/docs.mjs has the tables ${[...unused].join(', ')}. Add them.`);
  return {
    ...Object.fromEntries(pages),
    'bot/.env.example': exampleFile(),
    'shared/openapi.json': `${JSON.stringify(openapi(), null, 2)}\n`,
  };
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(documents())) writeFileSync(join(root, file), text);
}
