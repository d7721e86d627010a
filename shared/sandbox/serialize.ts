import { WEEKDAYS } from './chain/openingHours.ts';
import type { StoreDetails } from './chain/storeDetails.ts';
import type { Settings } from './options.ts';

/** A `yyyy-MM-dd` date and an `HH:mm:ss` time in the formats of dates and times of change. */
export function formatChange(date: string, time: string, { changeDateFormat, changeTimeFormat }: Settings) {
  return { date: formatDate(date, changeDateFormat), time: formatTime(time, changeTimeFormat) };
}

function formatDate(date: string, format: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return format.replace('yyyy', year).replace('MM', month).replace('dd', day).replace('HH:mm:ss', '00:00:00');
}

function formatTime(time: string, format: string): string {
  const [hour = '', minute = '', second = '00'] = time.split(':');
  if (format === 'h:mm a') return `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  return format.replace('HH', hour).replace('mm', minute).replace('ss', second).replace('SSS', '000');
}

/** A field that the interface does not describe, when there is to be one. */
export function extraField({ extraFields }: Settings): object {
  return extraFields ? { sourceSystem: 'sandbox' } : {};
}

/** A store's details as this variant of the service writes them. */
export function serializeStore(store: StoreDetails, settings: Settings): object {
  const { regularHours, exceptionHours } = store.openingHours;
  return {
    ...store,
    address: { ...store.address, gpsCoord: formatCoordinates(store.address.gpsCoord, settings) },
    category: settings.categoryForm === 'number' ? store.category.replace(/\D/g, '') : store.category,
    openingHours: {
      regularHours: regularHours.map((hours) => ({
        ...hours,
        dayOfTheWeek: formatWeekday(hours.dayOfTheWeek, settings),
        ...formatHours(hours, settings),
      })),
      exceptionHours: exceptionHours.map((hours) => ({
        ...hours,
        date: formatDate(hours.date, settings.exceptionDateFormat),
        ...formatHours(hours, settings),
      })),
    },
    lastChanged: formatChange(store.lastChanged.date, store.lastChanged.time, settings),
    ...extraField(settings),
  };
}

function formatHours(hours: { openingTime: string; closingTime: string }, settings: Settings) {
  return {
    openingTime: formatOpeningTime(hours.openingTime, settings),
    closingTime: formatOpeningTime(hours.closingTime, settings),
  };
}

const ABSENT = { emptyText: '', null: null, leftOut: undefined };

/** A time in prose stays as it is; undefined is what JSON leaves out. */
function formatOpeningTime(time: string, { openingTimeFormat, absentValues }: Settings) {
  if (time === '') return ABSENT[absentValues];
  return /^\d\d:\d\d$/.test(time) ? formatTime(time, openingTimeFormat) : time;
}

const NORWEGIAN_WEEKDAYS = ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'];

function formatWeekday(name: string, { weekdayNames }: Settings): string {
  const index = WEEKDAYS.indexOf(name);
  if (index === -1 || weekdayNames === 'english') return name;
  return weekdayNames === 'norwegian' ? (NORWEGIAN_WEEKDAYS[index] ?? name) : String(index + 1);
}

const COORDINATE_FORMATS = {
  '(lat, lon)': (latitude: string, longitude: string) => `(${latitude}, ${longitude})`,
  'lat;lon': (latitude: string, longitude: string) => `${latitude};${longitude}`,
  'lat lon': (latitude: string, longitude: string) => `${latitude} ${longitude}`,
  decimalCommas: (latitude: string, longitude: string) => `(${latitude}, ${longitude})`.replaceAll('.', ','),
  degrees: (latitude: string, longitude: string) => `${latitude}° N, ${longitude}° E`,
};

function formatCoordinates(coordinates: string, { gpsCoordForm }: Settings): string {
  const [latitude = '', longitude = ''] = coordinates.replace(/[()]/g, '').split(', ');
  return COORDINATE_FORMATS[gpsCoordForm](latitude, longitude);
}
