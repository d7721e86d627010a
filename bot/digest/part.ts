import type { Part } from '../ask/part.ts';
import { registerDigests } from './listeners.ts';

const THREAD_FILES_MS = 15_000;

/** `/digest`, its form, the buttons below digests, and the files in their threads. */
export function digestPart({
  sendThreadFiles,
  ...parts
}: Parameters<typeof registerDigests>[2] & { readonly sendThreadFiles: () => Promise<void> }): Part {
  return {
    listeners: (app, middleware) => registerDigests(app, middleware, parts),
    jobs: [{ name: 'sending the files of digests', everyMs: THREAD_FILES_MS, run: sendThreadFiles }],
  };
}
