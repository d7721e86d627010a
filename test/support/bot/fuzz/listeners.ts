import type { Logger } from 'pino';
import { createAudit } from '../../../../bot/access/audit.ts';
import type { Database } from '../../../../bot/database/connection.ts';
import { registerAccess } from '../../../../bot/listeners/access/index.ts';
import type { Door } from '../../../../bot/listeners/door.ts';
import type { ViewsClient } from '../../../../bot/slack/viewsClient.ts';
import { createFakeClock } from '../../fakeClock.ts';

/** Those of /access, before a service that takes every change. */
export function declareAccess(database: Database, door: Door, viewsClient: ViewsClient, log: Logger): void {
  const clock = createFakeClock();
  registerAccess(door, {
    client: {
      setPermission: async (change) => ({
        ...change,
        accessToWholesaler: '1',
        lastChangedOn: '',
        lastChangedAt: '',
        result: '',
      }),
    },
    audit: createAudit(database, () => clock.now()),
    viewsClient,
    clock,
    log,
    enabled: true,
  });
}
