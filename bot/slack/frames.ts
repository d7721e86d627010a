import type { SocketModeReceiver } from '@slack/bolt';
import type { Logger } from 'pino';
import { isRecord } from 'retail-data-client/operations/fields';

type SocketClient = SocketModeReceiver['client'];

/** What concerns the connection itself, which the library handles. */
const OF_CONNECTION = new Set(['hello', 'disconnect']);

/**
 * Reads Slack's frames in place of the socket client. Its own reader takes the type of an event from deep inside the
 * frame, so that a frame without one (`app_rate_limited`) ends the process unacknowledged, and Slack sends it again. It
 * also emits that type as an event of its own, which a type such as `close` would confuse.
 */
export function readFrames(client: SocketClient, log: Logger): void {
  const [readOfLibrary] = client.listeners('ws_message');
  if (readOfLibrary === undefined) throw new TypeError('the socket client reads no frames');
  client.removeAllListeners('ws_message');
  client.on('ws_message', (data: unknown, isBinary: boolean) => {
    const frame = isBinary || typeof data !== 'string' ? undefined : frameOf(data);
    if (frame === undefined) {
      log.error('something came from Slack that could not be read');
      return;
    }
    if (typeof frame.type === 'string' && OF_CONNECTION.has(frame.type)) {
      readOfLibrary(data, isBinary);
      return;
    }
    const { type, payload, envelope_id, retry_attempt: retry_num, retry_reason } = frame;
    const ack = (answer: unknown) => send(client, envelope_id, answer);
    const body = isRecord(payload) ? payload : {};
    // The receiver of Bolt listens to this.
    client.emit('slack_event', { ack, envelope_id, type, body, retry_num, retry_reason });
  });
}

/** Undefined for a text that isn't an object of JSON. */
function frameOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    return isRecord(frame) ? { ...frame } : undefined;
  } catch {
    return undefined;
  }
}

/** @throws when the connection is closed */
function send({ websocket }: SocketClient, envelopeId: unknown, answer: unknown = {}): Promise<void> {
  const payload = typeof answer === 'string' ? { text: answer } : answer;
  return new Promise((resolve, reject) => {
    if (websocket?.isActive() !== true) return reject(new Error('the connection to Slack is closed'));
    websocket.send(JSON.stringify({ envelope_id: envelopeId, payload }), (error) =>
      error === undefined ? resolve() : reject(error),
    );
  });
}
