/** A command got a parameter it doesn't accept. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/**
 * For a command that reads only settings: prints `help` and returns true if `--help` was given.
 * @throws UsageError for any other parameter
 */
export function isHelpAsked(help: string): boolean {
  const parameters = process.argv.slice(2);
  const other = parameters.find((parameter) => parameter !== '--help');
  if (other !== undefined) {
    throw new UsageError(
      `"${other}" is given, but everything is read from the settings of the bot. Leave it out, or give --help.`,
    );
  }
  if (parameters.length > 0) process.stdout.write(help);
  return parameters.length > 0;
}
