import { systemClock } from 'retail-data-client/clock/systemClock';
import { startBot } from './app.ts';
import { readBuild } from './process/build.ts';
import { runAndExit } from './process/exit.ts';
import { createLog } from './process/log.ts';
import { exitOnUnhandledRejection, waitForShutdownSignal } from './process/shutdown.ts';
import { feedWatchdog } from './process/watchdog.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { readSettings, secretsOf } from './settings/settings.ts';

/** Runs the bot with its settings until a signal stops it. */
async function main(): Promise<void> {
  if (process.argv.includes('--version')) {
    const { version, commit } = readBuild();
    process.stdout.write(`${version} (commit ${commit})\n`);
    return;
  }
  loadEnvironmentFile();
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel, secretsOf(settings));
  exitOnUnhandledRejection(log);
  void feedWatchdog(process.env, systemClock, log);
  // Before the start: process 1 of a container ignores signals without a handler, and the start may wait for Slack.
  const signalled = waitForShutdownSignal();
  const bot = await Promise.race([startBot({ settings, clock: systemClock, log }), signalled]);
  try {
    if (bot !== undefined) await Promise.race([signalled, bot.unusable]);
  } finally {
    log.info('stopping');
    await bot?.stop();
  }
}

// The image uses --stay, because Docker's restart policies ignore exit codes.
await runAndExit(main, { stays: process.argv.includes('--stay') });
