/** The tables of the settings, and bot/.env.example. */
import { settingDescriptions } from '../../bot/settings/schema.ts';
import { REQUIRED } from '../../bot/settings/settings.ts';

const entries = settingDescriptions();
const isAccess = ({ name }) => name.startsWith('ACCESS_');

/** Each table by its name. */
export function settingTables() {
  const table = (chosen) => [
    '| Setting | Default | Meaning |',
    '|---|---|---|',
    ...chosen.map(({ name, meaning, value, otherwise = '–' }) => {
      const shown = value === undefined ? otherwise : `\`${value}\``;
      return `| \`${name}\` | ${shown} | ${meaning} |`;
    }),
  ];
  return {
    settings: table(entries.filter((entry) => !isAccess(entry))),
    'settings of access': table(entries.filter(isAccess)),
  };
}

const HEAD = `# What the bot is set to. Copy this file to .env in the folder that the bot is started in, and fill in the first part.
# The environment wins over it, and every setting can be given as a file instead: SLACK_BOT_TOKEN_FILE=/path/of/a/file
# npm run docs makes this file from bot/settings/schema.ts.
`;

/** What a start needs comes first and is to be filled in; the rest stands there as it holds when it is left out. */
export function exampleFile() {
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
