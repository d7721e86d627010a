import type { Part } from '../ask/part.ts';
import { registerDigests } from './listeners.ts';

/** `/digest`, its form, the buttons below digests, and the files in their threads. */
export function digestPart({
  sendThreadFiles,
  ...parts
}: Parameters<typeof registerDigests>[2] & { readonly sendThreadFiles: () => Promise<void> }): Part {
  return {
    listeners: (app, middleware) => registerDigests(app, middleware, parts),
    jobs: [{ name: 'sending the files of digests', run: sendThreadFiles }],
  };
}
