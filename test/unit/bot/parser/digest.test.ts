import { createCalendar } from 'retail-data-client/calendar/calendar';
import { describe, expect, test } from 'vitest';
import { languageFor } from '../../../../bot/language/language.ts';
import { inNorwegian } from '../../../../bot/language/nb/commands.ts';
import { parseDigest } from '../../../../bot/parser/digest.ts';
import type { DigestQuestion } from '../../../../bot/parser/digestQuestion.ts';
import { PLAIN_VERBS } from '../../../../bot/parser/digestQuestion.ts';
import type { DigestReading } from '../../../../bot/parser/digestSettings.ts';
import { ParseError } from '../../../../bot/parser/parseError.ts';
import { createProductNames } from '../../../../bot/products/productNames.ts';
import { mistakeMessage } from '../../../../bot/views/mistake.ts';
import { leftInEnglish } from '../../../support/bot/language/leftInEnglish.ts';
import { mistakeOf } from '../../../support/bot/parser/mistakeOf.ts';
import { PRODUCTS, readingAt } from '../../../support/bot/parser/reading.ts';
import { writeDigest } from '../../../support/bot/parser/writeDigest.ts';
import fc from '../../../support/property.ts';

const groups = await createProductNames([
  ...PRODUCTS.map((each) => ({ ...each, group: 'Craft beer' })),
  { id: '9001', name: 'Eple', group: 'Frukt & bær' },
]);
const reading: DigestReading = { ...(await readingAt()), groups, calendar: createCalendar() };
const parse = (text: string) => parseDigest(text, reading);
const here = { command: 'digest', content: undefined, channelId: undefined } as const;

test.each([
  ['', { command: 'digest', kind: 'form' }],
  ['help', { command: 'digest', kind: 'help' }],
  ['hjelp', { command: 'digest', kind: 'help' }],
  ['list', { command: 'digest', kind: 'list' }],
  ['liste', { command: 'digest', kind: 'list' }],
  ['NOW', { ...here, kind: 'now' }],
  ['nå', { ...here, kind: 'now' }],
  ['status', { ...here, kind: 'status' }],
  ['history sales', { ...here, kind: 'history', content: 'sales' }],
  ['historikk salg', { ...here, kind: 'history', content: 'sales' }],
  ['preview <#C0123|lager>', { ...here, kind: 'preview', channelId: 'C0123' }],
  ['preview &lt;#C0123&gt;', { ...here, kind: 'preview', channelId: 'C0123' }],
  ['unsubscribe stock in <#G9>', { ...here, kind: 'unsubscribe', content: 'stock', channelId: 'G9' }],
  ['avbestill', { ...here, kind: 'unsubscribe' }],
  ['resume', { ...here, kind: 'resume' }],
  ['pause until 2026-12-01', { ...here, kind: 'pause', until: '2026-12-01' }],
  ['pause until 1 December', { ...here, kind: 'pause', until: '2026-12-01' }],
  ['pause til 1. desember', { ...here, kind: 'pause', until: '2026-12-01' }],
  ['pause until 1.2.', { ...here, kind: 'pause', until: '2027-02-01' }],
  ['pause sales until monday', { ...here, kind: 'pause', content: 'sales', until: '2026-11-23' }],
  ['pause til fredag', { ...here, kind: 'pause', until: '2026-11-27' }],
  ['pause tomorrow', { ...here, kind: 'pause', until: '2026-11-21' }],
  ['pause i morgen', { ...here, kind: 'pause', until: '2026-11-21' }],
  ['pause sales en uke', { ...here, kind: 'pause', content: 'sales', until: '2026-11-27' }],
  ['pause for 2 weeks', { ...here, kind: 'pause', until: '2026-12-04' }],
  ['pause i 14 dager', { ...here, kind: 'pause', until: '2026-12-04' }],
  ['pause a month', { ...here, kind: 'pause', until: '2026-12-20' }],
  ['avmeld', { ...here, kind: 'unsubscribe' }],
  ['stop', { ...here, kind: 'unsubscribe' }],
  ['stopp sales', { ...here, kind: 'unsubscribe', content: 'sales' }],
  ['cancel', { ...here, kind: 'unsubscribe' }],
  ['fjern sales', { ...here, kind: 'unsubscribe', content: 'sales' }],
  ['stopp til fredag', { ...here, kind: 'pause', until: '2026-11-27' }],
] satisfies [string, DigestQuestion][])('/digest %s', (text, question) => {
  expect(parse(text)).toEqual(question);
});

