import type { RetailDataError, RetailDataErrorKind } from 'retail-data-client/errors/errors';
import type { Reason } from './decide.ts';

/** How an entry of the audit notes what happened here; a reader gets it in their own language. */
export const OUTCOMES = {
  switchedOff: 'ACCESS_COMMAND is off',
  tooLate: 'confirmed too late',
  broken: 'something broke here; it is in the log of the bot',
} as const;

export type Outcome =
  | { readonly kind: keyof typeof OUTCOMES }
  /** `told`: the service's own words, empty where it says nothing. */
  | { readonly kind: 'done'; readonly active: boolean; readonly told: string }
  | {
      readonly kind: 'failure';
      readonly failure: RetailDataErrorKind;
      readonly status: number | undefined;
      readonly message: string;
    }
  /** Somebody who may not do that. */
  | { readonly kind: 'refused'; readonly command: string; readonly reason: Reason | 'unknown' }
  /** As it stands: what another version has noted. */
  | { readonly kind: 'other'; readonly text: string };

export function doneOutcome(active: boolean, told: string): string {
  return `now ${active ? 'on' : 'off'}: ${told}`;
}

export function failureOutcome({ kind, status, message }: RetailDataError): string {
  return `${kind}${status === undefined ? '' : ` ${status}`}: ${message}`;
}

export function readOutcome(text: string): Outcome {
  for (const kind of ['switchedOff', 'tooLate', 'broken'] as const) {
    if (text === OUTCOMES[kind]) return { kind };
  }
  const [, active, told = ''] = /^now (on|off): (.*)$/s.exec(text) ?? [];
  if (active !== undefined) return { kind: 'done', active: active === 'on', told };
  const [, command = '', reason = ''] = /^(\/\w+|\w+): (\w+)$/.exec(text) ?? [];
  if (isReason(reason)) return { kind: 'refused', command, reason };
  const [, name = '', status, message = ''] = /^([a-zA-Z]+)(?: (\d{3}))?: (.*)$/s.exec(text) ?? [];
  if (!isFailure(name)) return { kind: 'other', text };
  return {
    kind: 'failure',
    failure: name,
    status: status === undefined ? undefined : Number(status),
    message,
  };
}

const FAILURES: Readonly<Record<RetailDataErrorKind, true>> = {
  badRequest: true,
  authentication: true,
  unprocessable: true,
  rateLimit: true,
  server: true,
  timeout: true,
  deadline: true,
  connection: true,
  redirected: true,
  truncated: true,
  unexpectedResponse: true,
  drift: true,
  invalidInput: true,
};

function isFailure(name: string): name is RetailDataErrorKind {
  return Object.hasOwn(FAILURES, name);
}

const REASONS: Readonly<Record<Reason | 'unknown', true>> = {
  other_team: true,
  external: true,
  guest: true,
  not_a_person: true,
  shared_channel: true,
  channel_not_listed: true,
  capability_missing: true,
  unknown: true,
};

function isReason(text: string): text is Reason | 'unknown' {
  return Object.hasOwn(REASONS, text);
}
