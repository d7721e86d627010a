import { App, type Context, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';

/** The key of Bolt's context for a function that returns whether the request has been acknowledged. */
const IS_ACKNOWLEDGED = 'isAcknowledged';

/** Whether a request to an AcknowledgingApp has been acknowledged. */
export function isAcknowledged(context: Context): boolean {
  const isDone: unknown = context[IS_ACKNOWLEDGED];
  return typeof isDone === 'function' && isDone() === true;
}

/** Whether a body from Slack is one of fields. Bolt fails at `null`. */
/** A Bolt app that acknowledges every payload exactly once and survives malformed ones. */
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
    // Slack tells it to the app and not to a listener: it has no event.
    if (event.body.type === 'app_rate_limited') {
      await ack();
      this.log.warn('Slack keeps events back from the app, because there are too many');
      return;
    }
    try {
      const customProperties = { ...event.customProperties, [IS_ACKNOWLEDGED]: () => acknowledged };
      await super.processEvent({ ...event, ack, customProperties });
    } catch (error) {
      this.log.error({ err: error }, 'something came from Slack that could not be read');
      await ack();
    }
    if (acknowledged) return;
    this.log.warn('something came from Slack that nothing here is for');
    await ack();
  }
}
