/** Where Slack takes answers to a command or a click. */
const ANSWERS = 'hooks.slack.com';

/**
 * Is this Slack on this machine? A stand-in for trying and testing is the only Slack that can be, so what is eased for
 * it can never be eased in production.
 */
export function isStandIn(slackApiUrl: string | undefined): boolean {
  return slackApiUrl !== undefined && isLoopback(new URL(slackApiUrl).hostname);
}

/**
 * May an answer be posted there? The address comes in with the request, so it is followed to Slack over https only; to
 * this machine when Slack itself is a stand-in on it.
 */
export function mayAnswerAt(responseUrl: string, slackApiUrl: string | undefined): boolean {
  if (!URL.canParse(responseUrl)) return false;
  const { protocol, host, hostname, username, password } = new URL(responseUrl);
  if (username !== '' || password !== '') return false;
  if (protocol === 'https:' && host === ANSWERS) return true;
  return isStandIn(slackApiUrl) && /^https?:$/.test(protocol) && isLoopback(hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** As fetch, but a redirect is an error: it would carry figures and tokens to another host. */
export const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });
