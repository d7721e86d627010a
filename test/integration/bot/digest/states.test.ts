import { readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openChannels } from '../../../support/bot/digest/channels.ts';

const BOT = new URL('../../../../bot/', import.meta.url);
const LEDGER = 'digest/ledger.ts';
const MIGRATIONS = 'database/tables/digest.ts';

const sources = readdirSync(BOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
  .map((path) => ({ path, text: readFileSync(new URL(path, BOT), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();

test('only the ledger writes digests', () => {
  expect(filesWith(/(insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'digest_run'/)).toEqual([
    LEDGER,
  ]);
  const inSql = /(insert\s+into|update|delete\s+from)\s+"?digest_run\b/i;
  expect(filesWith(inSql).filter((path) => path !== MIGRATIONS)).toEqual([]);
});

test('and of the ledger only its transitions set a state', () => {
  const ledger = sources.find(({ path }) => path === LEDGER)?.text ?? '';
  const setters = ledger.split('\n').filter((line) => /\bset\([^)]*\bstate\b|^ +state: /.test(line));
  expect(setters.map((line) => line.trim())).toEqual([
    "update().set({ state: TRANSITIONS[name].to }).where('state', '=', TRANSITIONS[name].from);",
    "state: occurrence.missed === undefined ? 'due' : 'missed',",
    'state: row.state,',
  ]);
});

test('no test gets by with another change of state than those of the table', async () => {
  const channels = await openChannels('2026-11-20 08:30');
  await channels.sweepAt('2026-11-20 08:30');
  const change = (state: string) => sql`update digest_run set state = ${state}`.execute(channels.database);
  await expect(change('sent')).rejects.toThrow('not a transition');
  await change('sending');
  await expect(change('missed').then(() => change('due'))).rejects.toThrow('not a transition');
});
