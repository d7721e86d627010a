/** Starts testWorker.ts, says so on stdout, then the worker's id once it answers, and waits to be killed. */
import { startProcess } from '../../../../bot/workers/process.ts';

process.on('SIGTERM', () => {});
const child = startProcess(new URL('./testWorker.ts', import.meta.url), undefined);
process.stdout.write('started\n');
process.stdout.write(`${await child.call('pid', [])}\n`);
await child.call('untilClosed', []);
