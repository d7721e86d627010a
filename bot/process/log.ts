import { type Logger, pino } from 'pino';
import type { Settings } from '../settings/settings.ts';
import { requestFields } from '../slack/currentRequest.ts';

/** Names under which a secret, or an address that is as good as one, may stand in what is logged. */
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

/** The same wherever they stand in a line, however deep, and what shows by its form that it is one. */
const SECRET_FIELD = new RegExp(`("(?:${SECRET_KEYS.join('|')})":)"(?:[^"\\\\]|\\\\.)*"`, 'g');
const SECRET_FORM =
  /\bxox[a-z]-[\w-]+|\bxapp-[\w-]+|https:\/\/hooks\.slack(?:-gov)?\.com\/[^\s"\\]*|(?<=postgres(?:ql)?:\/\/)[^\s"@/]+(?=@)/g;
const CENSOR = '***';

/**
 * The bot's log: one JSON line an event, with the id of the request that is being handled. Keys that could hold a secret
 * are masked, wherever they stand, and so are the secrets that are given, whatever they stand in.
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
