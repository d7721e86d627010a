import { createInProcessRateLimiter, createUndiciTransport, PortableClient } from 'retail-data-client';
import { onTestFinished } from 'vitest';
import { createDigests, type Digests } from '../../../bot/digest/startDigests.ts';
import { assembleDigesting, registerDigesting } from '../../../bot/digesting.ts';
import { registerUnknownDigest } from '../../../bot/listeners/actions/unknownDigest.ts';
import { registerDigest } from '../../../bot/listeners/commands/digest.ts';
import { openFiguresReader } from '../../../bot/readers.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import { RENDERINGS } from '../../../bot/slack/message.ts';
import { createOutbound } from '../../../bot/slack/messages.ts';
import { startWindowBench, type WindowBench } from './windowBench.ts';

/** `/digest`, its buttons and its form besides App Home and the other forms, behind the real door. */
export interface DigestBench extends WindowBench {
  readonly digests: Digests;
}

/** On the morning of Friday 20 November 2026. */
export async function startDigestBench(
  options: { readonly policy?: Partial<AccessPolicy>; readonly listed?: string } = {},
): Promise<DigestBench> {
  const window = await startWindowBench(options);
  const { bench, warehouse, list, storeNames, asking } = window;
  const { database, calendar, sandbox } = warehouse;
  const { reader: held, close } = openFiguresReader(database, warehouse.place, calendar);
  onTestFinished(close);
  const transport = createUndiciTransport({ baseUrl: sandbox.url, subscriptionKey: sandbox.subscriptionKey });
  onTestFinished(() => transport.close());
  const connection = { botToken: 'xoxb-bench', slackApiUrl: bench.slack.url };
  const common = {
    database,
    calendar,
    clock: bench.clock,
    log: bench.recording.log,
    signal: new AbortController().signal,
    productNames: list.names,
    storeNames,
    warehouse: held,
  };
  const digesting = assembleDigesting(common);
  const digests = createDigests({
    ...common,
    renderings: RENDERINGS,
    contents: digesting.contents,
    client: new PortableClient({
      transport,
      clock: bench.clock,
      rateLimiter: createInProcessRateLimiter(bench.clock),
    }),
    outbound: createOutbound(connection),
    attempt: async (_what, work) => work(),
    defaults: { timeZone: 'Europe/Oslo', digestTime: '08:30', deadline: '12:00' },
  });
  const places = { people: bench.people, policy: bench.policy, log: bench.recording.log };
  const parts = registerDigesting(bench.door, {
    ...common,
    ...places,
    digests,
    digesting,
    questions: asking,
    viewsClient: bench.viewsClient,
    files: { replyTo: async (channelId: string) => ({ kind: 'sent', channelId }) },
    onSubscribed: asking.homeChanged,
  });
  registerDigest(bench.door, parts);
  registerUnknownDigest(bench.door, digests, places);
  return { ...window, digests };
}
