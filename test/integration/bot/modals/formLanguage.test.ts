import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { writeMetadata } from '../../../../bot/modals/metadata.ts';
import { startListenerBench } from '../../../support/bot/listenerBench.ts';
import { submissionBody } from '../../../support/bot/payloadBodies.ts';

test('a form is checked in the language it was built in, before anybody is looked up', async () => {
  const bench = await startListenerBench();
  const { validate } = bench.middleware;
  bench.app.view(
    'form',
    validate((_view, _body, { format }) => ({
      response_action: 'errors',
      errors: { amount: `not ${format.litres(1_500)}` },
    })),
  );
  const sentIn = async (metadata: string) => (await bench.send(submissionBody('form', metadata, {}))).acks;
  const mistake = (text: string) => [{ response_action: 'errors', errors: { amount: text } }];
  expect(await sentIn(writeMetadata(languageFor('nb')))).toEqual(mistake('not 1,500'));
  expect(await sentIn(writeMetadata(languageFor('en')))).toEqual(mistake('not 1.500'));
  expect(await sentIn('from an earlier version')).toEqual(mistake('not 1.500'));
});
