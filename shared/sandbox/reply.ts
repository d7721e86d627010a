/** An answer before it is put on the wire. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function jsonReply(status: number, content: unknown, headers: Record<string, string> = {}): Reply {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(content) };
}

/** A refusal with the body an API gateway gives: `{ statusCode, message }`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  toReply(): Reply {
    return jsonReply(this.status, { statusCode: this.status, message: this.message }, this.headers);
  }
}
