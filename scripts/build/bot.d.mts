/** Names of the commands that a build of the bot has. */
export const COMMAND_NAMES: readonly string[];

/** Bundles the bot into a folder, and what else is to be started with the same code: files by their names. */
export function bundleBot(
  root: string,
  folder: string,
  more?: Readonly<Record<string, string>>,
): Promise<string[]>;
