import { basename } from 'node:path';

/** The command of the npm package `retail-data-bot`. */
const PACKAGE_COMMAND = 'retail-data-bot';

/** How a person types one of the bot's commands: `npm run backup -- --to FILE`, or `retail-data-bot backup --to FILE`. */
export function typedAs(script: string, parameters = ''): string {
  const isPackage = basename(process.argv[1] ?? '', '.js') === PACKAGE_COMMAND;
  const command = script === 'start' ? 'npm start' : `npm run ${script}`;
  const words = isPackage
    ? [PACKAGE_COMMAND, ...(script === 'start' ? [] : [script]), parameters]
    : [command, ...(parameters === '' ? [] : ['--', parameters])];
  return words.filter((word) => word !== '').join(' ');
}
