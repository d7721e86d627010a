import {
  AuthenticationError,
  BadRequestError,
  ConnectionError,
  DeadlineError,
  type OperationName,
  PageDriftError,
  RateLimitError,
  RedirectedError,
  RequestTimeoutError,
  type RetailDataError,
  ServerError,
  TooManyCallsError,
  TruncatedResponseError,
  UnexpectedResponseError,
  type UnexpectedResponseFields,
  UnprocessableError,
} from './errors.ts';

/** What a call was about, for its errors. */
export interface Origin {
  readonly name: OperationName;
  /** What a person calls the operation. */
  readonly title: string;
}

interface Failure {
  readonly as: new (message: string, advice: string, fields: UnexpectedResponseFields) => RetailDataError;
  /** What happened, behind the title of the operation; `{name}` stands for a value. */
  readonly says: string;
  readonly advice: string;
  /** The advice for daily sales, where it is another. */
  readonly adviceOfSales?: string;
  /** The same call may come through later. */
  readonly passes?: true;
}

const NEWER = 'Tell the operator of the service, or look for a newer version of this package.';
const LASTS = 'Try again; if it lasts, tell the operator of the service.';
const RIGHT_URL = 'Check the base URL; if it is right, tell the operator of the service.';
const BETWEEN = 'Check the base URL; a proxy or a sign-in page may stand between.';
/** For a proxy that wants a user: what fetch and undici report, and what a proxy of plain HTTP answers. */
export const PROXY_SIGN_IN = {
  says: 'the proxy wants a user and password',
  advice: 'Write them into the address of the proxy, such as http://user:password@proxy:8080 in HTTPS_PROXY.',
};
const CUT: Pick<Failure, 'as' | 'advice' | 'adviceOfSales' | 'passes'> = {
  as: TruncatedResponseError,
  advice: 'Try again.',
  adviceOfSales: 'Try again; a smaller page size also helps.',
  passes: true,
};

