import { setTimeout as delay } from 'node:timers/promises';
import { BadRequestError } from 'retail-data-client';
import { describe, expect, test } from 'vitest';
import type { Render } from '../../../../bot/listeners/answers/answering.ts';
import { actionArgs, commandArgs } from '../../../../bot/listeners/middleware/listenerArgs.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { RENDERINGS, type Rendering } from '../../../../bot/slack/message.ts';
import { sentenceMessage } from '../../../../bot/views/mistake.ts';
import { type CommandBench, startCommandBench } from '../../../support/bot/commandBench.ts';

/** The answer names the rendering it was drawn in. */
const drawn: Render = (rendering: Rendering) => sentenceMessage(`drawn as ${rendering}`);

async function benchWith(answer: () => Promise<Render>): Promise<CommandBench> {
  const bench = await startCommandBench();
  bench.app.command('/test', bench.middleware.authorize('member'), (args) => {
    const { actor, respond } = commandArgs(args);
    return bench.replies.answerTo({ what: '/test', actor, respond }, answer);
  });
  return bench;
}

function gate(): { readonly opened: Promise<Render>; open(): void } {
  let open = () => {};
  const opened = new Promise<Render>((resolve) => {
    open = () => resolve(drawn);
  });
  return { opened, open: () => open() };
}

async function until(happened: () => boolean): Promise<void> {
  for (let tried = 0; !happened(); tried += 1) {
    if (tried > 400) throw new Error('it did not happen');
    await delay(5);
  }
}

test('an answer goes to the person alone, once', async () => {
  const bench = await benchWith(async () => drawn);
  await bench.type('/test', '');
  expect(bench.attempts).toMatchObject([
    { response_type: 'ephemeral', text: 'drawn as dataTable', replace_original: false },
  ]);
});

describe('what goes wrong while answering is told', () => {
  test.each([
    [
      'a mistake, with the corrected command',
      new ParseError(() => '"x" is wrong.', '/test y'),
      '"x" is wrong. Try: `/test y`',
    ],
    [
      'a failure of the service, with what to do',
      new BadRequestError('The service refused it.', 'Ask for less.', { status: 400 }),
      "The data service didn't accept the request (HTTP 400). Change the question. Details are in the app's log.",
    ],
    [
      'anything else, without its inside',
      new TypeError('secret inside'),
      'Something broke here while answering; it is in the log of the bot. Trying again in a minute may help.',
    ],
  ])('%s', async (_, error, text) => {
    const bench = await benchWith(() => Promise.reject(error));
    await bench.type('/test', '');
    expect(bench.answers).toMatchObject([{ response_type: 'ephemeral', text }]);
    expect(bench.failures).toEqual([]);
  });

  test('a mistake of a person is no warning in the log; what breaks is an error there', async () => {
    const mistaken = await benchWith(() => Promise.reject(new ParseError(() => 'No.', '/test')));
    await mistaken.type('/test', '');
    const above = mistaken.recording.lines().filter(({ level }) => level > 30);
    expect(above).toEqual([]);
    const broken = await benchWith(() => Promise.reject(new TypeError('inside')));
    await broken.type('/test', '');
    expect(broken.recording.errors()).toEqual(['a listener failed']);
    expect(broken.recording.text()).toContain('inside');
  });
});

describe('an answer that takes longer than 1.5 seconds', () => {
  test('is announced, and then takes the place of the announcement', async () => {
    const slow = gate();
    const bench = await benchWith(() => slow.opened);
    const typed = bench.type('/test', '');
    await bench.clock.advance(1_499);
    expect(bench.attempts).toEqual([]);
    await bench.clock.advance(1);
    await until(() => bench.answers.length === 1);
    expect(bench.answers[0]).toMatchObject({
      response_type: 'ephemeral',
      text: 'Asking the service, one moment …',
    });
    slow.open();
    await typed;
    expect(bench.answers[1]).toMatchObject({ text: 'drawn as dataTable', replace_original: true });
    expect(bench.answers).toHaveLength(2);
  });

  test('to a click stands beside the message with the button, which stays', async () => {
    const slow = gate();
    const bench = await startCommandBench();
    bench.app.action('test', bench.middleware.authorize('member'), async (args) => {
      const { actor, respond } = actionArgs(args);
      if (respond === undefined) throw new Error('no address for an answer');
      const click = { what: 'test', actor, respond, isClick: true } as const;
      await bench.replies.answerTo(click, () => slow.opened);
    });
    const clicked = bench.click('test', 'x');
    await bench.clock.advance(1_500);
    await until(() => bench.answers.length === 1);
    slow.open();
    await clicked;
    expect(bench.answers[1]).toMatchObject({ text: 'drawn as dataTable', replace_original: false });
  });

  test('comes also when the announcement does not arrive', async () => {
    const slow = gate();
    const bench = await benchWith(() => slow.opened);
    bench.refuseWith(500);
    const typed = bench.type('/test', '');
    await bench.clock.advance(1_500);
    await until(() => bench.attempts.length === 1);
    // Long enough for a rejection that nobody waits for to end the process.
    await delay(20);
    slow.open();
    await typed;
    expect(bench.answers).toMatchObject([{ text: 'drawn as dataTable', replace_original: false }]);
    expect(bench.failures).toEqual([]);
  });
});

describe('when Slack does not take an answer', () => {
  test('plainer renderings follow', async () => {
    const bench = await benchWith(async () => drawn);
    bench.refuseWith(400, 400);
    await bench.type('/test', '');
    expect(bench.attempts.map(({ text }) => text)).toEqual([
      'drawn as dataTable',
      'drawn as table',
      'drawn as text',
    ]);
    expect(bench.answers).toHaveLength(1);
  });

  test('what a workspace refused is not tried again for a day, in that workspace', async () => {
    const bench = await benchWith(async () => drawn);
    bench.refuseWith(400, 400);
    await bench.type('/test', '');
    await bench.type('/test', '');
    expect(bench.attempts.map(({ text }) => text)).toEqual([
      'drawn as dataTable',
      'drawn as table',
      'drawn as text',
      'drawn as text',
    ]);
    expect(bench.ladder.of('T0OTHER')[0]).toBe('dataTable');
    await bench.clock.advance(86_400_000);
    await bench.type('/test', '');
    expect(bench.attempts.at(-1)?.text).toBe('drawn as dataTable');
  });

  test('none of them, it is an error of the listener; the address is not used up', async () => {
    const bench = await benchWith(async () => drawn);
    bench.refuseWith(...RENDERINGS.map(() => 404));
    await bench.type('/test', '');
    expect(bench.attempts).toHaveLength(RENDERINGS.length);
    expect(bench.recording.errors()).toEqual(['a listener failed']);
  });
});

test('a command under way is waited for, also one that fails', async () => {
  const slow = gate();
  let underWay = false;
  const bench = await benchWith(() => {
    underWay = true;
    return slow.opened;
  });
  bench.refuseWith(...RENDERINGS.map(() => 404));
  const typed = bench.type('/test', '');
  await until(() => underWay);
  let settled = false;
  const waiting = bench.pendingRequests.settled().then(() => {
    settled = true;
  });
  await delay(10);
  expect(settled).toBe(false);
  slow.open();
  await typed;
  await waiting;
  expect(bench.attempts).toHaveLength(RENDERINGS.length);
});
