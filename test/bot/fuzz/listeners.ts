import { createAudit } from '../../../bot/access/audit.ts';
import type { Door } from '../../../bot/access/door.ts';
import { registerAccess } from '../../../bot/listeners/access/index.ts';
import { createLog } from '../../../bot/log.ts';
import type { Surfaces } from '../../../bot/slack/surfaces.ts';
import type { Database } from '../../../bot/warehouse/database.ts';
import { createFakeClock } from '../../support/fakeClock.ts';

/** Those of /access, and one of each other kind that reads what it is given. */
export function accessListeners(database: Database): (door: Door, surfaces: Surfaces) => void {
  const clock = createFakeClock();
  return (door, surfaces) => {
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
      surfaces,
      clock,
      log: createLog('silent'),
      enabled: true,
    });
    door.command('/echo', 'view_stock', async ({ command, respond }) => {
      await respond({ response_type: 'ephemeral', text: command.text.slice(0, 100) });
    });
    door.options('search', 'view_sales', async ({ typed }) => ({
      options: [{ text: { type: 'plain_text', text: typed.slice(0, 75) }, value: '1' }],
    }));
    door.home('member', async ({ userId }) => surfaces.publishHome(userId, { type: 'home', blocks: [] }));
  };
}
