import { DateTime } from 'luxon';
import { type Day, parseDate } from '../calendar/openDays.ts';
import type { Numbered } from './chain/ids.ts';
import type { Settings } from './options.ts';
import { badRequest } from './reply.ts';

/**
 * Reads the query of a call: `read` asks for each parameter of the operation. Throws a 400 Refusal that names the
 * first parameter that is of the wrong kind, given twice or not asked for; values are never repeated in a message.
 */
export function readQuery<Asked>(
  query: URLSearchParams,
  { unknownParameter }: Settings,
  read: (parameters: Parameters) => Asked,
): Asked {
  const parameters = new Parameters(query);
  const asked = read(parameters);
  const unknown = [...query.keys()].find((name) => !parameters.known.has(name));
  if (unknown !== undefined && unknownParameter === 'refused') {
    throw badRequest(`Unknown query parameter "${unknown}".`);
  }
  return asked;
}

/** Each method gives undefined for an absent parameter. */
class Parameters {
  /** The names that were asked for. */
  readonly known = new Set<string>();
  readonly #query: URLSearchParams;

  constructor(query: URLSearchParams) {
    this.#query = query;
  }

  text(name: string): string | undefined {
    this.known.add(name);
    const [value, second] = this.#query.getAll(name);
    if (second !== undefined) throw badRequest(`Query parameter "${name}" is given more than once.`);
    return value;
  }

  /** A non-negative whole number. */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value)) throw badRequest(`"${name}" must be a non-negative integer.`);
    return value;
  }

  /** A whole number from 1 to `most`. */
  count(name: string, most: number): number | undefined {
    const value = this.integer(name);
    if (value === 0) throw badRequest(`"${name}" must be 1 or more.`);
    if (value !== undefined && value > most) throw badRequest(`"${name}" must be ${most} or less.`);
    return value;
  }

  date(name: string, format = 'yyyy-MM-dd'): Day | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const day = parseDate(DateTime.fromFormat(text, format, { zone: 'utc' }).toISODate() ?? '');
    if (day === undefined) throw badRequest(`"${name}" must be a date in the form ${format}.`);
    return day;
  }

  flag(name: string): boolean | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (text !== 'true' && text !== 'false') throw badRequest(`"${name}" must be true or false.`);
    return text === 'true';
  }
}

/** Throws a 400 Refusal when both ends are given and the first is after the second. */
export function requireOrder(
  fromName: string,
  from: number | undefined,
  toName: string,
  to: number | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return;
  throw badRequest(`"${fromName}" must not be after "${toName}".`);
}

/** Whether a filter by number means this entry; compared as text, a number never finds an id with a leading zero. */
export function hasId(entry: Numbered, number: number | undefined, { idFilter }: Settings): boolean {
  if (number === undefined) return true;
  return idFilter === 'byText' ? entry.id === String(number) : entry.number === number;
}

export function isChangedSince(
  day: Day,
  since: Day | undefined,
  treated: Settings['salesChangedSince'],
): boolean {
  if (since === undefined || treated === 'ignored') return true;
  return treated === 'inclusive' ? day >= since : day > since;
}