test.each([
  ['', {}],
  ['at 08:30', { digestTime: '08:30' }],
  ['kl 8.15', { digestTime: '08:15' }],
  ['kl. 07.30', { digestTime: '07:30' }],
  ['kl.07.30', { digestTime: '07:30' }],
  ['at:7', { digestTime: '07:00' }],
  ['at 4pm', { digestTime: '16:00' }],
  ['06:05 weekdays', { digestTime: '06:05', weekdays: '12345' }],
  ['hverdager', { weekdays: '12345' }],
  ['every day', { weekdays: '1234567' }],
  ['hver dag', { weekdays: '1234567' }],
  ['mon,wed,fri', { weekdays: '135' }],
  ['man-tor', { weekdays: '1234' }],
  ['fri-mon', { weekdays: '1567' }],
  ['products:1101,90210', { products: { kind: 'products', productIds: ['1101', '90210'] } }],
  ['products 1101, 90210', { products: { kind: 'products', productIds: ['1101', '90210'] } }],
  ['products:"red apple", 90210', { products: { kind: 'products', productIds: ['1101', '90210'] } }],
  ['group:"craft BEER"', { products: { kind: 'group', group: 'Craft beer' } }],
  ['gruppe:"frukt &amp; baer"', { products: { kind: 'group', group: 'Frukt & bær' } }],
  ['mine', { products: { kind: 'mine' } }],
  ['products:all', { products: { kind: 'all' } }],
  ['zone:Europe/Oslo', { timeZone: 'Europe/Oslo' }],
  ['zone america/new_york', { timeZone: 'America/New_York' }],
  ['deadline:11:00 stale:skip', { deadline: '11:00', stalePolicy: 'skip' }],
  ['numbers:norsk', { locale: 'nb' }],
  ['på norsk', { language: 'nb' }],
  ['språk:bokmål tall:engelsk', { language: 'nb', locale: 'en' }],
  ['in english at 09:00', { language: 'en', digestTime: '09:00' }],
])('/digest subscribe %s', (text, change) => {
  expect(parse(`subscribe ${text}`)).toEqual({ ...here, kind: 'subscribe', change });
});

test('everything at once, in any order', () => {
  expect(parse('subscribe sales <#C0123|salg> weekdays at 07:50 mine zone:Europe/Oslo')).toEqual({
    command: 'digest',
    kind: 'subscribe',
    content: 'sales',
    channelId: 'C0123',
    change: {
      digestTime: '07:50',
      weekdays: '12345',
      products: { kind: 'mine' },
      timeZone: 'Europe/Oslo',
    },
  });
});

test.each([
  ['monday wednesday', '13'],
  ['monday and wednesday', '13'],
  ['monday, wednesday', '13'],
  ['mandag onsdag', '13'],
  ['mandag og onsdag', '13'],
  ['mandag, onsdag og fredag', '135'],
  ['every monday wed at 08:30', '13'],
  ['monday to friday', '12345'],
  ['fra mandag til fredag', '12345'],
  ['mon-wed sat', '1236'],
])('/digest subscribe %s comes on the days %s', (text, weekdays) => {
  expect(parse(`subscribe ${text}`)).toMatchObject({ kind: 'subscribe', change: { weekdays } });
});

test.each(['now please', 'nå takk'])('/digest %s', (text) => {
  expect(parse(text)).toMatchObject({ kind: 'now' });
});

