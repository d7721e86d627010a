import { runAndExit } from '../process/exit.ts';
import { loadEnvironmentFile } from '../settings/environmentFile.ts';
import { readPostgresAddress } from '../settings/postgresAddress.ts';
import { readSettings, type Settings, SettingsError, secretsOf, whyDemo } from '../settings/settings.ts';
import { typedAs } from '../text/typedAs.ts';
import { checkDatabase } from './checks/databaseChecks.ts';
import { type Finding, lineOf, notChecked } from './checks/report.ts';
import { checkKey } from './checks/serviceCheck.ts';
import { checkSlack } from './checks/slackChecks.ts';
import { isHelpAsked, UsageError } from './commandLine.ts';

const HELP = `${typedAs('check')}

Checks what the bot needs without starting it, one line each: settings, database and its version, whose it is, the
subscription key, Slack's tokens and scopes, and each channel that gets a digest. It changes and posts nothing, may be
run beside a bot, and asks for one row of sales and for no stock. With a new subscription key it also reads a day of
sales, and says whether a start would take the database over. To check SLACK_APP_TOKEN it asks Slack for the address of a
socket, which Slack lets an app do only now and then: do not run it every minute.

Ends with 0 when nothing failed, 78 when settings are wrong, else with 1.

  --help   prints this
`;

/** At least one check failed. Each has its own line. */
class ChecksFailedError extends Error {}

function print(finding: Finding, secrets: readonly string[] = []): void {
  process.stdout.write(`${lineOf(finding, secrets)}\n`);
}

async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  const hasFile = loadEnvironmentFile();
  const reason = hasFile ? whyDemo(process.env) : undefined;
  if (reason !== undefined) print({ state: 'failed', what: 'settings', detail: reason });
  const settings = readOrPrint();
  print({ state: 'ok', what: 'settings', detail: 'none is missing or wrong' });
  const secrets = [...secretsOf(settings), ...(readPostgresAddress(settings.databaseUrl)?.passwords ?? [])];
  const findings: Finding[] = [];
  const add = (more: readonly Finding[]) => {
    for (const finding of more) print(finding, secrets);
    findings.push(...more);
  };
  const database = await checkDatabase(settings);
  add(database.findings);
  add([await checkKey(settings)]);
  add(await checkSlack(settings, database.channels));
  const failed = findings.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new ChecksFailedError(`Failed: ${failed} of ${findings.length + 1} checks.`);
}

/** @throws SettingsError after printing each mistake */
function readOrPrint(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const detail of error.mistakes) print({ state: 'failed', what: 'settings', detail });
    for (const what of ['database', 'subscription key', 'bot token', 'scopes', 'app token', 'channels'])
      print(notChecked(what, 'settings are wrong'));
    throw new SettingsError(['Failed: the settings. Correct them and run this again.']);
  }
}

await runAndExit(main, { expected: [ChecksFailedError, UsageError] });
