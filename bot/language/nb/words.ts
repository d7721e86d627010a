import { quoted as quotedIn } from '../../text/normalize.ts';
import type { Formatter } from '../formatter.ts';

/** The nouns that are counted everywhere: "1 vare", "2 varer". */
export const countedWords = ({ counted }: Formatter) => ({
  products: (count: number) => counted(count, 'vare', 'varer'),
  stores: (count: number) => counted(count, 'butikk', 'butikker'),
  units: (count: number) => counted(count, 'enhet', 'enheter'),
  days: (count: number) => counted(count, 'dag', 'dager'),
  rows: (count: number) => counted(count, 'rad', 'rader'),
  /** "7 dagers" dekning, salg. */
  daysOf: (count: number) => counted(count, 'dags', 'dagers'),
});

/** A sentence or a word at the beginning of a line. */
export function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** "lagerrapporten" */
export function theReport(name: string): string {
  return `${name}en`;
}

/** What was typed as it stands in a sentence. */
export function quoted(typed: string): string {
  return quotedIn(typed, ['«', '»']);
}

/** By the English names, in which commands are written and the service gives opening hours. */
export const WEEKDAYS: Readonly<Record<string, string>> = {
  monday: 'mandag',
  tuesday: 'tirsdag',
  wednesday: 'onsdag',
  thursday: 'torsdag',
  friday: 'fredag',
  saturday: 'lørdag',
  sunday: 'søndag',
};
