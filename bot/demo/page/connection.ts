import type { Act, Answer, Change, FileInfo, MessagePage } from './protocol.ts';

/** The stand-in of Slack, as one person uses it. */
export interface Connection {
  act(act: Act): Promise<Answer>;
  upload(file: File): Promise<FileInfo>;
  earlier(channel: string, before: string): Promise<MessagePage>;
  thread(channel: string, ts: string): Promise<MessagePage>;
  close(): void;
}

interface Listener {
  changed(changes: readonly Change[]): void;
  online(isOnline: boolean): void;
}

const RETRY_MS = 1_000;
/** Changes that come together are drawn together. */
const FRAME_MS = 16;

/** Connects as `person`, the first one when undefined, and again whenever the demo was away. */
export function connect(person: string | undefined, listener: Listener): Connection {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waiting: Change[] = [];

  const address = (path: string, parameters: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ ...(person === undefined ? {} : { as: person }), ...parameters });
    return `${path}?${query}`;
  };
  const open = () => {
    source = new EventSource(address('events'));
    source.onopen = () => listener.online(true);
    source.onmessage = ({ data }) => {
      const change: Change = JSON.parse(data);
      if (waiting.push(change) > 1) return;
      setTimeout(() => {
        const changes = waiting;
        waiting = [];
        listener.changed(changes);
      }, FRAME_MS);
    };
    source.onerror = () => {
      source?.close();
      listener.online(false);
      retry = setTimeout(open, RETRY_MS);
    };
  };
  open();

  return {
    async act(act) {
      try {
        return await request<Answer>(address('act'), { method: 'POST', body: JSON.stringify(act) });
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    upload: (file) => request(address('upload', { name: file.name }), { method: 'POST', body: file }),
    earlier: (channel, before) => request(address('messages', { channel, before })),
    thread: (channel, thread) => request(address('messages', { channel, thread })),
    close() {
      clearTimeout(retry);
      source?.close();
    },
  };
}

/** @throws Error with what the demo refused, or that it isn't running */
async function request<Body>(address: string, init?: RequestInit): Promise<Body> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch {
    throw new Error('The demo isn’t running. Start it again.');
  }
  const body: Body & { error?: string } = await response.json();
  if (!response.ok) throw new Error(body.error ?? `The demo answered ${response.status}.`);
  return body;
}
