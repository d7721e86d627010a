/**
 * Is one process of the bot after another: each message that names a file begins one, which ends as it believes by
 * `process.exit`. What the file imports is loaded once. See processes.ts.
 */
import type { ProcessEnd, ProcessStart } from './processes.ts';

const { exit } = process;
const tell = process.send?.bind(process);
let starts = 0;

const start = async ({ file }: ProcessStart): Promise<void> => {
  process.off('message', start);
  process.off('disconnect', exit);
  const early: unknown[] = [];
  const keep = (message: unknown) => void early.push(message);
  process.on('message', keep);
  starts += 1;
  await import(`${file}?${starts}`);
  process.off('message', keep);
  for (const message of early) process.emit('message', message, undefined);
};

function wait(): void {
  process.on('disconnect', exit);
  process.on('message', start);
}

const end = (endedWith: number): void => {
  for (const event of ['message', 'disconnect', 'SIGINT', 'SIGTERM']) process.removeAllListeners(event);
  wait();
  tell?.({ endedWith } satisfies ProcessEnd);
};
Object.defineProperty(process, 'exit', { value: end });
wait();
