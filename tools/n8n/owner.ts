import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The person who owns this n8n; the password holds until the folder is removed. */
export interface Owner {
  readonly email: string;
  readonly password: string;
}

/** Asks n8n's own server as its editor does, as the signed-in owner. */
export interface Rest {
  /** The answer's `data`; rejects with status and body when n8n refuses. */
  get(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
}

const BROWSER = { 'browser-id': 'retail-data-tests' };

/** Signs the owner in, and makes one when this n8n is new. Who it is stays in the folder. */
export async function signIn(url: string, folder: string) {
  const file = join(folder, 'owner.json');
  const isNew = !existsSync(file);
  const owner: Owner = isNew ? newOwner() : JSON.parse(readFileSync(file, 'utf8'));
  const { email, password } = owner;
  const response = isNew
    ? await send(url, 'POST', '/rest/owner/setup', '', { ...owner, firstName: 'Kari', lastName: 'Nordmann' })
    : await send(url, 'POST', '/rest/login', '', { emailOrLdapLoginId: email, password });
  if (isNew) writeFileSync(file, JSON.stringify(owner), { mode: 0o600 });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const ask = async (method: string, path: string, body?: object) => {
    const answer: { data?: unknown } = Object(await (await send(url, method, path, cookie, body)).json());
    return answer.data;
  };
  const rest: Rest = { get: (path) => ask('GET', path), post: (path, body) => ask('POST', path, body) };
  return { owner, isNew, rest };
}

function newOwner(): Owner {
  return { email: 'owner@example.com', password: `P${randomBytes(8).toString('hex')}1` };
}

/** On a busy machine n8n refuses what comes while its own look at the database takes long: such a call is repeated. */
const LONGEST_BUSY_MS = 120_000;

async function send(url: string, method: string, path: string, cookie: string, body?: object) {
  const ask = () =>
    fetch(`${url}${path}`, {
      method,
      headers: { ...BROWSER, cookie, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const began = performance.now();
  let response = await ask();
  while (response.status === 503 && performance.now() - began < LONGEST_BUSY_MS) {
    await response.body?.cancel();
    await sleep(500);
    response = await ask();
  }
  if (response.ok) return response;
  throw new Error(`${method} ${path} was refused with ${response.status}: ${await response.text()}`);
}
