import type { Settings } from './options.ts';

/** A `yyyy-MM-dd` date in the form of dates of change. */
export function changeDateAsServed(date: string, { changeDateFormat }: Settings): string {
  return dateIn(changeDateFormat, date);
}

export function dateIn(form: Settings['changeDateFormat'], date: string): string {
  const [year, month, day] = date.split('-');
  switch (form) {
    case 'dd.MM.yyyy':
      return `${day}.${month}.${year}`;
    case 'yyyy-MM-ddTHH:mm:ss':
      return `${date}T00:00:00`;
    case 'yyyyMMdd':
      return `${year}${month}${day}`;
    default:
      return date;
  }
}

/** An `HH:mm:ss` time in the form of times of change. */
export function changeTimeAsServed(time: string, { changeTimeFormat }: Settings): string {
  switch (changeTimeFormat) {
    case 'HH:mm':
      return time.slice(0, 5);
    case 'HH:mm:ss.SSS':
      return `${time}.000`;
    case 'HHmmss':
      return time.replaceAll(':', '');
    default:
      return time;
  }
}

/** An `HH:mm` opening or closing time in its form; a time in prose stays as it is. */
export function openingTimeAsServed(time: string, { openingTimeFormat }: Settings): string {
  if (!/^\d\d:\d\d$/.test(time)) return time;
  const hour = Number(time.slice(0, 2));
  switch (openingTimeFormat) {
    case 'HH:mm:ss':
      return `${time}:00`;
    case 'HH.mm':
      return time.replace(':', '.');
    case 'HHmm':
      return time.replace(':', '');
    case 'h:mm a':
      return `${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
    default:
      return time;
  }
}

/** A field that the interface does not describe, when there is to be one. */
export function extraField({ extraFields }: Settings): object {
  return extraFields ? { sourceSystem: 'sandbox' } : {};
}
