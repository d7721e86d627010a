import { expect, test } from 'vitest';
import { DIGEST_MODAL } from '../../../../bot/modals/digest.ts';
import { startConversationBench } from '../../../support/bot/conversationBench.ts';
import { stateOf } from '../../../support/bot/filledForm.ts';
import { limitBreachesOf } from '../../../support/slack/limits.ts';

const hundred = Array.from({ length: 100 }, (_, at) => String(1_000 + at));

test('a hundred products can be typed for a digest, stand in its form, and be sent in again', async () => {
  const { bench, lastView, submit } = await startConversationBench();
  const productsKept = async () =>
    (await bench.database.selectFrom('digest_subscription').select('products').executeTakeFirstOrThrow())
      .products;
  await bench.type('/digest', `subscribe products:${hundred.join(',')}`);
  const kept = await productsKept();
  expect(JSON.parse(kept ?? '')).toMatchObject({ productIds: hundred });
  await bench.type('/digest', '');
  const { method, view } = lastView();
  expect(method).toBe('views.open');
  expect(limitBreachesOf(view, 'modal')).toEqual([]);
  const { acks } = await submit(DIGEST_MODAL, stateOf(view));
  expect(acks).toMatchObject([{ response_action: 'update' }]);
  expect(await productsKept()).toBe(kept);
});

test('a hundred products can be typed for sales too', async () => {
  const { bench } = await startConversationBench();
  const { said } = await bench.type('/sales', `last week product:${hundred.join(',')}`);
  expect(limitBreachesOf(said[0] ?? {}, 'message')).toEqual([]);
  expect(said[0]?.text).not.toContain('is more than');
});
