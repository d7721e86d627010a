import { createHmac } from 'node:crypto';
import manifest from '../../manifest.json' with { type: 'json' };
import { textAt } from './fields.ts';
import type { Payload } from './payloads.ts';
import type { Sockets } from './socket.ts';

/** Brings a payload to the bot. */
export interface Delivery {
  /** Gives what the bot answered at once: a view, the mistakes of a form, options; undefined for nothing. */
  send(payload: Payload): Promise<unknown>;
}

/** Where a bot takes requests over HTTP, and what they are signed with. */
export interface SignedPlace {
  readonly port: number;
  readonly signingSecret: string | undefined;
}

const FORM = 'application/x-www-form-urlencoded';

/** Posts a request to the bot on this machine, signed as Slack would. */
export function postSigned(
  { port, signingSecret = '' }: SignedPlace,
  body: string,
  type = FORM,
): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return fetch(`http://127.0.0.1:${port}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
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
