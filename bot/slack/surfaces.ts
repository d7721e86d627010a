import type { HomeView, ModalView } from '@slack/types';
import { createSingleTryClient } from './singleTryClient.ts';

/** Modals and App Home. Each call is made once: a trigger is good for three seconds, and a repeat comes too late. */
export interface Surfaces {
  /** Gives the id of the view. */
  open(triggerId: string, view: ModalView): Promise<string | undefined>;
  /** On top of the modal that is open. */
  push(triggerId: string, view: ModalView): Promise<string | undefined>;
  update(viewId: string, view: ModalView): Promise<void>;
  publishHome(userId: string, view: HomeView): Promise<void>;
}

export interface SurfaceOptions {
  readonly botToken: string;
  readonly slackApiUrl: string | undefined;
}

const TIMEOUT_MS = 5_000;

/** A client of its own, so that a pause which Slack asks of other calls does not hold up a form. */
export function createSurfaces(options: SurfaceOptions): Surfaces {
  const client = createSingleTryClient(options, TIMEOUT_MS);
  return {
    async open(triggerId, view) {
      return (await client.views.open({ trigger_id: triggerId, view })).view?.id;
    },
    async push(triggerId, view) {
      return (await client.views.push({ trigger_id: triggerId, view })).view?.id;
    },
    async update(viewId, view) {
      await client.views.update({ view_id: viewId, view });
    },
    async publishHome(userId, view) {
      await client.views.publish({ user_id: userId, view });
    },
  };
}
