import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { lineThatSetsNothing } from '../../../../bot/settings/environmentFile.ts';

test.each([
  ['', {}],
  ['\n  # SLACK_BOT_TOKEN\n\t\n', {}],
  ['PORT=8080\r\nexport LOG_LEVEL = debug # for now\r\n', { PORT: '8080', LOG_LEVEL: 'debug' }],
  ['EMPTY=\nPORT="8080" # by hand', { EMPTY: '', PORT: '8080' }],
  ["LIST='C1,\nC2'\nPORT=1", { LIST: 'C1,\nC2', PORT: '1' }],
  ['KEY="it\'s `mine`"\nPORT=1', { KEY: "it's `mine`", PORT: '1' }],
])('%j is read whole', (text, expected) => {
  expect(lineThatSetsNothing(text)).toBeUndefined();
  expect(parseEnv(text)).toEqual(expected);
});

test.each([
  ['SLACK_BOT_TOKEN: xoxb-1', 1],
  ['PORT=1\n\nset LOG_LEVEL=debug\n', 3],
  ['# first\r\nPORT=1\r\nLOG_LEVEL\r\n', 3],
  ["LIST='C1,\nC2'\nC3", 3],
  ['\uFEFFPORT=1', 1],
  ['P\0O\0R\0T\0=\0', 1],
])('of %j line %j is told', (text, line) => {
  expect(lineThatSetsNothing(text)).toBe(line);
});
