import { App, type Context, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';

/** The name under which Bolt's context tells whether the request has been acknowledged. */
const IS_ACKNOWLEDGED = 'isAcknowledged';

/** Whether a request to an AcknowledgingApp has been acknowledged by now. */
export function isAcknowledged(context: Context): boolean {
  const tell: unknown = context[IS_ACKNOWLEDGED];
  return typeof tell === 'function' && tell() === true;
}

/** A Bolt app in which no payload, whatever its shape, is left unacknowledged, acknowledged twice or brings it down. */
export class AcknowledgingApp extends App {
  private readonly log: Logger;

  constructor(options: ConstructorParameters<typeof App>[0], log: Logger) {
    super(options);
    this.log = log;
  }

  override async processEvent(event: ReceiverEvent): Promise<void> {
    let acknowledged = false;
    const ack: ReceiverEvent['ack'] = async (...answer) => {
      if (acknowledged) return;
      acknowledged = true;
      await event.ack(...answer);
    };
    try {
      const customProperties = { ...event.customProperties, [IS_ACKNOWLEDGED]: () => acknowledged };
      await super.processEvent({ ...event, ack, customProperties });
    } catch (error) {
      this.log.error({ err: error }, 'something came from Slack that could not be read');
    }
    if (acknowledged) return;
    this.log.warn('something came from Slack that nothing here is for');
    await ack();
  }
}
