import type { HomeView, ModalView } from '@slack/types';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

/** Modals and App Home. Never retries: a trigger expires after three seconds. */
export interface ViewsClient {
  /** Returns the id of the modal. */
  open(triggerId: string, view: ModalView): Promise<string | undefined>;
  /** Replaces the view of a modal. */
  update(modalId: string, view: ModalView): Promise<void>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

const TIMEOUT_MS = 5_000;

/** A separate client whose calls fail before the person stops waiting. */
export function createViewsClient(access: SlackAccess): ViewsClient {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  return {
    async open(triggerId, view) {
      return (await client.views.open({ trigger_id: triggerId, view })).view?.id;
    },
    async update(modalId, view) {
      await client.views.update({ view_id: modalId, view });
    },
    async publishHome(userId, view) {
      await client.views.publish({ user_id: userId, view });
    },
  };
}
