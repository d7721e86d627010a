import { expect, test } from 'vitest';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';

/** It is 09:00 on Friday 20 November 2026. */
test.each([
  // The next one is due at 10:00, the last one was on Monday.
  ['mon,fri at 10:00', 'Mon 16 Nov 2026 – Thu 19 Nov 2026', 'Fri 13 Nov 2026 – Sat 14 Nov 2026'],
  // Nothing is stored yet of the days up to Monday.
  ['mon,fri at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026', 'Mon 16 Nov 2026 – Thu 19 Nov 2026'],
  ['weekdays at 08:30', 'Thu 19 Nov 2026', 'Thu 19 Nov 2026'],
  ['mon at 08:30', 'Mon 16 Nov 2026 – Thu 19 Nov 2026', 'Tue 10 Nov 2026 – Sat 14 Nov 2026'],
])(
  'a sales digest on %s: preview is of the days of the next one, now of those of the last one',
  async (schedule, previewed, posted) => {
    const { bench } = await startConversationBench();
    const said = async (text: string) => (await bench.type('/digest', text)).said.at(-1);
    await said(`subscribe sales ${schedule}`);
    expect((await said('preview sales'))?.text).toMatch(`Preview: Sales digest · ${previewed}:`);
    expect((await said('now sales'))?.text).toContain(`Posted the sales digest for ${posted} in `);
  },
);
