import type { RetailDataError } from 'retail-data-client/errors/errors';

/** An error of the data service. Its `message` and `advice` are for developers, and are logged. */
export type Failure = Pick<RetailDataError, 'kind' | 'status' | 'message' | 'advice'>;

interface Words {
  /** Without a full stop. */
  readonly happened: string;
  readonly advice: string;
}

const LATER = 'Try again in a few minutes.';
const IN_THE_LOG = "Details are in the app's log.";

const FAILURES: Readonly<Record<Failure['kind'], Words>> = {
  badRequest: {
    happened: "The data service didn't accept the request",
    advice: `Change the question. ${IN_THE_LOG}`,
  },
  authentication: {
    happened: "The data service rejected the app's subscription key",
    advice: 'Ask the person who manages the app to check the key and its subscription.',
  },
  unprocessable: {
    happened: "The data service can't do this",
    advice: `Check what you filled in. ${IN_THE_LOG}`,
  },
  rateLimit: { happened: 'The app has used its calls to the data service for now', advice: LATER },
  server: { happened: 'Something went wrong at the data service', advice: LATER },
  timeout: { happened: "The data service didn't answer in time", advice: LATER },
  deadline: {
    happened: 'Fetching everything from the data service took too long',
    advice: 'Ask for fewer days, or try again later.',
  },
  connection: { happened: "The app can't reach the data service", advice: LATER },
  redirected: {
    happened: "The data service redirected the request, and the app doesn't follow redirects",
    advice: 'Ask the person who manages the app to check the address of the data service.',
  },
  truncated: { happened: 'The answer from the data service ended halfway', advice: LATER },
  unexpectedResponse: {
    happened: "The app doesn't understand the answer from the data service",
    advice: IN_THE_LOG,
  },
  drift: { happened: 'The data changed while the app was fetching it', advice: LATER },
  invalidInput: { happened: "One of the values isn't valid, so nothing was sent", advice: IN_THE_LOG },
};

/** What an error of a kind means, without a full stop. */
export function happened(kind: Failure['kind']): string {
  return FAILURES[kind].happened;
}

/** Includes the HTTP status, which the person who manages the app asks for first. */
const message = ({ kind, status }: Failure) =>
  `${happened(kind)}${status === undefined ? '' : ` (HTTP ${status})`}.`;
const advice = ({ kind }: Failure) => FAILURES[kind].advice;

export const failures = () => ({
  /** What happened, and what to do now. */
  sentence: (failure: Failure) => `${message(failure)} ${advice(failure)}`,
  /** Only what happened. */
  message,
  /** What to do now. */
  advice,
});
