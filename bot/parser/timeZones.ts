import { parseTimeZone } from 'retail-data-client/calendar/calendar';
import { InvalidInputError } from 'retail-data-client/errors/errors';
import { fold } from '../text/normalize.ts';
import { nearestWord } from './didYouMean.ts';
import { ParseError } from './parseError.ts';

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  cet: 'Europe/Oslo',
  cest: 'Europe/Oslo',
  met: 'Europe/Oslo',
  norway: 'Europe/Oslo',
  norge: 'Europe/Oslo',
  eet: 'Europe/Helsinki',
  wet: 'Europe/Lisbon',
  gmt: 'Europe/London',
  bst: 'Europe/London',
  est: 'America/New_York',
  edt: 'America/New_York',
  et: 'America/New_York',
  pst: 'America/Los_Angeles',
  ist: 'Asia/Kolkata',
};

/**
 * Reads a zone as the IANA database names it, in any case: `Europe/Oslo`. Abbreviations such as CET are refused, since
 * what they mean differs from machine to machine. @throws ParseError with a zone in its place
 */
export function readTimeZone(typed: string): string {
  const zones = Intl.supportedValuesOf('timeZone');
  const known = zones.find((zone) => zone.toLowerCase() === typed.toLowerCase());
  try {
    return parseTimeZone(known ?? typed);
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const city = zones.find(
      (zone) => fold(zone.split('/').at(-1) ?? '') === fold(typed).replaceAll(' ', '_'),
    );
    const near = ABBREVIATIONS[fold(typed)] ?? city ?? zoneLike(typed, zones) ?? 'Europe/Oslo';
    throw new ParseError((t) => t.parser.digest.notAZone(typed, near), near);
  }
}

function zoneLike(typed: string, zones: readonly string[]): string | undefined {
  const folded = new Map(zones.map((zone) => [fold(zone), zone]));
  return folded.get(nearestWord(typed, folded.keys()) ?? '');
}
