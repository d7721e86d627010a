import type { Chrono } from 'chrono-node/en';

/** A day in English words; the parts that were not said are undefined. */
export interface EnglishDay {
  readonly year: number | undefined;
  readonly month: number;
  readonly day: number | undefined;
}

/** Reads a phrase that is a day or a range in English words, seen from `today`; undefined when any of it is not. */
export type EnglishDays = (
  phrase: string,
  today: string,
) => { readonly from: EnglishDay; readonly to: EnglishDay | undefined } | undefined;

const LONGEST_PHRASE = 80;

/** The library takes "last week" for the day a week ago; only "2 weeks ago" is a day. */
const STRETCH = /weeks?|months?|quarters?|years?/i;
const AGO = / (?:ago|earlier|back)$/i;

let loading: Promise<EnglishDays> | undefined;

/** The library takes 60 ms and 15 MB, so it is loaded when somebody first types what needs it. */
export function loadEnglishDays(): Promise<EnglishDays> {
  loading ??= import('chrono-node/en').then(({ casual }) => readingWith(casual));
  return loading;
}

function readingWith(chrono: Chrono): EnglishDays {
  return (phrase, today) => {
    if (phrase.length > LONGEST_PHRASE || (STRETCH.test(phrase) && !AGO.test(phrase))) return undefined;
    // Noon in UTC keeps the zone of the process out of it.
    const [found] = chrono.parse(phrase, { instant: new Date(`${today}T12:00:00Z`), timezone: 0 });
    if (found === undefined || found.text.length !== phrase.length) return undefined;
    const from = dayOf(found.start);
    const to = found.end === null || found.end === undefined ? undefined : dayOf(found.end);
    if (from === undefined || (found.end && to === undefined)) return undefined;
    return { from, to };
  };
}

type Components = ReturnType<Chrono['parse']>[number]['start'];

/** A time of the day is no day: "at 7" and "12:30" mean something else. */
function dayOf(said: Components): EnglishDay | undefined {
  const [year, month, day] = [said.get('year'), said.get('month'), said.get('day')];
  if (said.isCertain('hour') || year === null || month === null || day === null) return undefined;
  if (said.isCertain('weekday')) return { year, month, day };
  if (!said.isCertain('month')) return undefined;
  return {
    year: said.isCertain('year') ? year : undefined,
    month,
    day: said.isCertain('day') ? day : undefined,
  };
}
