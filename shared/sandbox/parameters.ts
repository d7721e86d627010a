import { type Day, parseDate } from './calendar.ts';
import { Refusal } from './reply.ts';

const WHOLE_NUMBER = /^\d+$/;

/**
 * The query of one request. Every reader gives undefined for an absent parameter and throws a 400 Refusal that names
 * the parameter for a value of the wrong kind; values are never repeated in a message.
 */
export class Query {
  readonly #values: URLSearchParams;

  /** Throws a 400 Refusal for a parameter given twice, and for an unknown one unless those are ignored. */
  constructor(values: URLSearchParams, known: readonly string[], unknown: 'refused' | 'ignored' = 'refused') {
    this.#values = values;
    for (const name of new Set(values.keys())) {
      if (!known.includes(name) && unknown === 'ignored') continue;
      if (!known.includes(name)) throw badRequest(`Unknown query parameter "${name}".`);
      if (values.getAll(name).length > 1)
        throw badRequest(`Query parameter "${name}" is given more than once.`);
    }
  }

  text(name: string): string | undefined {
    return this.#values.get(name) ?? undefined;
  }

  /** A non-negative whole number. */
  integer(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = WHOLE_NUMBER.test(text) ? Number(text) : Number.NaN;
    if (!Number.isSafeInteger(value)) throw badRequest(`"${name}" must be a non-negative integer.`);
    return value;
  }

  /** A whole number of 1 or more. */
  count(name: string): number | undefined {
    const value = this.integer(name);
    if (value === 0) throw badRequest(`"${name}" must be 1 or more.`);
    return value;
  }

  date(name: string, form: 'yyyy-MM-dd' | 'dd.MM.yyyy' = 'yyyy-MM-dd'): Day | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, date, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
    const day = parseDate(form === 'yyyy-MM-dd' ? text : `${year}-${month}-${date}`);
    if (day === undefined) throw badRequest(`"${name}" must be a date in the form ${form}.`);
    return day;
  }

  /** As `count`, of at most `most`. */
  pageSize(name: string, most: number): number | undefined {
    const size = this.count(name);
    if (size !== undefined && size > most) throw badRequest(`"${name}" must be ${most} or less.`);
    return size;
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

export function badRequest(message: string): Refusal {
  return new Refusal(400, message);
}
