/** What was asked of the demo cannot be done; the message says what can. */
export class DemoError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'DemoError';
  }
}
