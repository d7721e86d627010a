import { flushCompileCache } from 'node:module';
import { systemClock } from 'retail-data-client';
import { startBot } from './app.ts';
import { ForeignDatabaseError } from './database/identity.ts';
import { DatabaseOpeningError } from './database/openingError.ts';
import { DemoError } from './demo/demoError.ts';
import { createLog } from './log.ts';
import { PortError } from './settings/portError.ts';
import { isProductionStart, readSettings, SettingsError, secretsOf } from './settings/settings.ts';
import { exitOnUnhandledRejection, waitForShutdownSignal } from './shutdown.ts';
import { SlackStartError } from './slack/app.ts';

/** `npm start`: the bot with its settings, or the demo when nothing is set. */
async function main(): Promise<void> {
  const parameters = process.argv.slice(2);
  if (!isProductionStart(process.env) || parameters.includes('--help')) {
    const { runDemo } = await import('./demo/demo.ts');
    await runDemo(parameters);
    return;
  }
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel, secretsOf(settings));
  exitOnUnhandledRejection(log);
  const bot = await startBot({ settings, clock: systemClock, log });
  // What was compiled serves the next start even when this process is killed.
  flushCompileCache();
  try {
    await Promise.race([waitForShutdownSignal(), bot.unusable]);
  } finally {
    log.info('stopping');
    await bot.stop();
  }
}

// Loaded without being run where it is compiled ahead.
if (import.meta.main) await mainToItsEnd();

async function mainToItsEnd(): Promise<never> {
  try {
    await main();
    return process.exit(0);
  } catch (error) {
    const expected =
      error instanceof DemoError ||
      error instanceof SettingsError ||
      error instanceof SlackStartError ||
      error instanceof PortError ||
      error instanceof DatabaseOpeningError ||
      error instanceof ForeignDatabaseError;
    process.stderr.write(
      `${expected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    return process.exit(1);
  }
}
