/** One thing that was checked, in one line. */
export interface Finding {
  readonly state: 'ok' | 'failed' | 'not checked';
  /** What was checked, in a word or two. */
  readonly what: string;
  readonly detail: string;
}

/** What is wrong, and what to do about it. */
export class CheckError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CheckError';
  }
}

/** Does one check; `work` gives what it found, or rejects with what is wrong. */
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

/** One line without a line break; secrets are masked, whoever wrote them into a message. */
export function lineOf({ state, what, detail }: Finding, secrets: readonly string[] = []): string {
  const line = `${state.padEnd(STATE_WIDTH)}  ${what}: ${detail}`.replaceAll(/\s*\n\s*/g, ' ');
  return secrets.reduce((masked, secret) => masked.replaceAll(secret, '***'), line);
}
