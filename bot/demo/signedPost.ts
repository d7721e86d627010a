import { createHmac } from 'node:crypto';
import type { SlackStandIn } from './standIn.ts';

export type SignedPlace = Pick<SlackStandIn['slack'], 'port' | 'signingSecret'>;

/** Posts a request to the bot on this machine, signed as Slack would. */
export function postSigned(
  { port, signingSecret = '' }: SignedPlace,
  body: string,
  type = 'application/x-www-form-urlencoded',
): Promise<Response> {
  const timestamp = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex');
  return fetch(`http://127.0.0.1:${port}/slack/events`, {
    method: 'POST',
    headers: {
      'content-type': type,
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': `v0=${signature}`,
    },
    body,
  });
}
