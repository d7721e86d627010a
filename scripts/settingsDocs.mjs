/** `npm run settings-docs` writes what bot/settings describes into the tables of bot/README.md and bot/.env.example. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingDescriptions } from '../bot/settings/schema.ts';
import { REQUIRED } from '../bot/settings/settings.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entries = settingDescriptions();

/** What each file is to hold, by its path from the root. */
export function settingsDocuments() {
  const readme = readFileSync(join(root, 'bot', 'README.md'), 'utf8');
  return { 'bot/README.md': withTables(readme), 'bot/.env.example': exampleFile() };
}

const TABLE = /(?<=^\| Setting \| Default \| Meaning \|\n\|---\|---\|---\|\n)(?:\|.*\n)*/gm;

/** The settings that begin with ACCESS_ have the second table. */
function withTables(readme) {
  const isAccess = ({ name }) => name.startsWith('ACCESS_');
  const tables = [entries.filter((entry) => !isAccess(entry)), entries.filter(isAccess)];
  return readme.replace(TABLE, () => tables.shift()?.map(rowOf).join('') ?? '');
}

function rowOf({ name, meaning, value, otherwise = '–' }) {
  return `| \`${name}\` | ${value === undefined ? otherwise : `\`${value}\``} | ${meaning} |\n`;
}

const HEAD = `# What the bot is set to. Copy this file to .env in the folder that the bot is started in, and fill in the first part.
# The environment wins over it, and every setting can be given as a file instead: SLACK_BOT_TOKEN_FILE=/path/of/a/file
# npm run settings-docs makes this file from bot/settings/schema.ts.
`;

/** What a start needs comes first and is to be filled in; the rest stands there as it holds when it is left out. */
function exampleFile() {
  // Of settings that stand for each other, the first is to be filled in.
  const isNeeded = ({ name }) => REQUIRED.some(({ names: [first] }) => first === name);
  const needed = entries.filter(isNeeded);
  const others = entries.filter((entry) => !isNeeded(entry));
  const line = ({ name, value = '' }, prefix) => `${prefix}${name}=${value}\n`;
  return [
    HEAD,
    ...needed.map((entry) => `${commentOf(entry)}${line(entry, '')}`),
    ...others.map((entry) => `${commentOf(entry)}${line(entry, '# ')}`),
  ].join('\n');
}

function commentOf({ meaning, otherwise }) {
  const text = `${meaning.replaceAll('`', '')}.${otherwise === undefined ? '' : ` Without it: ${otherwise.replaceAll('`', '')}.`}`;
  return wrapped(text.charAt(0).toUpperCase() + text.slice(1));
}

function wrapped(text) {
  const lines = [''];
  for (const word of text.split(' ')) {
    if (`# ${lines.at(-1)} ${word}`.length > 110) lines.push('');
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines.map((line) => `# ${line}\n`).join('');
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(settingsDocuments())) writeFileSync(join(root, file), text);
}
