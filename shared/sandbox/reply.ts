/** An answer before it is put on the wire. */
export interface Reply {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export function textReply(
  status: number,
  mediaType: string,
  body: string,
  headers: Record<string, string> = {},
): Reply {
  return { status, headers: { 'content-type': `${mediaType}; charset=utf-8`, ...headers }, body };
}

export function jsonReply(status: number, content: unknown, headers: Record<string, string> = {}): Reply {
  return textReply(status, 'application/json', JSON.stringify(content), headers);
}

/** Thrown by whoever cannot answer a call. The reply has the body an API gateway gives. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.reply = jsonReply(status, { statusCode: status, message }, headers);
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, message);
}
