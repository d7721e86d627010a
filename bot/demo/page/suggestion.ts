import type { Page } from './page.ts';
import type { Change, Step } from './protocol.ts';

/** Does the steps of a suggestion, each once the app has answered the one before. */
export interface Follower {
  /** Tells it what the page was told. */
  saw(changes: readonly Change[]): void;
  run(steps: readonly Step[], page: Page): Promise<void>;
}

const PATIENCE_MS = 20_000;

export function createFollower(): Follower {
  const waiting = new Set<(change: Change) => void>();

  /** Waits for a message of the app in a channel, in a thread of it where one is given. */
  const answer = (appId: string, channel: string, threadTs?: string) =>
    new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve();
      };
      const look = (change: Change) => {
        if (change.kind !== 'message' || change.channel !== channel || change.message.user !== appId) return;
        if (threadTs === undefined || change.message.threadTs === threadTs) done();
      };
      const timer = setTimeout(done, PATIENCE_MS);
      waiting.add(look);
    });

  return {
    saw(changes) {
      for (const change of changes) for (const look of waiting) look(change);
    },
    async run(steps, page) {
      const { app } = page.snapshot;
      let threadTs: string | undefined;
      for (const step of steps) {
        if (step.kind === 'openHome') {
          page.show({ kind: 'home' });
          continue;
        }
        page.showChannel(step.channel);
        if (step.kind === 'message') {
          const { channel, text, inThread } = step;
          const { ts, error } = await page.act({
            kind: 'message',
            channel,
            text,
            threadTs: inThread ? threadTs : undefined,
          });
          if (error !== undefined) return page.notify(error);
          threadTs = inThread ? threadTs : ts;
          const answered = answer(app.userId, channel, threadTs);
          if (threadTs !== undefined) page.showThread(channel, threadTs);
          await answered;
        } else {
          const { error } = await page.act(
            step.kind === 'command' ? step : { kind: 'moveClock', to: step.to },
          );
          if (error !== undefined) return page.notify(error);
        }
      }
    },
  };
}
