import { onTestFinished } from 'vitest';
import { composeDigests, type Digests } from '../../../bot/composeDigests.ts';
import { registerDigest } from '../../../bot/listeners/commands/digest.ts';
import { registerDigestListeners } from '../../../bot/listeners/digests.ts';
import { openFiguresReader } from '../../../bot/readers.ts';
import type { AccessPolicy } from '../../../bot/settings/accessPolicy.ts';
import { RENDERINGS } from '../../../bot/slack/message.ts';
import { createOutbound } from '../../../bot/slack/messages.ts';
import { createRenderingLadder } from '../../../bot/slack/renderingLadder.ts';
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
  const { database, calendar } = warehouse;
  const { reader: held, close } = openFiguresReader(database, warehouse.place, calendar);
  onTestFinished(close);
  const outbound = createOutbound({ botToken: 'xoxb-bench', slackApiUrl: bench.slack.url });
  const common = {
    database,
    calendar,
    clock: bench.clock,
    log: bench.recording.log,
    signal: new AbortController().signal,
    outbound,
    figures: held,
  };
  const digests = composeDigests({
    ...common,
    ladder: createRenderingLadder(RENDERINGS, () => bench.clock.now()),
    products: list.names,
    stores: storeNames,
    owner: 'bench',
    runLogged: async (_what, work) => work(),
    defaults: { timeZone: 'Europe/Oslo', digestTime: '08:30', deadline: '12:00' },
  });
  const parts = registerDigestListeners(bench.door, {
    database,
    calendar,
    outbound,
    people: bench.people,
    policy: bench.policy,
    productNames: list.names,
    storeNames,
    digests,
    answering: asking,
    viewsClient: bench.viewsClient,
    onSubscribed: asking.homeChanged,
  });
  registerDigest(bench.door, parts);
  return { ...window, digests };
}
