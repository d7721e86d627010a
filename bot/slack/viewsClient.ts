import type { HomeView, ModalView } from '@slack/types';
import { createNoRetryClient, type SlackAccess } from './noRetryClient.ts';

/** Modals and App Home. Never retries: a trigger expires after three seconds. */
export interface ViewsClient {
  /** Returns the id of the modal. @throws ViewNotOpened */
  open(triggerId: string, view: ModalView): Promise<string>;
  /** Replaces the view of a modal. */
  update(modalId: string, view: ModalView): Promise<void>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

/** Slack didn't open a modal, as when the trigger has expired. */
export class ViewNotOpened extends Error {
  constructor(cause: unknown) {
    super('Slack did not open a modal', { cause });
    this.name = 'ViewNotOpened';
  }
}

const TIMEOUT_MS = 5_000;

/** A separate client whose calls fail before the person stops waiting. */
export function createViewsClient(access: SlackAccess): ViewsClient {
  const client = createNoRetryClient(access, TIMEOUT_MS);
  return {
    async open(triggerId, view) {
      try {
        const { id } = (await client.views.open({ trigger_id: triggerId, view })).view ?? {};
        if (id === undefined) throw new TypeError('Slack opened a modal without an id');
        return id;
      } catch (error) {
        throw new ViewNotOpened(error);
      }
    },
    async update(modalId, view) {
      await client.views.update({ view_id: modalId, view });
    },
    async publishHome(userId, view) {
      await client.views.publish({ user_id: userId, view });
    },
  };
}
