/**
 * Runs a command that starts the bot, on stand-ins of the service and of Slack, and waits until /readyz answers 200. Ends
 * with 0 only if the bot then ends with 0 after SIGTERM. For the image, where there is a container engine:
 *
 *     node test/e2e/container/start.ts docker run --rm --network host …
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { systemClock } from 'retail-data-client/clock/systemClock';
import { startSandbox } from 'retail-data-client/sandbox';
import { PLACES } from '../../../bot/demo/slack/cast.ts';
import { startSlack } from '../../../bot/demo/slack/slack.ts';
import { freePort } from '../../../tools/freePort.ts';

/** A first start waits up to five minutes for sales. */
const PATIENCE_MS = 8 * 60_000;

const sandbox = await startSandbox();
const slack = await startSlack({ clock: systemClock });
const healthPort = await freePort();
const settings = {
  RETAIL_DATA_BASE_URL: sandbox.url,
  RETAIL_DATA_SUBSCRIPTION_KEY: sandbox.subscriptionKey,
  SLACK_BOT_TOKEN: 'xoxb-of-the-container',
  SLACK_SIGNING_SECRET: 'secret-of-the-container',
  SLACK_API_URL: slack.apiUrl,
  PORT: String(await freePort()),
  DIGEST_CHANNELS: PLACES['#stock'].id,
  SALES_HISTORY_DAYS: '2',
  HEALTH_PORT: String(healthPort),
};
const [program = '', ...parameters] = process.argv.slice(2);
// By their names alone: Docker takes the values from here.
const passed = program === 'docker' ? Object.keys(settings).flatMap((name) => ['--env', name]) : [];
const [subcommand = [], rest = []] =
  program === 'docker' ? [parameters.slice(0, 1), parameters.slice(1)] : [[], parameters];
const bot = spawn(program, [...subcommand, ...passed, ...rest], {
  env: { ...process.env, ...settings },
  stdio: 'inherit',
});
const ended = once(bot, 'exit');

const isReady = async () => {
  const answer = await fetch(`http://127.0.0.1:${healthPort}/readyz`).catch(() => undefined);
  const text = (await answer?.text()) ?? '';
  if (answer?.ok === true) process.stdout.write(text);
  return answer?.ok === true;
};
const giveUp = performance.now() + PATIENCE_MS;
let ready = await isReady();
while (!ready && bot.exitCode === null && performance.now() < giveUp) {
  await delay(500);
  ready = await isReady();
}
bot.kill('SIGTERM');
const [code] = await ended;
process.stdout.write(`${ready ? 'It was ready' : 'It was not ready'}, and ended with ${code}.\n`);
process.exit(ready && code === 0 ? 0 : 1);
