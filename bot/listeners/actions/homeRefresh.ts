import { actorOf } from '../middleware/authorize.ts';
import type { BoltAction } from '../middleware/listenerArgs.ts';
import type { PublishHome } from '../publishHome.ts';

/** Draws App Home anew. */
export function homeRefresh(publish: PublishHome): (clicked: BoltAction) => Promise<void> {
  return ({ context }) => publish(actorOf(context));
}
