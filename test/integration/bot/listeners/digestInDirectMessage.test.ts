import { expect, test } from 'vitest';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';

test.each([
  ['now', 'now #channel'],
  ['preview sales', 'preview #channel sales'],
  ['pause sales until 1 december', 'pause #channel sales until 2026-12-01'],
])('/digest %s in a direct message asks for the channel, and keeps the rest', async (text, suggested) => {
  const { bench } = await startConversationBench();
  const { said } = await bench.type('/digest', text, { channel_id: 'D0KARI', channel_name: 'directmessage' });
  expect(said.map((answer) => answer.text)).toEqual([
    `A digest goes to a channel, and this is a direct message. Add the channel: type # and choose it from the list. Try: \`/digest ${suggested}\``,
  ]);
});
