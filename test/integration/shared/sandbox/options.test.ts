import { expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../../../shared/sandbox/index.ts';
import { describeFlags, optionsFrom } from '../../../../shared/sandbox/options.ts';
import { open } from '../../../support/shared/sandbox/asking.ts';

test.each<[string, SandboxOptions]>([
  ['stores', { stores: 0 }],
  ['products', { products: 2.5 }],
  ['port', { port: 70_000 }],
  ['emptyDays', { emptyDays: ['2026-02-30'] }],
  ['maxResultsCap', { maxResultsCap: 0 }],
  ['throttle', { throttle: { perMinute: 1, perDay: 0 } }],
  ['subscriptionKey', { subscriptionKey: '' }],
])('a senseless %s is refused by name', async (name, options) => {
  await expect(startSandbox(options)).rejects.toThrow(name);
});

test('a taken port is an error, not a silence', async () => {
  const { url } = await open();
  await expect(startSandbox({ port: Number(new URL(url).port) })).rejects.toThrow('EADDRINUSE');
});

test('a flag stands for the option of its name, whatever kind of value that has', () => {
  const flags = {
    stores: '7',
    'range-end': 'exclusive',
    'volume-decimals': '4',
    gzip: 'false',
    'empty-days': '2026-11-18,2026-11-19',
    throttle: '5/10',
    'content-type': 'text/plain',
  };
  expect(optionsFrom(flags)).toEqual({
    stores: 7,
    rangeEnd: 'exclusive',
    volumeDecimals: 4,
    gzip: false,
    emptyDays: ['2026-11-18', '2026-11-19'],
    throttle: { perMinute: 5, perDay: 10 },
    contentType: 'text/plain',
  });
});

test.each([
  ['stores', '7.5'],
  ['range-end', 'half'],
  ['gzip', 'yes'],
  ['empty-days', '2026-02-30'],
  ['throttle', '20'],
  ['content-type', ''],
])('a senseless --%s is refused by name and value', (flag, text) => {
  expect(() => optionsFrom({ [flag]: text })).toThrow(new RegExp(`^--${flag} is .*${text}.*\\. Give `));
});

test('the help has a line for each flag, with its values and its default', () => {
  const lines = describeFlags({ port: 8787 }).trimEnd().split('\n');
  expect(lines.every((line) => /^ {2}--[a-z-]+ {2,}\S.* \(.+; default .+\)$/.test(line))).toBe(true);
  expect(lines.join()).toMatch(/--range-end .*\(one of inclusive, exclusive; default inclusive\)/);
  expect(lines.join()).toMatch(/--port .*; default 8787\)/);
});
