import { processContext } from '../context.ts';
import { runSales } from './command.ts';
import { systemFileSystem } from './fileSystem.ts';

process.exitCode = await runSales(processContext(), {
  // npm runs scripts in the project's folder, wherever it was called.
  workingFolder: process.env.INIT_CWD ?? process.cwd(),
  fileSystem: systemFileSystem,
});
