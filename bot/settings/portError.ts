import { createServer } from 'node:net';
import type { Settings } from './settings.ts';

/** The bot can't listen on a port. The message names the setting and says what to do. */
export class PortError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'PortError';
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program already uses it. End that program, or set',
  EACCES: "the bot isn't allowed to use it. Allow its user to, or set",
};

/** The PortError for a failed listen; undefined for other errors. */
export function portErrorOf(error: unknown, setting: string, port: number): PortError | undefined {
  const reason = REASONS[String(Object(error).code)];
  if (reason === undefined) return undefined;
  return new PortError(`${setting} is ${port}, but ${reason} ${setting} to another port.`, error);
}

/** A port to listen on and the address of its interface. Without `host`, all interfaces. */
export interface WantedPort {
  readonly setting: string;
  readonly port: number;
  readonly host?: { readonly setting: string; readonly address: string };
}

/** The ports that the settings ask for. */
export function wantedPorts({
  appToken,
  port,
  healthPort,
  healthHost,
}: Pick<Settings, 'appToken' | 'port' | 'healthPort' | 'healthHost'>): WantedPort[] {
  const host = { setting: 'HEALTH_HOST', address: healthHost };
  return [
    ...(appToken === undefined ? [{ setting: 'PORT', port }] : []),
    ...(healthPort === undefined ? [] : [{ setting: 'HEALTH_PORT', port: healthPort, host }]),
  ];
}

/**
 * Tries each port briefly, so that all unusable ones are reported together before startup.
 * @throws PortError with one line for each
 */
export async function requirePorts(wanted: readonly WantedPort[]): Promise<void> {
  const errors: PortError[] = [];
  for (const each of wanted) {
    const error = await portErrorAt(each);
    if (error !== undefined) errors.push(error);
  }
  if (errors.length > 0) {
    throw new PortError(errors.map(({ message }) => message).join('\n'), errors[0]?.cause);
  }
}

function portErrorAt({ setting, port, host }: WantedPort): Promise<PortError | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => {
      const portError = hostErrorOf(error, host) ?? portErrorOf(error, setting, port);
      if (portError === undefined) reject(error);
      else resolve(portError);
    });
    server.listen({ port, host: host?.address }, () => server.close(() => resolve(undefined)));
  });
}

function hostErrorOf(error: unknown, host: WantedPort['host']): PortError | undefined {
  if (host === undefined || Object(error).code !== 'EADDRNOTAVAIL') return undefined;
  return new PortError(
    `${host.setting} is ${host.address}, but no interface of this machine has that address. Set it to one that has, or to 0.0.0.0 for all.`,
    error,
  );
}
