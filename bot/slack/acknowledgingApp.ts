import { App, type ReceiverEvent } from '@slack/bolt';
import type { Logger } from 'pino';

/** Thrown before anything is done for a request that came before; the receiver answers it with 401. */
export class ReplayedRequest extends Error {
  constructor() {
    super('a signed request came a second time');
    this.name = 'ReplayedRequest';
  }
}

export interface AcknowledgingOptions {
  readonly log: Logger;
  /** Whether this process has had the request already. */
  readonly isRepeated: (event: ReceiverEvent) => boolean;
}

/** A Bolt app in which no payload, whatever its shape, is left unacknowledged, acknowledged twice or brings it down. */
export class AcknowledgingApp extends App {
  private readonly log: Logger;
  private readonly isRepeated: AcknowledgingOptions['isRepeated'];

  constructor(options: ConstructorParameters<typeof App>[0], { log, isRepeated }: AcknowledgingOptions) {
    super(options);
    this.log = log;
    this.isRepeated = isRepeated;
  }

  /** @throws ReplayedRequest */
  override async processEvent(event: ReceiverEvent): Promise<void> {
    if (this.isRepeated(event)) throw new ReplayedRequest();
    let acknowledged = false;
    const ack: ReceiverEvent['ack'] = async (...answer) => {
      if (acknowledged) return;
      acknowledged = true;
      await event.ack(...answer);
    };
    try {
      await super.processEvent({ ...event, ack });
    } catch (error) {
      this.log.error({ err: error }, 'something came from Slack that could not be read');
    }
    if (acknowledged) return;
    this.log.warn('something came from Slack that nothing here is for');
    await ack();
  }
}
