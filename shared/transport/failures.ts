import { PROXY_SIGN_IN } from '../errors/failures.ts';
import { TransportFailure, type TransportFailureKind } from './transport.ts';

interface CodeOfFailure {
  readonly codes: RegExp;
  readonly kind: TransportFailureKind;
  /** For `refused`: what happened, and what to do. The code follows what happened. */
  readonly says?: string;
  readonly advice?: string;
}

/**
 * The codes of undici, of Node's sockets and of its TLS, which fetch passes on: what each means, and for those that
 * waiting does not help against, what does. A code that is not here breaks off an answer that had begun, else it is a
 * service that cannot be reached.
 */
const CODES: readonly CodeOfFailure[] = [
  {
    codes: /SELF_SIGNED_CERT|UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)|CERT_UNTRUSTED|INVALID_CA/,
    kind: 'refused',
    says: "nobody this machine trusts vouches for the service's certificate",
    advice:
      'If your network or service has a certificate authority of its own, set NODE_EXTRA_CA_CERTS to the file of its certificate and start the program again.',
  },
  {
    codes: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    kind: 'refused',
    says: "the service's certificate is not valid today",
    advice: "Check this machine's clock; if it is right, tell the operator of the service.",
  },
  {
    codes: /ERR_TLS_CERT_ALTNAME_INVALID/,
    kind: 'refused',
    says: "the service's certificate is for another host",
    advice: 'Check the base URL; a proxy may stand between.',
  },
  {
    codes: /ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)/,
    kind: 'refused',
    says: 'what listens at the address does not speak TLS',
    advice: 'Check the host and port of the base URL.',
  },
  {
    codes: /UND_ERR_HEADERS_OVERFLOW|HPE_HEADER_OVERFLOW/,
    kind: 'refused',
    says: 'the answer was not read, since its headers are longer than 16 KB',
    advice:
      'A proxy that sets many cookies may stand between. Else start Node.js with --max-http-header-size=65536 and tell the operator of the service.',
  },
  { codes: /TIMEOUT|ETIMEDOUT/, kind: 'timeout' },
  { codes: /^(UND_ERR_SOCKET|ECONNRESET|EPIPE|HPE_.*|HTTPParserError)$/, kind: 'interrupted' },
];

/** What a proxy answered when it was asked for a way to the service. */
const PROXY_ANSWER = /Proxy response \((\d+)\)/;

/**
 * The failure of a request by the error that the network gave. The error itself is left out on purpose where it could
 * carry headers of the request; the code says enough.
 * @param hasBegun whether the answer had begun; without one a silence is no timeout of the answer
 */
export function failureOfNetwork(error: unknown, hasBegun: boolean): TransportFailure {
  const code = codeOf(error);
  const proxy = PROXY_ANSWER.exec(error instanceof Error ? error.message : '')?.[1];
  if (proxy !== undefined) return failureOfProxy(proxy);
  const known = CODES.find(({ codes }) => codes.test(code));
  if (known?.kind === 'refused')
    return new TransportFailure('refused', `${known.says} (${code})`, known.advice);
  if (hasBegun) return new TransportFailure(known?.kind ?? 'interrupted', code);
  return new TransportFailure(known?.kind === 'interrupted' ? 'interrupted' : 'unreachable', code);
}

function failureOfProxy(status: string): TransportFailure {
  // The proxy doesn't reach the service for now.
  if (status.startsWith('5'))
    return new TransportFailure('unreachable', `the proxy answers with status ${status}`);
  return status === '407'
    ? new TransportFailure('refused', `${PROXY_SIGN_IN.says} (407)`, PROXY_SIGN_IN.advice)
    : new TransportFailure(
        'refused',
        `the proxy gave no way to the service (${status})`,
        'Ask the operator of the proxy to let the service through, or name its host in NO_PROXY if it can be reached directly.',
      );
}

/** The code of an error, or of what caused it. */
export function codeOf(error: unknown): string {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && typeof link.code === 'string' && link.code !== '') return link.code;
    if (link.cause === undefined) return link.name;
  }
  return 'unknown';
}
