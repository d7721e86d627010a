import { runCheckService } from './checkService/command.ts';
import { processContext } from './context.ts';
import { runSales } from './sales/command.ts';

const HELP = `npx retail-data-client COMMAND

  sales  writes daily sales to a folder, a file for each day
  check  asks the service what its interface leaves unsaid, read-only

COMMAND --help shows the flags. Both read RETAIL_DATA_BASE_URL and RETAIL_DATA_SUBSCRIPTION_KEY, and HTTPS_PROXY.
`;

/** Runs the command that the words name. Gives the exit code. */
export async function runCommand([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'sales') {
    const call = { usage: 'npx retail-data-client sales', workingFolder: process.cwd() };
    return runSales({ ...processContext(), args }, call);
  }
  if (command === 'check')
    return runCheckService({ ...processContext(), args }, 'npx retail-data-client check');
  if (command === undefined || command === '--help') {
    process.stdout.write(HELP);
    return 0;
  }
  process.stderr.write(`"${command}" isn't a command.\n\n${HELP}`);
  return 1;
}
