import { expect, test } from 'vitest';
import { startTestBot } from '../../../support/testBot.ts';

const MANY = Array.from({ length: 55 }, (_, at) => `C0MANY${at}`);

test('/digest list and App Home say how many more digests there are', async () => {
  const bot = await startTestBot();
  for (const channel of MANY) {
    bot.slack.workspace.addChannel(channel);
    await bot.kari.type('/digest', `subscribe products:1101,90210 <#${channel}|many>`);
  }
  await bot.restart();
  const listed = await bot.kari.type('/digest', 'list');
  expect(new Set(listed.lines.filter((line) => line.includes('• <#C0'))).size).toBe(20);
  expect(listed.text).toContain('and 37 more digests in channels you are in');
  expect((await bot.kari.openHome()).text).toContain('and 47 more; type `/digest list` to see them');
});

test('/digest history says how many older ones there are, and finds those of sales behind any number of others', async () => {
  const bot = await startTestBot();
  const kept = ['sales', 'manual:sales:1', ...Array.from({ length: 120 }, (_, at) => `manual:${at}`)];
  const rows = kept.map((kind, at) => {
    const day = new Date(Date.UTC(2026, 5, at + 1)).toISOString().slice(0, 10);
    return `('T0HOME', 'C0SECOND', '${kind}', '${day}', 'failed', 0, 1, 0, 0, 0, 'x', 0, 0)`;
  });
  await bot.database.execute(`insert into digest_run (team_id, channel_id, kind, business_date, state, due_at, attempt, not_before, lease_until,
      checks, reason, created_at, updated_at) values ${rows.join(', ')}`);
  const type = async (text: string) => (await bot.as('kari', '#second').type('/digest', text)).lines;
  for (const text of ['history sales', 'status sales']) {
    const lines = (await type(text)).filter((line) => line.includes('Jun 2026, '));
    expect(lines, text).toEqual([
      expect.stringContaining('sales, manual'),
      expect.stringContaining('sales, scheduled'),
    ]);
  }
  const ofStock = await type('history stock');
  expect(ofStock.filter((line) => line.includes('stock, manual'))).toHaveLength(15);
  expect(ofStock.join('\n')).toContain('105 older digests not shown.');
});

test('App Home tells of the last daily digest, however many came by hand since', async () => {
  const bot = await startTestBot();
  for (let run = 0; run < 6; run += 1) {
    await bot.kari.type('/digest', 'now stock');
    await bot.pass(5 * 60);
  }
  expect((await bot.kari.openHome()).text).toContain('Last: Fri 20 Nov 2026, posted');
});
