import { expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { readMetadata, writeMetadata } from '../../../../bot/modals/metadata.ts';

test.each(['en', 'nb'] as const)('a form in %s tells its language and what it carries', (locale) => {
  const language = languageFor(locale);
  for (const value of ['', 'f-1', 'en:f-1', 'nb:']) {
    expect(readMetadata(writeMetadata(language, value))).toEqual({ language, value });
  }
});

test('what no form of this version has written is English, and is left whole', () => {
  for (const value of ['', 'f-1', 'sv:f-1', 'nb', '{"locale":"nb"}', 'NB:f-1']) {
    expect(readMetadata(value)).toEqual({ language: languageFor('en'), value });
  }
});
