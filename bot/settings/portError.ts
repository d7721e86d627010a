/** A port cannot be listened on; the message names the setting and says what to do. */
export class PortError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'PortError';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already. End that program, or set',
  EACCES: 'the bot may not listen there. Let its user do so, or set',
};

/** What to tell of a port that could not be listened on; undefined when the error is of another kind. */
export function portErrorOf(error: unknown, setting: string, port: number): PortError | undefined {
  const reason = REASONS[String(Object(error).code)];
  if (reason === undefined) return undefined;
  return new PortError(`${setting} is ${port}, but ${reason} ${setting} to another port.`, error);
}
