import type { Page } from './page.ts';
import type { Change, Message, Step } from './protocol.ts';

/** Does the steps of a suggestion, each once the app has answered the one before. */
export interface Follower {
  /** Tells it what the page is told. */
  saw(changes: readonly Change[]): void;
  run(steps: readonly Step[], page: Page): Promise<void>;
}

type Told = Extract<Change, { kind: 'message' }>;

const PATIENCE_MS = 20_000;

export function createFollower(): Follower {
  /** Undefined while no suggestion is followed. */
  let told: Told[] | undefined;
  const waiting = new Set<() => void>();

  /** The first message since the last step for which `isIt` holds; undefined when none comes. */
  const find = (isIt: (told: Told) => boolean) =>
    new Promise<Told | undefined>((resolve) => {
      const look = () => {
        const found = told?.find(isIt);
        if (found !== undefined) done(found);
      };
      const done = (found?: Told) => {
        clearTimeout(timer);
        waiting.delete(look);
        resolve(found);
      };
      const timer = setTimeout(done, PATIENCE_MS);
      waiting.add(look);
      look();
    });

  const follow = async (steps: readonly Step[], page: Page): Promise<void> => {
    const { app } = page.snapshot;
    let threadTs: string | undefined;
    for (const step of steps) {
      if (step.kind === 'openHome') {
        page.show({ kind: 'home' });
        continue;
      }
      const { channel } = step;
      page.showChannel(channel);
      if (step.kind === 'click') {
        const above = await find(
          (each) => each.channel === channel && buttonIn(each.message, step.title) !== undefined,
        );
        if (above === undefined) return;
        const { ts } = above.message;
        told = [];
        await page.act({
          kind: 'click',
          on: { kind: 'message', channel, ts },
          action: buttonIn(above.message, step.title) ?? {},
          values: {},
        });
        const file = await find(({ message }) => message.files.length > 0);
        if (file !== undefined) page.showChannel(file.channel);
        continue;
      }
      told = [];
      if (step.kind === 'message') {
        const { text, inThread } = step;
        const { ts, error } = await page.act({
          kind: 'message',
          channel,
          text,
          threadTs: inThread ? threadTs : undefined,
        });
        if (error !== undefined) return page.notify(error);
        threadTs = inThread ? threadTs : ts;
        if (threadTs !== undefined) page.showThread(channel, threadTs);
        await find(
          ({ message }) =>
            message.user === app.userId && message.threadTs === threadTs && message.blocks.length > 0,
        );
      } else {
        const { error } = await page.act(step.kind === 'command' ? step : { kind: 'moveClock', to: step.to });
        if (error !== undefined) return page.notify(error);
      }
    }
  };

  return {
    saw(changes) {
      told?.push(...changes.filter((change) => change.kind === 'message'));
      for (const look of waiting) look();
    },
    async run(steps, page) {
      await follow(steps, page);
      told = undefined;
    },
  };
}

/** The button with that title below a message, as an action. */
function buttonIn({ blocks }: Message, title: string): Record<string, unknown> | undefined {
  for (const block of blocks as readonly ActionsBlock[]) {
    const button = block.elements?.find(({ type, text }) => type === 'button' && text?.text === title);
    if (button !== undefined) return { block_id: block.block_id, ...button };
  }
  return undefined;
}

/** As much as is looked at of any block. */
interface ActionsBlock {
  readonly block_id?: string;
  readonly elements?: readonly { readonly type: string; readonly text?: { readonly text: string } }[];
}
