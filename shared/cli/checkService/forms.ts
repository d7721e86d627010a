import { isCalendarDay } from '../../calendar/calendar.ts';
import { type Finding, heldIf, Unclear } from './finding.ts';

/** "1200 like 21:14:05, 3 like 21:14": digits are alike, and so are words; the most frequent form first. */
function describeForms(texts: readonly string[]): string {
  const forms = new Map<string, { count: number; example: string }>();
  for (const text of texts) {
    const form = text.replace(/\d/g, '9').replace(/\p{L}+/gu, 'a');
    const { count, example } = forms.get(form) ?? { count: 0, example: text };
    forms.set(form, { count: count + 1, example });
  }
  const found = [...forms.values()].toSorted((one, other) => other.count - one.count);
  const shown = found.slice(0, 3).map(({ count, example }) => `${count} like ${example}`);
  return shown.join(', ') + (found.length > 3 ? ` and ${found.length - 3} other forms` : '');
}

/**
 * Held when that share of the texts matches.
 * @throws Unclear when there are none
 */
function checkShare(texts: readonly string[], expected: RegExp, share: number): Finding {
  if (texts.length === 0) throw new Unclear('no value to judge from');
  const matching = texts.filter((text) => expected.test(text)).length;
  return heldIf(matching >= texts.length * share, describeForms(texts));
}

/** Held when every text matches. */
export function checkForm(texts: readonly string[], expected: RegExp): Finding {
  return checkShare(texts, expected, 1);
}

/** For what people type by hand: held when nine in ten match. The others are named in what was seen. */
export function checkTypedForm(texts: readonly string[], expected: RegExp): Finding {
  return checkShare(texts, expected, 0.9);
}

/** yyyy-MM-dd of a date in one of the usual forms; undefined for any other. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text) ?? /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const [, lateDay, lateMonth, lateYear] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  const candidate = year === undefined ? `${lateYear}-${lateMonth}-${lateDay}` : `${year}-${month}-${day}`;
  return isCalendarDay(candidate) ? candidate : undefined;
}
