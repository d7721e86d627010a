import { expect, test } from 'vitest';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';

/** It is 09:00 on Friday 20 November 2026. */
test.each([
  // The next one is due at 10:00, the last one was on Monday.
  ['mon,fri at 10:00', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
  ['mon,fri at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
  // Today's own one is still to come.
  ['weekdays at 12:00', 'Thu 19 Nov 2026'],
  ['weekdays at 08:30', 'Thu 19 Nov 2026'],
  ['mon at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
])(
  'a sales digest on %s: preview and now are both of the newest days, up to yesterday',
  async (schedule, days) => {
    const { bench } = await startConversationBench();
    const said = async (text: string) => (await bench.type('/digest', text)).said.at(-1);
    await said(`subscribe sales ${schedule}`);
    expect((await said('preview sales'))?.text).toMatch(`Preview: Sales digest · ${days}:`);
    expect((await said('now sales'))?.text).toContain(`Posted the sales digest for ${days} in `);
  },
);
