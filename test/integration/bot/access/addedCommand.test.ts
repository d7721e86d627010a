import { describe, expect, test } from 'vitest';
import { actorOf } from '../../../../bot/listeners/middleware/authorize.ts';
import { startListenerBench } from '../../../support/bot/listenerBench.ts';

describe('a command that somebody adds with one line', () => {
  test('runs without authorize(), like in any Bolt app', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', async ({ ack, respond }) => {
      await ack();
      await respond('hello');
    });
    const { acks, said } = await bench.type('/hello', '');
    expect(acks).toEqual([undefined]);
    expect(said).toMatchObject([{ text: 'hello' }]);
    expect(bench.slack.methods).toEqual([]);
  });

  test('that breaks before it has acknowledged is acknowledged, and the person reads so', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', () => Promise.reject(new TypeError('secret inside')));
    const { acks, said } = await bench.type('/hello', '');
    expect(acks).toHaveLength(1);
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toMatch(/^Something broke here/);
  });

  test('twice, both of which break, is told about once, and both are in the log', async () => {
    const bench = await startListenerBench();
    for (const inside of ['first', 'second']) {
      bench.app.command('/hello', () => Promise.reject(new TypeError(inside)));
    }
    expect((await bench.type('/hello', '')).said).toHaveLength(1);
    expect(bench.recording.errors()).toEqual(['a listener failed', 'a listener failed']);
    expect(bench.recording.text()).toContain('first');
    expect(bench.recording.text()).toContain('second');
  });

  test('cannot ask who it is without authorize()', async () => {
    const bench = await startListenerBench();
    bench.app.command('/hello', async ({ context }) => void actorOf(context));
    await bench.type('/hello', '');
    expect(bench.recording.text()).toContain('authorize() has to stand before this listener');
  });
});
