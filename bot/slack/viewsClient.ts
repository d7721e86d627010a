import type { HomeView, ModalView } from '@slack/types';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

/** Modals and App Home. Each call is made once: a trigger is good for three seconds, and a repeat comes too late. */
export interface ViewsClient {
  /** Gives the id of the modal. */
  open(triggerId: string, view: ModalView): Promise<string | undefined>;
  /** Puts another view into a modal; of two the last stays. */
  update(modalId: string, view: ModalView): Promise<void>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

const TIMEOUT_MS = 5_000;

/** A client of its own, whose calls end in time for whoever has clicked. */
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
