import { beforeEach, expect, test } from 'vitest';
import { DIGEST_FIELDS } from '../../../../bot/modals/digest.ts';
import { DIGEST_SETTINGS } from '../../../../bot/views/digest/buttons.ts';
import { type ConversationBench, startConversationBench } from '../../../support/bot/conversationBench.ts';
import { clickBody } from '../../../support/bot/payloadBodies.ts';
import { oslo } from '../../../support/bot/time.ts';

let window: ConversationBench;

beforeEach(async () => {
  window = await startConversationBench();
});

const type = (text: string) => window.bench.type('/digest', text);
const posted = () => JSON.stringify(window.bench.slack.posted.at(-1));

test('"Settings" below a digest of long ago opens those of that digest', async () => {
  await type('subscribe');
  await type('subscribe sales');
  await type('now sales');
  const [, value = ''] =
    new RegExp(`"action_id":"${DIGEST_SETTINGS}".*?"value":"([^"]+)"`).exec(posted()) ?? [];
  await window.bench.database.deleteFrom('digest_source').execute();
  await window.bench.send(clickBody(window.bench.responseUrl, DIGEST_SETTINGS, value));
  const form = JSON.stringify(window.lastView().view);
  expect(form).toMatch(
    new RegExp(`"action_id":"${DIGEST_FIELDS.content}".*?"initial_option":.*?"value":"sales"`),
  );
});

test('a digest by hand says when its sales were checked last, also when nothing was corrected', async () => {
  await type('now sales');
  expect(posted()).toContain('as of Fri 20 Nov 2026, 09:00');
  window.warehouse.clock.set(oslo('2026-11-20 12:01'));
  await window.warehouse.sync();
  window.bench.clock.set(oslo('2026-11-20 12:05'));
  await type('now sales');
  expect(posted()).toContain('as of Fri 20 Nov 2026, 12:01');
});
