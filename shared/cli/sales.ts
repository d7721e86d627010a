import { systemClock } from '../clock/systemClock.ts';
import { runSales } from './command.ts';
import { systemDisk } from './disk.ts';
import { Interruption } from './refusal.ts';

const stop = new AbortController();
// Not `once`: npm passes Ctrl-C on to a process that the terminal has told already, and the second one would end it
// before its checkpoint.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort(new Interruption()));

process.exitCode = await runSales({
  args: process.argv.slice(2),
  environment: process.env,
  // npm runs scripts in the project's folder, wherever it was called.
  folder: process.env.INIT_CWD ?? process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  clock: systemClock,
  disk: systemDisk,
  signal: stop.signal,
});