/** Each way in which a call fails: what people catch, what happened, what to do, and whether it may pass. */
const FAILURES = {
  redirect: {
    as: RedirectedError,
    says: 'the service answered with a redirect ({status}), which is not followed because the key would go to another address.',
    advice: 'Check the base URL; it must be the final address of the service.',
  },
  notModified: {
    as: UnexpectedResponseError,
    says: 'the service answered that nothing has changed ({status}), without data.',
    advice:
      'Leave out headers such as If-None-Match; else a cache stands between: tell the operator of the network.',
  },
  tooManyCalls: {
    as: RateLimitError,
    says: 'the service refused the call because too many were made ({status}).{said}',
    advice: 'Try again in {wait}.',
    passes: true,
  },
  quota: {
    as: RateLimitError,
    says: 'the service refused the call because the quota of the subscription is used up ({status}).{said}',
    advice: 'Try again in {wait}.',
    passes: true,
  },
  firewall: {
    as: UnexpectedResponseError,
    says: 'a page came instead of an answer ({status}): something before the service, such as a firewall, refused the call.',
    advice: 'Ask the operator of the network or the service whether calls from this machine are let through.',
  },
  key: {
    as: AuthenticationError,
    says: 'the service rejected the subscription key ({status}).{said}',
    advice:
      'Check the subscription key in your profile at the service, that its subscription includes this operation, and whether the service lets in only certain addresses.',
  },
  parameter: {
    as: BadRequestError,
    says: 'the service did not accept a parameter or its value ({status}).{said}',
    advice: 'Correct the parameter and try again.',
  },
  change: {
    as: UnprocessableError,
    says: 'the service could not carry out the change ({status}).{said}',
    advice:
      'Check that a permission with exactly this e-mail address, role id and main role id exists; it can be switched here, not created.',
  },
  proxySignIn: {
    as: ConnectionError,
    says: `${PROXY_SIGN_IN.says} ({status}).{said}`,
    advice: PROXY_SIGN_IN.advice,
  },
  gatewayTimeout: {
    as: RequestTimeoutError,
    says: 'the service, or a gateway before it, did not answer in time ({status}).{said}',
    advice: 'Try again; if it happens again, ask for less data at a time.',
    passes: true,
  },
  server: {
    as: ServerError,
    says: 'the service could not answer ({status}).{said}',
    advice: 'Try again later; if it lasts, tell the operator of the service.',
    passes: true,
  },
  notFound: {
    as: UnexpectedResponseError,
    says: 'the service answered with status {status}, which its interface does not describe.{said}',
    advice: 'Check the base URL: the operation was not found below it.',
  },
  status: {
    as: UnexpectedResponseError,
    says: 'the service answered with status {status}, which its interface does not describe.{said}',
    advice: RIGHT_URL,
  },
  timeout: {
    as: RequestTimeoutError,
    says: 'the answer was not whole in time ({detail}; the limit of the call is {seconds} seconds).',
    advice: 'Try again, or allow a longer timeout.',
    adviceOfSales: 'Ask for a shorter period or a smaller page size, or allow a longer timeout.',
    passes: true,
  },
  unreachable: {
    as: ConnectionError,
    says: 'the service could not be reached ({detail}).',
    advice: 'Check the base URL and the network, then try again.',
    passes: true,
  },
  interrupted: { ...CUT, says: 'the connection broke before the answer was whole ({detail}).' },
  encoding: {
    as: UnexpectedResponseError,
    says: 'the service answered in a content encoding that was not asked for ({detail}).',
    advice: 'Check the base URL; a proxy may stand between.',
  },
  /** The host's transport says what happened and what to do. */
  refused: { as: ConnectionError, says: '{detail}.', advice: '{advice}' },
  contentType: {
    as: UnexpectedResponseError,
    says: 'the service answered with content type "{type}" instead of JSON.{said}',
    advice: BETWEEN,
  },
  tooLong: {
    as: UnexpectedResponseError,
    says: 'the answer has more than {limit}, which is more than one call can give; the rest of it was not read.',
    advice: 'Read with a page size; if it happens again, tell the operator of the service.',
  },
  empty: {
    as: UnexpectedResponseError,
    says: 'the service answered with an empty body instead of JSON.',
    advice: LASTS,
  },
  cut: { ...CUT, says: 'the answer stops in the middle, after {length}.' },
  notText: {
    as: UnexpectedResponseError,
    says: 'the answer is not UTF-8 text.',
    advice: 'Tell the operator of the service.',
  },
  packed: {
    as: UnexpectedResponseError,
    says: 'the answer is compressed (gzip), but its header content-encoding does not say so.',
    advice: 'A proxy may have removed the header: tell the operator of the network or of the service.',
  },
  notJson: {
    as: UnexpectedResponseError,
    says: 'the service answered with something that is not JSON.{said}',
    advice: RIGHT_URL,
  },
  drift: {
    as: PageDriftError,
    says: 'the data changed while it was read in pages: {what}.',
    advice: 'Read again from the start; larger pages make it rarer.',
    adviceOfSales: 'Read again from the start; a period that is over, or larger pages, make it rarer.',
  },
  wrongTotal: {
    as: PageDriftError,
    says: 'the data changed while it was read in pages: {what}.',
    advice:
      'Read again. If it happens again, the header counts something else: set totalHeader to the one that counts the rows, or to false.',
  },
  deadline: {
    as: DeadlineError,
    says: 'not done within the {limit} that were allowed in all: {why}',
    advice: 'Try again, or allow more time.',
    adviceOfSales: 'Ask for a shorter period, or allow more time.',
  },
  calls: {
    as: TooManyCallsError,
    says: '{why}; the read ended instead.',
    advice:
      'Read with a larger page size or with a limit, or allow more calls (maxCalls). A read makes at most {maxCalls} calls, since the service takes 20 a minute and 400 a day.',
  },
  otherChange: {
    as: UnexpectedResponseError,
    says: 'asked was {what}.',
    advice:
      'Look the permission up at the service before you rely on it; if the answer is wrong, tell the operator of the service.',
  },
  form: {
    as: UnexpectedResponseError,
    says: 'the answer does not have the form the interface describes{place}: {what}.{said}',
    advice: `Nothing of this answer was used. ${NEWER}`,
    adviceOfSales: `Rows given before are valid; nothing after them was used. ${NEWER}`,
  },
} as const satisfies Record<string, Failure>;

export type FailureName = keyof typeof FAILURES;

/** The error of a call that failed that way; `values` fill the places in its sentences. */
export function failureOf(
  way: FailureName,
  { name: operation, title }: Origin,
  values: Readonly<Record<string, string | number>> = {},
  fields: Omit<UnexpectedResponseFields, 'operation'> = {},
): RetailDataError {
  const failure: Failure = FAILURES[way];
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}/g, (_, place: string) => String(values[place] ?? ''));
  const advice = (operation === 'dailySales' ? failure.adviceOfSales : undefined) ?? failure.advice;
  return new failure.as(`${title}: ${filled(failure.says)}`, filled(advice), {
    isTemporary: failure.passes === true,
    ...fields,
    operation,
  });
}
