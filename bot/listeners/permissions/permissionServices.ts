import type { Logger } from 'pino';
import type { Audit } from '../../access/audit.ts';
import type { ViewsClient } from '../../slack/viewsClient.ts';
import type { PermissionSwitch } from './permissionSwitch.ts';

/** What the listeners about permissions are registered with; each takes what it calls. */
export interface PermissionServices {
  readonly permissions: PermissionSwitch;
  readonly audit: Audit;
  readonly viewsClient: ViewsClient;
  readonly log: Logger;
}
