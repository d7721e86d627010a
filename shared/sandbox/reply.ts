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

/** Thrown by whoever cannot answer a call; the gateway turns it into a reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }

  /** By default with the body an API gateway gives: `{ statusCode, message }`. */
  toReply(form: 'json' | 'text' | 'html' | 'empty' = 'json'): Reply {
    const { status, message, headers } = this;
    switch (form) {
      case 'json':
        return jsonReply(status, { statusCode: status, message }, headers);
      case 'text':
        return textReply(status, 'text/plain', message, headers);
      case 'html':
        return textReply(status, 'text/html', `<html><body><h1>${message}</h1></body></html>`, headers);
      case 'empty':
        return { status, headers, body: '' };
    }
  }
}

export function badRequest(message: string): Refusal {
  return new Refusal(400, message);
}
