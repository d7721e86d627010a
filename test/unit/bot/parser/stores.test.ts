import { describe, expect, test } from 'vitest';
import { parseStores } from '../../../../bot/parser/stores.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';

const search = (words: string, openNow = false, near?: [number, number]) => ({
  kind: 'search',
  words,
  openNow,
  ...(near === undefined ? {} : { near: { latitude: near[0], longitude: near[1] } }),
});

test.each([
  ['', { kind: 'form' }],
  ['  ', { kind: 'form' }],
  ['help', { kind: 'help' }],
  ['hjelp', { kind: 'help' }],
  ['143', { kind: 'number', storeId: '143' }],
  ['0143', { kind: 'number', storeId: '0143' }],
  ['store:143', { kind: 'number', storeId: '143' }],
  ['butikk 143', { kind: 'number', storeId: '143' }],
  ['store: 143', { kind: 'number', storeId: '143' }],
  ['"143"', search('143')],
  ['oslo', search('oslo')],
  ['Oslo,   Majorstuen', search('Oslo, Majorstuen')],
  ['“mo i rana”', search('mo i rana')],
  ['143 oslo', search('143 oslo')],
  ["l'orient", search("l'orient")],
  ['l’orient', search("l'orient")],
  ['help desk', search('help desk')],
  ['open now', search('', true)],
  ['open', search('', true)],
  ['åpent nå', search('', true)],
  ['aapne naa', search('', true)],
  ['opne no', search('', true)],
  ['open now oslo', search('oslo', true)],
  ['oslo open now', search('oslo', true)],
  ['oslo open', search('oslo', true)],
  ['"open now"', search('open now')],
  ['near 59.91,10.75', search('', false, [59.91, 10.75])],
  ['open now near 59.91,10.75', search('', true, [59.91, 10.75])],
  ['Open now near 59.9139, 10.7522', search('', true, [59.9139, 10.7522])],
  ['open now near 59.91 10.75 oslo', search('oslo', true, [59.91, 10.75])],
  ['åpne nå nær 59,91, 10,75', search('', true, [59.91, 10.75])],
  ['near 59,91 10,75', search('', false, [59.91, 10.75])],
  ['near 59.91°N, 10.75°E', search('', false, [59.91, 10.75])],
  ['near −33.9,18.4', search('', false, [-33.9, 18.4])],
  ['near 60, 10', search('', false, [60, 10])],
  ['all stores in oslo', search('oslo')],
  ['butikker i oslo', search('oslo')],
])('/stores %s', (text, question) => {
  expect(parseStores(text)).toEqual({ command: 'stores', ...question });
});

test.each([
  ['near oslo', { openNow: false, near: { words: 'oslo' } }],
  ['open now near oslo', { openNow: true, near: { words: 'oslo' } }],
  ['nær mo i rana', { openNow: false, near: { words: 'mo i rana' } }],
  ['open today', { openNow: false, open: { day: 'today' } }],
  ['åpent i dag', { openNow: false, open: { day: 'today' } }],
  ['open at 18', { openNow: false, open: { day: 'today', time: '18:00' } }],
  ['åpent kl 8.30', { openNow: false, open: { day: 'today', time: '08:30' } }],
  ['open 18', { openNow: false, open: { day: 'today', time: '18:00' } }],
  ['åpent etter 18:30', { openNow: false, open: { day: 'today', time: '18:30' } }],
  ['open tomorrow', { openNow: false, open: { day: 'tomorrow' } }],
  ['åpent kl. 18', { openNow: false, open: { day: 'today', time: '18:00' } }],
  ['åpent kl.18', { openNow: false, open: { day: 'today', time: '18:00' } }],
  ['åpent i morgen kl. 19.30', { openNow: false, open: { day: 'tomorrow', time: '19:30' } }],
  ['åpent på søndag kl 18', { openNow: false, open: { day: 7, time: '18:00' } }],
  ['open at 18 on friday', { openNow: false, open: { day: 5, time: '18:00' } }],
  ['open on friday', { openNow: false, open: { day: 5 } }],
  ['open 24 december', { openNow: false, open: { day: { month: 12, date: 24 } } }],
  ['åpent 24. desember kl 10', { openNow: false, open: { day: { month: 12, date: 24 }, time: '10:00' } }],
  ['åpent fredag 27.11.', { openNow: false, open: { day: { month: 11, date: 27 } } }],
  ['open 24.12', { openNow: false, open: { day: { month: 12, date: 24 } } }],
  ['open 2027-01-02', { openNow: false, open: { day: { year: 2027, month: 1, date: 2 } } }],
  ['åpent på julaften', { openNow: false, open: { day: { month: 12, date: 24 } } }],
])('/stores %s', (text, asked) => {
  expect(parseStores(text)).toEqual({ command: 'stores', kind: 'search', words: '', ...asked });
});

test.each([
  ['143 open friday', { day: 5 }],
  ['butikk nr 143 åpent 24. desember', { day: { month: 12, date: 24 } }],
])('/stores %s is one store on that day', (text, open) => {
  expect(parseStores(text)).toEqual({ command: 'stores', kind: 'number', storeId: '143', open });
});

test('what Slack writes as an entity is read as the character', () => {
  expect(parseStores('h&amp;m &lt;1&gt;')).toEqual({ command: 'stores', ...search('h&m <1>') });
});

describe('refuses', () => {
  test.each([
    ['open now near', /takes a place in degrees/, '/stores help'],
    ['near', /takes a place in degrees, such as/, '/stores help'],
    ['nærmeste butikk', /takes a place in degrees, such as/, '/stores help'],
    ['near me', /Slack doesn't tell the app where you are/, '/stores help'],
    ['open 3/12', /^3\/12 can be 3 Dec or 12 Mar\.$/, '/stores open 3 december'],
    ['open 17.05 oslo', /^17\.05 can be 17 May or at 17:05\.$/, '/stores open 17 may oslo'],
    ['open 30 february', /is not a day that exists/, '/stores help'],
    ['near 59,91', /"59,91" can be one number with a decimal comma or two/, '/stores help'],
    ['open now near 91, 10', /"91 10" is no place/, '/stores help'],
    ['alle butikker', /every store of the chain/, '/stores help'],
    ['x'.repeat(300), /at most 200 characters/, '/stores help'],
    ['near 59.91,181', /longitude at most 180/, '/stores help'],
  ])('/stores %s', (text, sentence, corrected) => {
    const [said, instead] = mistakeOf(() => parseStores(text));
    expect(said).toMatch(sentence);
    expect(instead).toBe(corrected);
  });
});
