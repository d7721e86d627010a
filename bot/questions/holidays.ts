/** Of every year, as month and day. */
const FIXED: ReadonlySet<string> = new Set(['01-01', '05-01', '05-17', '12-25', '12-26']);
/** Days from Easter Sunday: Maundy Thursday and Good Friday to Whit Monday. */
const AROUND_EASTER: ReadonlySet<number> = new Set([-3, -2, 0, 1, 39, 49, 50]);
/** Eves on which stores close early. */
const EVES: ReadonlySet<string> = new Set(['12-24', '12-31']);
const EASTER_EVES: ReadonlySet<number> = new Set([-1, 48]);
const DAY_MS = 86_400_000;

/**
 * True for a Norwegian public holiday, and for the eves of Christmas, New Year, Easter and Whitsun: days that say nothing
 * about an ordinary day of the same name. `day` is yyyy-MM-dd.
 */
export function isHoliday(day: string): boolean {
  const monthAndDay = day.slice(5);
  if (FIXED.has(monthAndDay) || EVES.has(monthAndDay)) return true;
  const days = (Date.parse(`${day}T00:00:00Z`) - easterSunday(Number(day.slice(0, 4)))) / DAY_MS;
  return AROUND_EASTER.has(days) || EASTER_EVES.has(days);
}

/** By the Gregorian computus in the form of Meeus, Jones and Butcher; its letters have no better names. */
function easterSunday(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = Math.floor(b / 4);
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = Math.floor(c / 4);
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const sum = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1);
}
