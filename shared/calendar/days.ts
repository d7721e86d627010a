/** The zone of the service's days and refresh times (interface: "What the service does"). */
export const DEFAULT_TIME_ZONE = 'Europe/Oslo';

/** True for a day that exists, written yyyy-MM-dd: what the schemas of the service's dates accept. */
export function isCalendarDay(text: string): boolean {
  // A day too many, such as February 30, is read as one of the next month.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).getUTCDate() === Number(text.slice(8));
}

/** "22:14 on 2026-11-25 (Europe/Oslo)" */
export function instantInWords(instant: number): string {
  // The Swedish way to write a date is the ISO one.
  const format = new Intl.DateTimeFormat('sv', {
    timeZone: DEFAULT_TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const [day, time] = format.format(instant).split(' ');
  return `${time} on ${day} (${DEFAULT_TIME_ZONE})`;
}
