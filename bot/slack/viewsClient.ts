import type { HomeView, ModalView } from '@slack/types';
import { refusalCodeOf } from './errorCode.ts';
import { createSingleTryClient } from './noRetryClient.ts';

/** A window as somebody saw it who clicked in it, or as it was opened. */
export interface ShownWindow {
  readonly id: string;
  /** Slack's mark of what stood in it; not known of one whose form was acknowledged with the view that follows. */
  readonly hash: string | undefined;
  /** Of two clicks that came to this process the later has the higher. */
  readonly order: number;
}

/** Modals and App Home. Each call is made once: a trigger is good for three seconds, and a repeat comes too late. */
export interface Surfaces {
  open(triggerId: string, view: ModalView): Promise<ShownWindow | undefined>;
  /** On top of the modal that is open. */
  push(triggerId: string, view: ModalView): Promise<ShownWindow | undefined>;
  /** The window that a payload tells of; asked before anything is worked out for it. */
  seen(view: { readonly id: string; readonly hash?: string | undefined }): ShownWindow;
  /** Puts another view into a window. `overtaken`: what a later click has brought stands in it, and stays. */
  update(window: ShownWindow, view: ModalView): Promise<'shown' | 'overtaken'>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

export interface SurfaceOptions {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
}

const TIMEOUT_MS = 5_000;
/** Windows whose last view is remembered; the oldest go first. */
const MOST_WINDOWS = 1_000;

/** A client of its own, so that a pause which Slack asks of other calls does not hold up a form. */
export function createSurfaces(options: SurfaceOptions): Surfaces {
  const client = createSingleTryClient(options, TIMEOUT_MS);
  let clicks = 0;
  const updated = new Map<string, ShownWindow>();
  const seen: Surfaces['seen'] = ({ id, hash }) => {
    clicks += 1;
    return { id, hash: hash === '' ? undefined : hash, order: clicks };
  };
  const opened = (view: { id?: string; hash?: string } | undefined) =>
    view?.id === undefined ? undefined : seen({ id: view.id, hash: view.hash });

  /** False when the window has changed since it had that mark. */
  const put = async ({ id, hash, order }: ShownWindow, view: ModalView): Promise<boolean> => {
    try {
      const answer = await client.views.update({
        view_id: id,
        view,
        ...(hash === undefined ? {} : { hash }),
      });
      updated.delete(id);
      updated.set(id, { id, hash: answer.view?.hash, order });
      const [oldest] = updated.keys();
      if (updated.size > MOST_WINDOWS && oldest !== undefined) updated.delete(oldest);
      return true;
    } catch (error) {
      if (refusalCodeOf(error) === 'hash_conflict') return false;
      throw error;
    }
  };

  return {
    seen,
    async open(triggerId, view) {
      return opened((await client.views.open({ trigger_id: triggerId, view })).view);
    },
    async push(triggerId, view) {
      return opened((await client.views.push({ trigger_id: triggerId, view })).view);
    },
    async update(window, view) {
      if (await put(window, view)) return 'shown';
      // An earlier click's answer may have come in between: that one gives way, any other stays.
      const last = updated.get(window.id);
      if (last === undefined || last.order >= window.order) return 'overtaken';
      return (await put({ ...window, hash: last.hash }, view)) ? 'shown' : 'overtaken';
    },
    async publishHome(userId, view) {
      await client.views.publish({ user_id: userId, view });
    },
  };
}
