import type { Logger } from 'pino';
import type { Clock, RetailDataClient } from 'retail-data-client/core';
import type { Audit } from '../../access/audit.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';

export interface AccessParts {
  readonly client: Pick<RetailDataClient, 'setPermission'>;
  readonly audit: Audit;
  readonly viewsClient: ViewsClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** ACCESS_COMMAND. */
  readonly enabled: boolean;
}

export const SWITCHED_OFF =
  'Switching permissions from Slack is turned off here. Whoever runs this app can turn it on with ACCESS_COMMAND=on.';
