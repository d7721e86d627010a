import { type INodeExecutionData, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InvalidInputError, RetailDataError, type RetailDataErrorKind } from 'retail-data-client/portable';
import { nodeClock, runsAsTool, type ServiceContext } from './context.ts';
import { labelOf } from './labels.ts';

/** What a person, or a workflow that goes on, is told of a failed item. */
interface Account {
  readonly message: string;
  readonly advice: string;
  readonly httpStatus: number | null;
  readonly code: string;
  readonly retryAfterMs: number | null;
  readonly operation: string | null;
}

type Failure = NonNullable<NodeOperationError['failure']>;

/**
 * The item of a failed call when the workflow goes on. It has the two keys that n8n's error output reads and no others:
 * with any more n8n takes it for a success.
 */
export function errorItem(error: unknown, itemIndex: number): INodeExecutionData {
  const { message, ...details } = accountOf(error);
  return { json: { error: withItem(message, itemIndex), details }, pairedItem: { item: itemIndex } };
}

/** n8n's own way to name the item, counted from 0: "... must be a whole number [item 1]." */
function withItem(message: string, itemIndex: number | undefined): string {
  return itemIndex === undefined
    ? message
    : message.replace(/[.!?]?$/, (end) => ` [item ${itemIndex}]${end}`);
}

/** The one error a run ends with: what happened, what to do, the HTTP status and, where there is one, the item. */
export function nodeError(
  context: ServiceContext,
  error: unknown,
  itemIndex?: number,
): NodeApiError | NodeOperationError {
  const account = accountOf(error);
  // An agent sees the message alone.
  const message = runsAsTool(context)
    ? `${account.message} ${account.advice}`.trim()
    : withItem(account.message, itemIndex);
  const failure = failureOf(error);
  const options = {
    message,
    description: account.advice,
    ...(itemIndex === undefined ? {} : { itemIndex }),
    ...(failure === undefined ? {} : { failure }),
  };
  const httpCode = account.httpStatus === null ? undefined : String(account.httpStatus);
  const wrapped =
    httpCode === undefined
      ? new NodeOperationError(context.getNode(), message, options)
      : // The service's error goes in as plain words: n8n would hand a wrapped error back unchanged.
        new NodeApiError(context.getNode(), { message }, { ...options, httpCode });
  // n8n replaces a message that mentions a code such as ECONNREFUSED by a general one.
  wrapped.message = message;
  wrapped.messages = [];
  return wrapped;
}

function accountOf(error: unknown): Account {
  if (error instanceof RetailDataError) {
    const inWords = (text: string) =>
      error instanceof InvalidInputError ? text.replace(error.field, labelOf(error.field)) : text;
    return {
      message: inWords(error.message),
      advice: isOfCredential(error)
        ? `Change ${labelOf(error.field)} in the credential and try again; nothing was sent.`
        : (adviceOnConnection(error) ??
          inWords(error.advice)
            .replace(
              'set totalHeader to the one that counts the rows, or to false',
              "set 'Total Header' to the one that counts the products, or to none",
            )
            .replace(' (pageSize)', '')),
      httpStatus: error.status ?? null,
      code: error.kind,
      retryAfterMs: error.retryAfterMs ?? null,
      operation: error.operation ?? null,
    };
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    advice: descriptionOf(error) ?? adviceFor(error),
    httpStatus: null,
    code: 'n8n',
    retryAfterMs: null,
    operation: null,
  };
}

const CERTIFICATE = /CERT|SIGNATURE|SELF_SIGNED|ISSUER/;
const WAY_OUT: Readonly<Record<string, string>> = {
  ECONNREFUSED:
    "Nothing listens at this address. Check host and port of the 'Base URL', and that the service runs.",
  ENOTFOUND: "There is no such host. Check the 'Base URL' for a typing error, and the DNS of this n8n.",
  EAI_AGAIN: 'The name of the host could not be looked up. Check the DNS of this n8n, and try again.',
};

/** What to do when the service couldn't be reached, by the code that Node.js gives. */
function adviceOnConnection(error: RetailDataError): string | undefined {
  if (error.kind !== 'connection' || !(error.cause instanceof Error)) return undefined;
  const code = error.cause.message;
  return CERTIFICATE.test(code)
    ? `n8n doesn't trust the certificate of the service. If your own certificate authority signed it, start n8n with NODE_EXTRA_CA_CERTS set to the authority's file.`
    : WAY_OUT[code];
}

function isOfCredential(error: RetailDataError): error is InvalidInputError {
  return error instanceof InvalidInputError && ['baseUrl', 'subscriptionKey'].includes(error.field);
}

function adviceFor(error: unknown): string {
  return error instanceof Error &&
    /does not have any credentials set|credentials? with id|find credential/i.test(error.message)
    ? "Open this node and choose a Retail Data API credential, such as 'Retail Data API account', which the examples name. A workflow that was imported on the command line has none until then."
    : 'Check the parameters and the credential of this node.';
}

function descriptionOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('description' in error)) return undefined;
  return typeof error.description === 'string' && error.description !== '' ? error.description : undefined;
}

const CAUSE: Partial<Record<RetailDataErrorKind, Failure['cause']>> = {
  rateLimit: 'rate-limited',
  server: 'temporarily-unavailable',
  timeout: 'temporarily-unavailable',
  deadline: 'temporarily-unavailable',
  truncated: 'temporarily-unavailable',
  connection: 'temporarily-unavailable',
  authentication: 'credential-invalid',
  badRequest: 'configuration-invalid',
  unprocessable: 'configuration-invalid',
  invalidInput: 'configuration-invalid',
  redirected: 'configuration-invalid',
};
/** From a longer wait on, the calls of the day are used up, not those of the minute. */
const LONG_WAIT_MS = 120_000;

/** Read by n8n's own back-off. */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof RetailDataError)) return undefined;
  const { kind, retryAfterMs } = error;
  const cause = CAUSE[kind];
  if (cause === undefined || retryAfterMs === undefined || cause.endsWith('-invalid'))
    return cause && { cause };
  const isOfDay = cause === 'rate-limited' && retryAfterMs > LONG_WAIT_MS;
  return failureFor(isOfDay ? 'quota-exhausted' : cause, retryAfterMs);
}

/** A failure after which a call can succeed again. */
export function failureFor(cause: Failure['cause'], retryAfterMs: number): Failure {
  return { cause, retryAfterMs, resetsAtEpochMs: nodeClock.now() + retryAfterMs };
}
