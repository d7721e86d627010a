import { parseGpsCoord } from 'retail-data-client/stores/gpsCoord';
import { describe, expect, test } from 'vitest';
import fc, { longRuns } from '../../../support/property.ts';

const OSLO = { latitude: 59.91, longitude: 10.75 };

test.each([
  '(59.91, 10.75)',
  '59.91,10.75',
  '59.91, 10.75',
  '59.91 10.75',
  '59.91;10.75',
  '59.91 ; 10.75',
  '59.91/10.75',
  ' ( 59.91 , 10.75 ) ',
  '(59,91; 10,75)',
  '59,91 10,75',
  '59,91/10,75',
  '59,91, 10,75',
  '59,91,10,75',
])('"%s" is a place in Oslo', (text) => {
  expect(parseGpsCoord(text)).toEqual(OSLO);
});

test.each([
  ['(-33.9, -151.2)', { latitude: -33.9, longitude: -151.2 }],
  ['59 10', { latitude: 59, longitude: 10 }],
  ['(90, 180)', { latitude: 90, longitude: 180 }],
  ['(69.681234567, 18.921234567)', { latitude: 69.681234567, longitude: 18.921234567 }],
])('"%s" is read with its sign and all its decimals', (text, place) => {
  expect(parseGpsCoord(text)).toEqual(place);
});

test.each([
  '',
  ' ',
  '()',
  '(,)',
  'unknown',
  '59.91',
  '59,91',
  '(90.1, 10)',
  '(59, 180.5)',
  '59.91, 10.75, 12',
  'N59.91 E10.75',
  '59°54′N 10°45′E',
  '1e1, 1e1',
  '0x10, 0x10',
  '59.91,,10.75',
  'NaN, NaN',
  'Infinity, 0',
  '59.91. 10.75',
  '५९, १०',
])('"%s" cannot be read and is null', (text) => {
  expect(parseGpsCoord(text)).toBeNull();
});

describe('any text', () => {
  test('is a place on the globe or null, never an exception', () => {
    const near = fc.stringMatching(/^[(]? ?-?\d{0,4}[.,]?\d{0,3} ?[,;/ ]? ?-?\d{0,4}[.,]?\d{0,3} ?[)]?$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), near), (text) => {
        const place = parseGpsCoord(text);
        if (place === null) return;
        expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(place.longitude)).toBeLessThanOrEqual(180);
      }),
      { numRuns: longRuns(1_000) },
    );
  });

  test('of 64 characters may be a place; a longer one is not even looked at', () => {
    const place = `59.91, ${'10.75'.padEnd(57, '0')}`;
    expect(parseGpsCoord(` ${place} `)).toEqual(OSLO);
    expect(parseGpsCoord(`${place}0`)).toBeNull();
  });

  test('of two numbers in range is those two numbers', () => {
    const degrees = (most: number) =>
      fc.integer({ min: -most * 1000, max: most * 1000 }).map((value) => value / 1000);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const texts = [`(${latitude}, ${longitude})`, `${latitude};${longitude}`, `${latitude} ${longitude}`];
        for (const text of texts) expect(parseGpsCoord(text)).toEqual({ latitude, longitude });
      }),
    );
  });
});
