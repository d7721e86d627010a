import { describe, expect, test } from 'vitest';
import { datesOf } from '../../../../../bot/demo/page/dates.ts';
import type { Message, Snapshot } from '../../../../../bot/demo/page/protocol.ts';
import { type Step, stepped } from '../../../../../bot/demo/page/state.ts';

const message = (ts: string, fields: Partial<Message> = {}): Message => ({
  ts,
  threadTs: undefined,
  user: 'U0BOT',
  text: ts,
  blocks: [],
  files: [],
  isPrivate: false,
  isEdited: false,
  replies: undefined,
  ...fields,
});

const snapshot: Snapshot = {
  session: 'first',
  team: 'Demo',
  app: { userId: 'U0BOT', name: 'Retail Data', description: '' },
  me: 'U0KARI',
  people: [],
  channels: ['C1', 'C2'].map((id) => ({
    id,
    kind: 'channel',
    name: id,
    topic: '',
    isPrivate: false,
    messages: [message('2.0'), message('4.0')],
    hasEarlier: true,
  })),
  home: undefined,
  modals: [],
  clock: { now: 0, timeZone: 'Europe/Oslo', isMoving: false, jumps: [] },
  commands: [],
  suggestions: [],
};

function told(...steps: readonly Step[]) {
  const state = stepped(undefined, { kind: 'snapshot', snapshot });
  const { snapshot: now, thread, unread } = steps.reduce(stepped, state);
  const tsIn = (id: string) =>
    now.channels.find((channel) => channel.id === id)?.messages.map(({ ts }) => ts);
  return { now, tsIn, thread, unread };
}

describe('what the page knows follows what it is told', () => {
  test('a message comes in order, once, and takes the place of its earlier self', () => {
    const { tsIn, now, unread } = told(
      { kind: 'message', channel: 'C1', message: message('5.0') },
      { kind: 'message', channel: 'C1', message: message('3.0') },
      { kind: 'message', channel: 'C1', message: message('4.0', { text: 'changed' }) },
    );
    expect(tsIn('C1')).toEqual(['2.0', '3.0', '4.0', '5.0']);
    expect(now.channels[0]?.messages[2]?.text).toBe('changed');
    expect(tsIn('C2')).toEqual(['2.0', '4.0']);
    expect([...unread]).toEqual(['C1']);
  });

  test('what others write to all makes a channel unread, and nothing else does', () => {
    const messages = [
      message('5.0', { user: 'U0KARI' }),
      message('6.0', { isPrivate: true }),
      message('7.0', { threadTs: '2.0' }),
      message('2.0', { isEdited: true }),
    ];
    const steps = messages.map((each) => ({ kind: 'message', channel: 'C1', message: each }) as const);
    expect([...told(...steps).unread]).toEqual([]);
    expect([...told(...steps, { kind: 'message', channel: 'C1', message: message('8.0') }).unread]).toEqual([
      'C1',
    ]);
  });

  test('earlier messages come before those that are known, none twice', () => {
    const page = { messages: [message('1.0'), message('2.0')], hasEarlier: false };
    expect(told({ kind: 'earlier', channel: 'C1', page }).tsIn('C1')).toEqual(['1.0', '2.0', '4.0']);
  });

  test('a reply comes into the open thread, not into the channel', () => {
    const thread = { channel: 'C1', ts: '2.0', messages: [message('2.0')] };
    const reply = message('6.0', { threadTs: '2.0' });
    const { tsIn, thread: open } = told(
      { kind: 'thread', thread },
      { kind: 'message', channel: 'C1', message: reply },
      { kind: 'message', channel: 'C1', message: message('7.0', { threadTs: '4.0' }) },
    );
    expect(tsIn('C1')).toEqual(['2.0', '4.0']);
    expect(open?.messages.map(({ ts }) => ts)).toEqual(['2.0', '6.0']);
  });

  test('a demo that was started again has nothing of before; a reconnection keeps the thread', () => {
    const thread: Step = { kind: 'thread', thread: { channel: 'C1', ts: '2.0', messages: [] } };
    const again: Step = { kind: 'snapshot', snapshot };
    expect(told(thread, again).thread).toBeDefined();
    expect(told(thread, { ...again, snapshot: { ...snapshot, session: 'second' } }).thread).toBeUndefined();
  });
});

test('dates are those of the demo’s clock and zone', () => {
  const now = Date.UTC(2026, 10, 20, 7, 45);
  const { day, time, formatted } = datesOf('en', { now, timeZone: 'Europe/Oslo' });
  expect([day(now), day(now - 86_400_000), day(now - 5 * 86_400_000)]).toEqual([
    'Today',
    'Yesterday',
    'Sunday 15 November',
  ]);
  expect(time(now)).toBe('08:45');
  expect(formatted(now / 1_000, '{date_short} at {time}')).toBe('20 Nov 2026 at 08:45');
  expect(formatted(now / 1_000, '{date_pretty} at {time}, {other}')).toBe('today at 08:45, {other}');
  const norwegian = datesOf('nb', { now, timeZone: 'Europe/Oslo' });
  expect(norwegian.formatted(now / 1_000, '{date_long} kl. {time}')).toBe(
    'fredag 20. november 2026 kl. 08:45',
  );
});
