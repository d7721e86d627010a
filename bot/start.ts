/**
 * `npm start`, and the command of the package: the bot with its settings, the demo when nothing is set, or one of the
 * commands below.
 */
import { UsageError } from './cli/commandLine.ts';
import { runAndExit } from './process/exit.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { isProductionStart, whyDemo, whyNoDemo } from './settings/settings.ts';

const COMMANDS = new Map<string, () => Promise<unknown>>([
  ['check', () => import('./cli/check.ts')],
  ['backup', () => import('./cli/backup.ts')],
  ['restore', () => import('./cli/restore.ts')],
  ['move-to-postgres', () => import('./cli/moveToPostgres.ts')],
]);

await runAndExit(
  async () => {
    const [, , first = '--'] = process.argv;
    if (!first.startsWith('-')) return runCommand(first);
    if (process.argv.includes('--version')) return void (await import('./main.ts'));
    const isHelp = process.argv.includes('--help');
    const hasFile = !isHelp && loadEnvironmentFile();
    if (isHelp || !isProductionStart(process.env)) {
      const reason = hasFile ? whyDemo(process.env) : undefined;
      if (reason !== undefined) process.stderr.write(`${reason}\n`);
      await import('./demo/main.ts');
    } else {
      const reason = whyNoDemo(process.env);
      if (reason !== undefined) process.stderr.write(`${reason}\n`);
      await import('./main.ts');
    }
  },
  { expected: [UsageError] },
);

async function runCommand(name: string): Promise<void> {
  const command = COMMANDS.get(name);
  if (command === undefined) {
    const known = [...COMMANDS.keys()].join(', ');
    throw new UsageError(`There is no command "${name}". Use ${known}, or no command to start the bot.`);
  }
  // The command reads the words behind it.
  process.argv.splice(2, 1);
  await command();
}
