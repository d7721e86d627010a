import { systemClock } from 'retail-data-client/clock/systemClock';
import { startBot } from './app.ts';
import { readBuild } from './process/build.ts';
import { runAndExit } from './process/exit.ts';
import { createLog } from './process/log.ts';
import { exitOnUnhandledRejection, waitForShutdownSignal } from './process/shutdown.ts';
import { feedWatchdog } from './process/watchdog.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { readSettings, secretsOf } from './settings/settings.ts';

/** The bot with its settings, until it is told to stop. */
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
  // From now on: as the first process of a container it would otherwise not hear a signal while Slack is waited for.
  const signalled = waitForShutdownSignal();
  const bot = await Promise.race([startBot({ settings, clock: systemClock, log }), signalled]);
  try {
    if (bot !== undefined) await Promise.race([signalled, bot.unusable]);
  } finally {
    log.info('stopping');
    await bot?.stop();
  }
}

// The image starts it so: Docker has no rule for exit codes.
await runAndExit(main, { stays: process.argv.includes('--stay') });
