import { systemClock } from 'retail-data-client/clock/systemClock';
import { startBot } from './app.ts';
import { readBuild } from './build.ts';
import { runAndExit } from './exit.ts';
import { createLog } from './log.ts';
import { loadEnvironmentFile } from './settings/environmentFile.ts';
import { readSettings, secretsOf } from './settings/settings.ts';
import { exitOnUnhandledRejection, waitForShutdownSignal } from './shutdown.ts';
import { feedWatchdog } from './watchdog.ts';

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
