import { processContext } from '../context.ts';
import { runSales } from './command.ts';

// npm runs scripts in the project's folder, wherever someone called it.
const workingFolder = process.env.INIT_CWD ?? process.cwd();
process.exitCode = await runSales(processContext(), { usage: 'npm run sales --', workingFolder });
