import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../../tools/freePort.ts';
import type { LogLine } from '../../support/bot/recordingLog.ts';
import { openWorld } from './world.ts';

/** No product, store, period or setting is called that. */
const TYPED = 'zebrafish';

test('each command is one line with an id and is counted; what was typed is in no line at info', async () => {
  const world = await openWorld('Socket Mode');
  onTestFinished(() => world.close());
  const healthPort = await freePort();
  const bot = await world.start({ healthPort });
  onTestFinished(() => bot.stop(300));
  await world.untilDigests(1);
  const commands = [
    ['/stock', 'mine', 'ok'],
    ['/stock', TYPED, 'mistake'],
    ['/sales', `${TYPED} yesterday`, 'mistake'],
    ['/stores', TYPED, 'mistake'],
    ['/digest', `subscribe ${TYPED}`, 'mistake'],
  ] as const;
  for (const [command, text] of commands) await world.ask(command, text);
  const linesShown = () => world.recording.lines().filter(({ level }) => level >= 30);
  const requestsIn = (lines: readonly LogLine[]) =>
    lines.filter(({ listener }) => String(listener).startsWith('command '));
  // A line comes after its answer.
  await expect.poll(() => requestsIn(linesShown())).toHaveLength(commands.length);
  const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
  await bot.stop(2_000);
  const shown = linesShown();
  const requests = requestsIn(shown);
  expect(requests.map(({ listener, outcome }) => `${String(listener)} ${String(outcome)}`)).toEqual(
    commands.map(([command, , outcome]) => `command ${command} ${outcome}`),
  );
  expect(new Set(requests.map(({ request }) => request)).size).toBe(commands.length);
  expect(JSON.stringify(shown)).not.toContain(TYPED);
  expect(metrics).toContain('\nretail_bot_requests_total{request="/stock",outcome="mistake"} 1\n');
  expect(metrics).toContain('\nretail_bot_request_duration_seconds_count{request="/stock"} 2\n');
});
