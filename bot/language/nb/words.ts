import { quoted as quotedIn } from '../../text/normalize.ts';
import type { Formatter } from '../formatter.ts';

/** Counted nouns that several folders use: "1 vare", "2 varer". */
export const countedWords = ({ counted }: Formatter) => ({
  products: (count: number) => counted(count, 'vare', 'varer'),
  stores: (count: number) => counted(count, 'butikk', 'butikker'),
  units: (count: number) => counted(count, 'enhet', 'enheter'),
  days: (count: number) => counted(count, 'dag', 'dager'),
  rows: (count: number) => counted(count, 'rad', 'rader'),
  /** "7 dagers", before a noun such as «dekning». */
  daysOf: (count: number) => counted(count, 'dags', 'dagers'),
});

/** "lagerrapporten", «rapporten «Gin»» */
export function theReport(name: string): string {
  return name.replace(/(?= «|$)/, 'en');
}

/** Puts typed text into «». */
export function quoted(typed: string): string {
  return quotedIn(typed, ['«', '»']);
}

/** By their English names, which commands and the service's opening hours have. */
export const WEEKDAYS: Readonly<Record<string, string>> = {
  monday: 'mandag',
  tuesday: 'tirsdag',
  wednesday: 'onsdag',
  thursday: 'torsdag',
  friday: 'fredag',
  saturday: 'lørdag',
  sunday: 'søndag',
};
