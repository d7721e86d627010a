import { postSigned, type SignedPlace } from '../../../bot/demo/signedPost.ts';
import manifest from '../../../bot/manifest.json' with { type: 'json' };
import { textAt } from './fields.ts';
import type { Payload } from './payloads.ts';
import type { Sockets } from './socket.ts';

/** Brings a payload to the bot. */
export interface Delivery {
  /** Gives what the bot answered at once: a view, the mistakes of a form, options; undefined for nothing. */
  send(payload: Payload): Promise<unknown>;
}

/** Signed requests. Slack dates them, whatever the bot's clock says. */
export function createHttpDelivery(place: SignedPlace): Delivery {
  return {
    async send(payload) {
      requireInManifest(payload);
      const response = await postSigned(place, ...contentOf(payload));
      const text = await response.text();
      if (!response.ok) return { status: response.status };
      return text === '' || text === 'ok' ? undefined : JSON.parse(text);
    },
  };
}

export function createSocketDelivery(sockets: Sockets): Delivery {
  return {
    async send(payload) {
      requireInManifest(payload);
      return sockets.send(ENVELOPES[kindOf(payload)], payload);
    },
  };
}

const ENVELOPES = { command: 'slash_commands', event: 'events_api', interaction: 'interactive' };
const FORM = 'application/x-www-form-urlencoded';

function kindOf({ command, type }: Payload): keyof typeof ENVELOPES {
  if (command !== undefined) return 'command';
  return type === 'event_callback' ? 'event' : 'interaction';
}

/** @throws Error for what Slack would not send to an app with this manifest */
function requireInManifest(payload: Payload): void {
  const { features, settings } = manifest;
  const sent = {
    command: features.slash_commands.some(({ command }) => command === payload.command),
    event: settings.event_subscriptions.bot_events.includes(eventOf(payload)),
    interaction: settings.interactivity.is_enabled,
  };
  const kind = kindOf(payload);
  if (!sent[kind])
    throw new Error(`by its manifest the app gets no ${kind} ${JSON.stringify(payload).slice(0, 200)}`);
}

/** The name by which an app subscribes to an event: `message.im` for a direct message. */
function eventOf(payload: Payload): string {
  const kind = textAt(payload, 'event', 'channel_type');
  return `${textAt(payload, 'event', 'type')}${kind === '' ? '' : `.${kind}`}`;
}

function contentOf(payload: Payload): [body: string, contentType: string] {
  switch (kindOf(payload)) {
    case 'event':
      return [JSON.stringify(payload), 'application/json'];
    case 'interaction':
      return [new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), FORM];
    case 'command': {
      const fields = Object.entries(payload).map(([name, value]): [string, string] => [name, String(value)]);
      return [new URLSearchParams(fields).toString(), FORM];
    }
  }
}
