import { runAndExit } from '../process/exit.ts';
import { loadEnvironmentFile } from '../settings/environmentFile.ts';
import { readSettings, type Settings, SettingsError, secretsOf } from '../settings/settings.ts';
import { checkDatabase } from './checks/databaseChecks.ts';
import { type Finding, lineOf, notChecked } from './checks/report.ts';
import { checkKey } from './checks/serviceCheck.ts';
import { checkSlack } from './checks/slackChecks.ts';
import { isHelpAsked, UsageError } from './commandLine.ts';

const HELP = `npm run check

Checks what the bot needs without starting it, one line each: settings, database and its version, whose it is, the
subscription key, Slack's tokens and scopes, and each channel that gets a digest. It changes and posts nothing, may be
run beside a bot, and asks for one row of sales and for no stock. With a new subscription key it also reads a day of
sales, and says whether a start would take the database over. To check SLACK_APP_TOKEN it asks Slack for the address of a
socket, which Slack lets an app do only now and then: do not run it every minute.

Ends with 0 when nothing failed, 78 when settings are wrong, else with 1.

  --help   prints this
`;

/** Something that the bot needs is not as it must be; each has its own line. */
class ChecksFailedError extends Error {}

function tell(finding: Finding, secrets: readonly string[] = []): void {
  process.stdout.write(`${lineOf(finding, secrets)}\n`);
}

async function main(): Promise<void> {
  if (isHelpAsked(HELP)) return;
  loadEnvironmentFile();
  const settings = readOrTell();
  tell({ state: 'ok', what: 'settings', detail: 'none is missing or wrong' });
  const secrets = [...secretsOf(settings), ...passwordsOf(settings)];
  const findings: Finding[] = [];
  const add = (more: readonly Finding[]) => {
    for (const finding of more) tell(finding, secrets);
    findings.push(...more);
  };
  const database = await checkDatabase(settings);
  add(database.findings);
  add([await checkKey(settings)]);
  add(await checkSlack(settings, database.channels));
  const failed = findings.filter(({ state }) => state === 'failed').length;
  if (failed > 0) throw new ChecksFailedError(`Failed: ${failed} of ${findings.length + 1} checks.`);
}

/** @throws SettingsError after each mistake has been told */
function readOrTell(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const detail of error.mistakes) tell({ state: 'failed', what: 'settings', detail });
    for (const what of ['database', 'subscription key', 'bot token', 'scopes', 'app token', 'channels'])
      tell(notChecked(what, 'settings are wrong'));
    throw new SettingsError(['Failed: the settings. Correct them and run this again.']);
  }
}

/** Of the address of a PostgreSQL, as it stands there and as it is meant. */
function passwordsOf({ databaseUrl }: Settings): string[] {
  if (!URL.canParse(databaseUrl)) return [];
  const { password, searchParams } = new URL(databaseUrl);
  const passwords = [password, percentDecoded(password), searchParams.get('password') ?? ''];
  return passwords.filter((one) => one !== '');
}

/** A "%" that encodes nothing stands for itself, as it does for the driver. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

await runAndExit(main, { expected: [ChecksFailedError, UsageError] });
