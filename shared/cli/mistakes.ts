import { InvalidInputError } from '../errors/errors.ts';

/** Flags that cannot be read as given, in one sentence with the fix. */
export class UsageError extends Error {}

/** Collects what is wrong with flags and settings, so that the user sees all mistakes at once. */
export class Mistakes {
  readonly messages: string[] = [];

  /** The value, or undefined when it is wrong and its message was collected. */
  collect<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InvalidInputError || error instanceof UsageError)) throw error;
      this.messages.push(error.message);
      return undefined;
    }
  }
}
