import { expect, test } from 'vitest';
import { type SandboxOptions, startSandbox } from '../../../../shared/sandbox/index.ts';
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
