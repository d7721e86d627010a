import { expect, test } from 'vitest';
import { plainText } from '../../../../bot/demo/plainText.ts';
import type { Message } from '../../../../bot/slack/message.ts';
import { stockDigestMessage } from '../../../../bot/stock/digestView.ts';
import { FRAME, productOf, stockDigestOf } from '../../../support/bot/views/digestFigures.ts';
import { readerOf } from '../../../support/bot/views/figures.ts';

const posted = (message: Message) => ({ ...message, isPrivate: false });

test('a digest drawn as text can be read in a terminal', () => {
  const digest = stockDigestOf([
    productOf('<1101> & `x`', 0),
    productOf('90210', 1_234, { dayBefore: 2_000 }),
  ]);
  const lines = plainText(posted(stockDigestMessage(digest, FRAME, readerOf('text')))).split('\n');
  expect(lines[0]).toBe('Stock digest · Fri 20 Nov 2026');
  expect(lines).toContain('1,234 units in stock (−766 since 19 Nov, −566 since 13 Nov)');
  expect(lines).toContain('· 1 product out of stock: <1101> & ʼxʼ');
  expect(lines.some((line) => /^Out of stock: <1101> & ʼxʼ/.test(line))).toBe(true);
  expect(lines.some((line) => /^Falling: 90210 +1,234 +−766/.test(line))).toBe(true);
  expect(lines.join('')).not.toMatch(/[`*]|&amp;|&lt;|:[a-z_]+:|\u00a0/);
});

test('a message without blocks is its text', () => {
  expect(plainText({ text: '*12 units* &amp; more', blocks: [], isPrivate: true })).toBe('12 units & more');
});

test('blocks that hold nothing to read leave no line', () => {
  expect(plainText({ text: 'the text', blocks: [{ type: 'divider' }, null, 'x'], isPrivate: true })).toBe(
    'the text',
  );
});
