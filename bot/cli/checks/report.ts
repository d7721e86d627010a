/** The result of one check, printed as one line. */
export interface Finding {
  readonly state: 'ok' | 'failed' | 'not checked';
  /** What was checked, in a word or two. */
  readonly what: string;
  readonly detail: string;
}

/** A failed check. The message says what is wrong and what to do. */
export class CheckError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckError';
  }
}

/** Runs one check. `work` returns its finding, or rejects with the problem. */
export async function check(what: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { state: 'ok', what, detail: await work() };
  } catch (error) {
    return { state: 'failed', what, detail: error instanceof Error ? error.message : String(error) };
  }
}

export function notChecked(what: string, why: string): Finding {
  return { state: 'not checked', what, detail: why };
}

const STATE_WIDTH = 'not checked'.length;

/** The finding on one line, with secrets masked, even in messages from elsewhere. */
export function lineOf({ state, what, detail }: Finding, secrets: readonly string[] = []): string {
  const line = `${state.padEnd(STATE_WIDTH)}  ${what}: ${detail}`.replaceAll(/\s*\n\s*/g, ' ');
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), line);
}
