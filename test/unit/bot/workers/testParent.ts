/** Starts testWorker.ts, says its id on stdout, and waits to be killed. */
import { startProcess } from '../../../../bot/workers/process.ts';

const child = startProcess(new URL('./testWorker.ts', import.meta.url), undefined);
process.stdout.write(`${await child.call('pid', [])}\n`);
await child.call('untilClosed', []);
