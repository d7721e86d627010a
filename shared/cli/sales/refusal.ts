/** The export cannot begin, or cannot end, as asked. The message is one sentence with the fix in it. */
export class ExportRefusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ExportRefusal';
  }
}
