import { expect, test } from 'vitest';
import { plainText } from '../../../../bot/demo/plainText.ts';

test('what is drawn for Slack can be read in a terminal', () => {
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: '*Stock digest · Fri 20\u00a0Nov 2026*' } },
    { type: 'section', text: { type: 'mrkdwn', text: ':chart: *1* out of stock: `&lt;1101&gt;` &amp; 7\n' } },
    { type: 'section', text: { type: 'mrkdwn', text: '```\nFalling: 90210   1,234   −766```' } },
    { type: 'context', elements: [{ type: 'mrkdwn', text: ':warning: late' }, { type: 'image' }] },
  ];
  expect(plainText({ text: 'not read', blocks }).split('\n')).toEqual([
    'Stock digest · Fri 20 Nov 2026',
    '· 1 out of stock: <1101> & 7',
    'Falling: 90210   1,234   −766',
    '(!) late ',
  ]);
});

test('a message without blocks is its text', () => {
  expect(plainText({ text: '*12 units* &amp; more', blocks: [] })).toBe('12 units & more');
});

test('blocks that hold nothing to read leave no line', () => {
  expect(plainText({ text: 'the text', blocks: [{ type: 'divider' }, null, 'x'] })).toBe('the text');
});
