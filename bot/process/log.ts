import { type Logger, pino } from 'pino';
import type { Settings } from '../settings/settings.ts';
import { requestFields } from '../slack/currentRequest.ts';

/** Keys whose values are secrets, or URLs that work without another secret. */
const SECRET_KEYS = [
  'token',
  'botToken',
  'appToken',
  'signingSecret',
  'subscriptionKey',
  'authorization',
  'password',
  'response_url',
  'responseUrl',
  'trigger_id',
  'triggerId',
  'Ocp-Apim-Subscription-Key',
  'ocp-apim-subscription-key',
  'x-slack-signature',
];

/** Masks these keys at any depth of a line; SECRET_FORM masks secrets by their form. */
const SECRET_FIELD = new RegExp(`("(?:${SECRET_KEYS.join('|')})":)"(?:[^"\\\\]|\\\\.)*"`, 'g');
const SECRET_FORM =
  /\bxox[a-z]-[\w-]+|\bxapp-[\w-]+|https:\/\/hooks\.slack(?:-gov)?\.com\/[^\s"\\]*|(?<=postgres(?:ql)?:\/\/)[^\s"@/]+(?=@)/g;
const CENSOR = '***';

/**
 * The bot's log: one JSON line per event, with the id of the current request. Masks the values of SECRET_KEYS, and all
 * `secrets` anywhere in a line.
 */
export function createLog(
  level: Settings['logLevel'] | 'silent',
  secrets: readonly string[] = [],
  destination?: NodeJS.WritableStream,
): Logger {
  const options = {
    level,
    base: null,
    mixin: requestFields,
    redact: {
      paths: SECRET_KEYS.flatMap((key) => ['', '*', '*.*'].map((above) => `${above}["${key}"]`)),
      censor: CENSOR,
    },
    hooks: { streamWrite: (line: string) => maskSecrets(line, secrets) },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function maskSecrets(line: string, secrets: readonly string[]): string {
  const named = line.replace(SECRET_FIELD, `$1"${CENSOR}"`).replace(SECRET_FORM, CENSOR);
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, CENSOR)), named);
}
