/** What a body says, as far as it can be quoted. */
export interface SaidBody {
  readonly text: string;
  readonly contentType: string | undefined;
  /** Masks the key in whatever is quoted. */
  redact(text: string): string;
}

/** What people look for in a body. */
const MESSAGE_FIELDS = ['message', 'error', 'detail', 'title'];

/** Whether a body is a page for people. */
export function isPage({ text, contentType = '' }: Pick<SaidBody, 'text' | 'contentType'>): boolean {
  return /html/i.test(contentType) || text.trimStart().startsWith('<');
}

/** ` It said: "…"` for a refusal whose body is a short plain sentence: the message, else every text there is. */
export function saidInRefusal(body: SaidBody): string {
  const value = jsonIn(body.text);
  return quoted(body, value === undefined ? body.text : messageIn(value) || everyTextIn(value));
}

/** The same for a body that came with 200 and is no data: nothing but a message is quoted, since it may be half a row. */
export function saidUnder200(body: SaidBody): string {
  const value = jsonIn(body.text);
  if (value === undefined) return /^\s*[[{]/.test(body.text) ? '' : quoted(body, body.text);
  return Array.isArray(value) ? '' : quoted(body, messageIn(value));
}

function quoted(body: SaidBody, words: string): string {
  const text = body
    .redact(words)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  // Not the control characters of something that is no text.
  if (text === '' || isPage(body) || text.includes('\ufffd')) return '';
  return ` It said: "${text.length > 200 ? `${text.slice(0, 197)}...` : text}"`;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  for (const name of MESSAGE_FIELDS) {
    const words = messageIn(Reflect.get(value, name));
    if (words !== '') return words;
  }
  return '';
}

function everyTextIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const texts = Object.entries(value)
    .filter(([name]) => name !== ACTIVITY_ID)
    .map(([, inner]) => everyTextIn(inner));
  return texts.filter((words) => words !== '').join(', ');
}

const ACTIVITY_ID = 'activityId';
/** Headers in which gateways and services name a request, the first found wins. */
const REQUEST_ID_HEADERS = [
  'apim-request-id',
  'x-request-id',
  'request-id',
  'x-ms-request-id',
  'x-correlation-id',
];

/** The id by which an operator finds the request: Azure's gateway writes it into the body of its own errors. */
export function requestIdOf(
  headers: Readonly<Record<string, string>>,
  text: string,
  redact: (text: string) => string,
): string | undefined {
  const value = jsonIn(text);
  const ids = [
    typeof value === 'object' && value !== null ? Reflect.get(value, ACTIVITY_ID) : undefined,
    ...REQUEST_ID_HEADERS.map((name) => headers[name]),
  ];
  return ids
    .filter((id) => typeof id === 'string')
    .map((id) => redact(id).trim())
    .find((id) => /^[\x21-\x7e]{1,120}$/.test(id));
}
