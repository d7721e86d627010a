import { systemClock } from 'retail-data-client';
import { startBot } from './app.ts';
import { ForeignDatabaseError } from './database/identity.ts';
import { DatabaseOpeningError } from './database/openingError.ts';
import { runAndExit } from './exit.ts';
import { createLog } from './log.ts';
import { PortError } from './settings/portError.ts';
import { readSettings, SettingsError, secretsOf } from './settings/settings.ts';
import { exitOnUnhandledRejection, waitForShutdownSignal } from './shutdown.ts';
import { SlackStartError } from './slack/app.ts';

/** The bot with its settings, until it is told to stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel, secretsOf(settings));
  exitOnUnhandledRejection(log);
  const bot = await startBot({ settings, clock: systemClock, log });
  try {
    await Promise.race([waitForShutdownSignal(), bot.unusable]);
  } finally {
    log.info('stopping');
    await bot.stop();
  }
}

await runAndExit(main, [
  SettingsError,
  SlackStartError,
  PortError,
  DatabaseOpeningError,
  ForeignDatabaseError,
]);
