import { isCalendarDay } from '../calendar/calendar.ts';
import { differs, type Finding, held, unclear } from './finding.ts';

interface Form {
  count: number;
  readonly example: string;
}

/** Texts by their form, the digits of each made 9 and its words made a; the most frequent form first. */
export function formsOf(texts: readonly string[]): readonly (readonly [form: string, found: Form])[] {
  const forms = new Map<string, Form>();
  for (const text of texts) {
    const form = text.replace(/\d/g, '9').replace(/\p{L}+/gu, 'a');
    const known = forms.get(form);
    if (known === undefined) forms.set(form, { count: 1, example: text });
    else known.count += 1;
  }
  return [...forms].toSorted(([, one], [, other]) => other.count - one.count);
}

/** "1200 like 21:14:05, 3 like 21:14" */
export function formsInWords(texts: readonly string[]): string {
  const forms = formsOf(texts);
  const shown = forms.slice(0, 3).map(([, { count, example }]) => `${count} like ${example}`);
  return shown.join(', ') + (forms.length > 3 ? ` and ${forms.length - 3} other forms` : '');
}

/** Held when every text matches. */
export function judgeForm(texts: readonly string[], expected: RegExp): Finding {
  if (texts.length === 0) return unclear('no value to judge from');
  return texts.every((text) => expected.test(text))
    ? held(formsInWords(texts))
    : differs(formsInWords(texts));
}

/**
 * For what people type by hand: held when nine in ten match. The others are named in what was seen.
 */
export function judgeTypedForm(texts: readonly string[], expected: RegExp): Finding {
  if (texts.length === 0) return unclear('no value to judge from');
  const matching = texts.filter((text) => expected.test(text)).length;
  return matching >= texts.length * 0.9 ? held(formsInWords(texts)) : differs(formsInWords(texts));
}

/** yyyy-MM-dd of a date in one of the usual forms; undefined for any other. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const [, lateDay, lateMonth, lateYear] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  const candidate = year === undefined ? `${lateYear}-${lateMonth}-${lateDay}` : `${year}-${month}-${day}`;
  return isCalendarDay(candidate) ? candidate : undefined;
}
