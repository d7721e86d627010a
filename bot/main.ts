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

/** EX_CONFIG of sysexits.h: to start again is in vain until somebody has changed what the message names. */
const WRONG_SETTING = 78;

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
  // From now on: as the first process of a container it would otherwise not hear a signal while Slack is waited for.
  const signalled = waitForShutdownSignal();
  const bot = await Promise.race([startBot({ settings, clock: systemClock, log }), signalled]);
  // What was compiled serves the next start even when this process is killed.
  flushCompileCache();
  try {
    if (bot !== undefined) await Promise.race([signalled, bot.unusable]);
  } finally {
    log.info('stopping');
    await bot?.stop();
  }
}

// Loaded without being run where it is compiled ahead.
if (import.meta.main) await mainToItsEnd();

async function mainToItsEnd(): Promise<never> {
  try {
    await main();
    return process.exit(0);
  } catch (error) {
    const isMistake = isWrongSetting(error);
    const isExpected = isMistake || error instanceof DemoError || error instanceof DatabaseOpeningError;
    process.stderr.write(
      `${isExpected ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
    );
    return process.exit(isMistake ? WRONG_SETTING : 1);
  }
}

function isWrongSetting(error: unknown): error is Error {
  return (
    error instanceof SettingsError ||
    error instanceof SlackStartError ||
    error instanceof PortError ||
    error instanceof ForeignDatabaseError ||
    (error instanceof DatabaseOpeningError && !error.isTransient)
  );
}
