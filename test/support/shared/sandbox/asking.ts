import { once } from 'node:events';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../../shared/sandbox/index.ts';

export const SALES = '/my-products/v0/daily-sales-per-store';
export const STORES = '/stores/v0/details';
export const STOCK = '/press-products/v0/accumulated-stock';
export const PERMISSION = '/auth/v0/permission';

export const UNTHROTTLED = { perMinute: 1_000_000, perDay: 1_000_000 };

/** A clock that stands still until it is set; texts carry their own offset. */
export class SetClock {
  #instant: number;

  constructor(text: string) {
    this.#instant = Date.parse(text);
  }

  readonly now = () => this.#instant;

  set(text: string): void {
    this.#instant = Date.parse(text);
  }

  forward(milliseconds: number): void {
    this.#instant += milliseconds;
  }
}

export const FRIDAY_MORNING = '2026-11-20T10:00:00+01:00';

/** A sandbox on a Friday at 10:00 Oslo time unless the options say otherwise; closed when the test ends. */
export async function open(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await startSandbox({ now: new SetClock(FRIDAY_MORNING).now, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

export type Parameters = Record<string, string | number | boolean>;

export function urlOf(sandbox: Sandbox, path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
  return `${sandbox.url}${path}${query.size > 0 ? `?${query}` : ''}`;
}

export function keyOf(sandbox: Sandbox): Record<string, string> {
  return { 'Ocp-Apim-Subscription-Key': sandbox.subscriptionKey };
}

export function ask(sandbox: Sandbox, path: string, parameters: Parameters = {}): Promise<Response> {
  return fetch(urlOf(sandbox, path, parameters), { headers: keyOf(sandbox), redirect: 'manual' });
}

/** The JSON of an answer that must be 200. */
export async function askFor<Content>(
  sandbox: Sandbox,
  path: string,
  parameters: Parameters = {},
): Promise<Content> {
  const response = await ask(sandbox, path, parameters);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}

export interface Refused {
  readonly statusCode: number;
  readonly message: string;
}

/** The JSON of an answer of any status. */
export async function contentOf<Content>(response: Response): Promise<Content> {
  return JSON.parse(await response.text());
}

export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Buffer;
  /** The error that ended the connection, if one did. */
  readonly failure: string | undefined;
}

/** Asks with node:http, which neither decodes nor repairs anything. */
export async function askRaw(
  sandbox: Sandbox,
  path: string,
  headers: Record<string, string> = keyOf(sandbox),
): Promise<RawAnswer> {
  const outgoing = request(`${sandbox.url}${path}`, { headers, agent: false });
  // Told again here once the answer has begun; the answer's own error is the one that is reported.
  outgoing.on('error', () => {});
  outgoing.end();
  const chunks: Buffer[] = [];
  try {
    const [response] = await once(outgoing, 'response');
    let failure: string | undefined;
    try {
      for await (const chunk of response) chunks.push(chunk);
    } catch (error) {
      failure = codeOf(error);
    }
    return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks), failure };
  } catch (error) {
    return { status: undefined, headers: {}, body: Buffer.concat(chunks), failure: codeOf(error) };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
