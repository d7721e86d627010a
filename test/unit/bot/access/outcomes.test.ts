import { RequestTimeoutError, ServerError } from 'retail-data-client';
import { expect, test } from 'vitest';
import { doneOutcome, failureOutcome, OUTCOMES } from '../../../../bot/access/outcomes.ts';
import { languageFor } from '../../../../bot/language/language.ts';
import { outcomeInWords } from '../../../../bot/views/access.ts';

const inBoth = (noted: string) => [
  outcomeInWords(noted, languageFor('en').t),
  outcomeInWords(noted, languageFor('nb').t),
];

test.each([
  [OUTCOMES.switchedOff, 'ACCESS_COMMAND is off', 'ACCESS_COMMAND er slått av'],
  [OUTCOMES.tooLate, 'confirmed too late', 'bekreftet etter fristen'],
  [doneOutcome(true, ''), 'now on: the service says nothing more', 'nå på: tjenesten sier ikke mer om det'],
  [doneOutcome(false, 'Oppdatert.\nTakk'), 'now off: Oppdatert.\nTakk', 'nå av: Oppdatert.\nTakk'],
])('%j is read in the language of the reader', (noted, english, norwegian) => {
  expect(inBoth(noted)).toEqual([english, norwegian]);
});

test('a failure of the service is told by its kind and status, in the words of the reader', () => {
  const failed = failureOutcome(new ServerError('It broke: badly.', 'Wait.', { status: 503 }));
  expect(failed).toBe('server 503: It broke: badly.');
  expect(inBoth(failed)).toEqual([
    'Something went wrong at the data service (HTTP 503).',
    expect.stringMatching(/^Noe gikk galt hos datatjenesten.*503/),
  ]);
  const silent = failureOutcome(new RequestTimeoutError('No answer.', 'Wait.'));
  expect(inBoth(silent)).toEqual([
    "The data service didn't answer in time.",
    expect.stringMatching(/^Datatjenesten svarte ikke i tide/),
  ]);
});

test('a refusal is told in words', () => {
  expect(inBoth('/access: capability_missing')).toEqual([
    '/access: has no access to it',
    '/access: har ikke tilgang',
  ]);
});

test.each(['Kari: said so', ''])('%j stands as it is', (noted) => {
  expect(inBoth(noted)).toEqual([noted, noted]);
});