describe('what is wrong is told with a command that is right', () => {
  test.each([
    ['stauts', '"stauts" is not something /digest knows.', '/digest status'],
    [
      'now gin',
      '"gin" is not something /digest now knows; it takes a channel, and stock or sales.',
      '/digest help',
    ],
    [
      'subscribe at 25:00',
      '"25:00" is not a time of day; a time is written 08:30, from 00:00 to 23:59.',
      '/digest subscribe at 08:30',
    ],
    ['subscribe at', '"at" has nothing behind it; a time is written 08:30.', '/digest subscribe'],
    [
      'subscribe zone:CET',
      '"CET" is not a time zone; write it as in the IANA database, such as Europe/Oslo.',
      '/digest subscribe zone:Europe/Oslo',
    ],
    [
      'subscribe zone:oslo weekdays',
      '"oslo" is not a time zone; write it as in the IANA database, such as Europe/Oslo.',
      '/digest subscribe zone:Europe/Oslo weekdays',
    ],
    [
      'subscribe #lager',
      '"#lager" is not a channel that Slack knows; type # and choose it from the list.',
      '/digest help',
    ],
    [
      'subscribe weekly',
      'Digests are posted every day. Leave out "weekly", or choose days, for example monday.',
      '/digest subscribe',
    ],
    [
      'abonner salg hver uke',
      'Digests are posted every day. Leave out "hver uke", or choose days, for example monday.',
      '/digest abonner salg',
    ],
    [
      'subscribe products:1101,"blåber"',
      'No product is named "blåber"; did you mean "Blåbær" (345)?',
      '/digest subscribe products:1101, 345',
    ],
    [
      'subscribe group:craft',
      'No group in the product list is named "craft".',
      '/digest subscribe group:"Craft beer"',
    ],
    ['subscribe 1101', '"1101" is not something /digest subscribe knows.', '/digest subscribe products:1101'],
    [
      'subscribe apple weekdays',
      '"apple" is not something /digest subscribe knows.',
      '/digest subscribe products:"apple" weekdays',
    ],
    [
      'subscribe "frukt & bær"',
      '"frukt & bær" is not something /digest subscribe knows.',
      '/digest subscribe group:"Frukt & bær"',
    ],
    ['subscribe at 08:30 at 09:00', 'The time is there twice.', '/digest subscribe at 08:30'],
    [
      'subscribe weekdys',
      '"weekdys" is not something /digest subscribe knows.',
      '/digest subscribe weekdays',
    ],
    ['pause', 'Say on which day the digest comes again.', '/digest pause until 2026-11-23'],
    [
      'pause until 2026-11-19',
      'Thu 19 Nov 2026 is over. Choose a date after Fri 20 Nov 2026.',
      '/digest pause until 2026-11-23',
    ],
    [
      // It is no pause of a year.
      'pause until 19 november',
      'Thu 19 Nov 2026 is over. Choose a date after Fri 20 Nov 2026.',
      '/digest pause until 2026-11-23',
    ],
    [
      'pause until sometime',
      '"sometime" is not a day; a day is written 2026-11-23.',
      '/digest pause until 2026-11-23',
    ],
    [
      'now <#C1> <#C2>',
      'A command is about one digest: one channel, and either stock or sales.',
      '/digest help',
    ],
    ['list all', '/digest list stands alone; it shows all digests that you may change.', '/digest list'],
  ])('/digest %s', (text, sentence, corrected) => {
    expect(mistakeOf(() => parse(text))).toEqual([sentence, corrected]);
  });

  test.each(['avmedl', 'avslut', 'unsubscirbe', 'stopppp', 'leave', 'why'])(
    '%s is never answered with subscribe',
    (text) => {
      try {
        parse(text);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        expect([error.corrected, ...error.others].join(' ')).not.toMatch(/ subscribe/);
        return;
      }
      throw new Error(`${text} was expected to be refused.`);
    },
  );

  test('whatever is typed', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom(
        ...[
          'subscribe',
          'pause',
          'until',
          'at',
          'kl',
          '25:61',
          '08:30',
          'weekdays',
          'mon-',
          'products:',
          'now',
        ],
        ...[
          'group:',
          'zone:',
          'CET',
          '"',
          ',',
          '<#C1>',
          '<#C1|a>',
          '#x',
          '<@U1>',
          '1101',
          'red apple',
          'stock',
        ],
        ...[
          'sales',
          'stale:',
          'numbers:',
          'deadline',
          '31.2.',
          '29 februar',
          'every',
          'mine',
          'all',
          'hjelp',
        ],
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join(' ');
        try {
          const question = parse(text);
          expect(parse(writeDigest(question).slice('/digest'.length))).toEqual(question);
        } catch (error) {
          if (!(error instanceof ParseError)) throw error;
          expect(error.message).toMatch(/^[^\n\r]+[.?]$/);
          for (const offered of [error.corrected, ...error.others]) {
            expect(parse(offered.slice('/digest'.length)).kind).not.toBe('form');
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

test('what is written is read as the same', () => {
  const time = fc
    .tuple(fc.nat(23), fc.nat(59))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const change = fc.record(
    {
      digestTime: time,
      deadline: time,
      weekdays: fc.subarray([...'1234567'], { minLength: 1 }).map((days) => days.join('')),
      timeZone: fc.constantFrom('Europe/Oslo', 'Asia/Kolkata', 'Pacific/Kiritimati', 'UTC'),
      stalePolicy: fc.constantFrom('post', 'skip' as const),
      locale: fc.constantFrom('nb', 'en' as const),
      language: fc.constantFrom('nb', 'en' as const),
      products: fc.oneof(
        fc.constantFrom({ kind: 'mine' }, { kind: 'all' }, { kind: 'group', group: 'Frukt & bær' } as const),
        fc
          .uniqueArray(fc.stringMatching(/^\d{1,15}$/), { minLength: 1, maxLength: 20 })
          .map((productIds) => ({ kind: 'products', productIds }) as const),
      ),
    },
    { requiredKeys: [] },
  );
  const place = {
    command: fc.constant('digest' as const),
    content: fc.constantFrom('stock', 'sales', undefined),
    channelId: fc.constantFrom('C0123', undefined),
  };
  const question = fc.oneof(
    fc.record({ ...place, kind: fc.constant('subscribe' as const), change }),
    fc.record({ ...place, kind: fc.constantFrom(...PLAIN_VERBS) }),
    fc.record({
      ...place,
      content: fc.constant('both' as const),
      kind: fc.constantFrom('resume' as const, 'unsubscribe' as const),
    }),
    fc.record({
      ...place,
      content: fc.constantFrom('stock', 'both', undefined),
      kind: fc.constant('pause' as const),
      until: fc.constantFrom('2026-12-01', '2027-01-31'),
    }),
  );
  fc.assert(
    fc.property(question, (asked) => {
      const written = writeDigest(asked as DigestQuestion);
      expect(parse(written.slice('/digest'.length))).toEqual(asked);
      const norwegian = inNorwegian(written);
      expect(parse(norwegian.slice('/digest'.length))).toEqual(asked);
      expect(leftInEnglish(written, norwegian)).toEqual([]);
    }),
  );
});

test.each([
  ['avonner', '/digest abonner'],
  ['pause', '/digest pause til 2026-11-23'],
  ['abonner kl 08:30 kl 09:00', '/digest abonner kl 08:30'],
  ['abonner hverdaggr', '/digest abonner hverdager'],
])('/digest %s is put right in Norwegian: %s', (typed, corrected) => {
  let message = '';
  try {
    parse(typed);
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    message = mistakeMessage(error, languageFor('nb').t).text;
  }
  expect(message).toContain(`Prøv: \`${corrected}\``);
  expect(() => parse(corrected.slice('/digest'.length))).not.toThrow();
});
