import { onTestFinished } from 'vitest';
import { stateOf } from './filledForm.ts';

export interface ShownView {
  readonly callback_id?: string;
  readonly blocks: readonly object[];
}

/** What the page of local-slack does for a person: it clicks on App Home and sends forms in. */
export interface StandInPage {
  /** The window on top; undefined when none is open. */
  modal(): ShownView | undefined;
  home(): ShownView | undefined;
  openHome(): void;
  /** Clicks a button on App Home. */
  click(actionId: string, value: string): void;
  /** Sends the window on top in as it stands, with some fields filled in otherwise. */
  submit(changes?: Readonly<Record<string, unknown>>): void;
}

const PERSON = 'U0KARI';
const APP = 'A0DEMO';

/** Connects to local-slack as its own page does. */
export async function openStandInPage(address: string): Promise<StandInPage> {
  const socket = new WebSocket(`${address.replace(/^http/, 'ws')}/ui`);
  let stack: readonly ShownView[] = [];
  let home: ShownView | undefined;
  socket.addEventListener('message', ({ data }) => {
    const told = JSON.parse(String(data));
    if (told.t === 'view') stack = told.stack ?? [];
    if (told.t === 'home' && told.user === PERSON) home = told.view;
  });
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  onTestFinished(() => socket.close());
  const send = (fields: object) => socket.send(JSON.stringify({ user: PERSON, appId: APP, ...fields }));
  return {
    modal: () => stack.at(-1),
    home: () => home,
    openHome: () => send({ t: 'open_home' }),
    click(actionId, value) {
      const action = { type: 'button', action_id: actionId, block_id: 'b', value };
      send({ t: 'block_action', channel: '', messageTs: '', action });
    },
    submit(changes = {}) {
      const top = stack.at(-1);
      if (top === undefined) throw new Error('no window is open');
      send({ t: 'view_submit', values: stateOf(top, changes) });
    },
  };
}
