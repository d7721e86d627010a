import type { HomeView, ModalView } from '@slack/types';
import { LRUCache } from 'lru-cache';
import { slackErrorCode } from './errors.ts';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

/** A modal as somebody saw it who clicked in it, or as it was opened. */
export interface ModalRef {
  readonly id: string;
  /** Slack's mark of what stood in it; not known of one whose form was acknowledged with the view that follows. */
  readonly hash: string | undefined;
  /** Of two clicks that came to this process the later has the higher. */
  readonly order: number;
}

/** Modals and App Home. Each call is made once: a trigger is good for three seconds, and a repeat comes too late. */
export interface ViewsClient {
  open(triggerId: string, view: ModalView): Promise<ModalRef | undefined>;
  /** The modal that a payload tells of; asked before anything is worked out for it. */
  modalOf(view: { readonly id: string; readonly hash?: string | undefined }): ModalRef;
  /** Puts another view into a modal. `overtaken`: what a later click has brought stands in it, and stays. */
  update(modal: ModalRef, view: ModalView): Promise<'shown' | 'overtaken'>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

const TIMEOUT_MS = 5_000;
/** Modals whose last view is remembered. */
const MAX_MODALS = 1_000;

/** A client of its own, whose calls end in time for whoever has clicked. */
export function createViewsClient(access: SlackAccess): ViewsClient {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  let clicks = 0;
  const updated = new LRUCache<string, ModalRef>({ max: MAX_MODALS });
  const modalOf: ViewsClient['modalOf'] = ({ id, hash }) => {
    clicks += 1;
    return { id, hash: hash === '' ? undefined : hash, order: clicks };
  };
  const opened = (view: { id?: string; hash?: string } | undefined) =>
    view?.id === undefined ? undefined : modalOf({ id: view.id, hash: view.hash });

  /** False when the modal has changed since it had that mark. */
  const put = async ({ id, hash, order }: ModalRef, view: ModalView): Promise<boolean> => {
    try {
      const answer = await client.views.update({
        view_id: id,
        view,
        ...(hash === undefined ? {} : { hash }),
      });
      updated.set(id, { id, hash: answer.view?.hash, order });
      return true;
    } catch (error) {
      if (slackErrorCode(error) === 'hash_conflict') return false;
      throw error;
    }
  };

  return {
    modalOf,
    async open(triggerId, view) {
      return opened((await client.views.open({ trigger_id: triggerId, view })).view);
    },
    async update(modal, view) {
      if (await put(modal, view)) return 'shown';
      // An earlier click's answer may have come in between: that one gives way, any other stays.
      const last = updated.get(modal.id);
      if (last === undefined || last.order >= modal.order) return 'overtaken';
      return (await put({ ...modal, hash: last.hash }, view)) ? 'shown' : 'overtaken';
    },
    async publishHome(userId, view) {
      await client.views.publish({ user_id: userId, view });
    },
  };
}
