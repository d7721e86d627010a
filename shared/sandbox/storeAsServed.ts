import type { StoreDetails } from './catalogue/storeDetails.ts';
import { changeDateAsServed, changeTimeAsServed, dateIn, extraField, openingTimeAsServed } from './forms.ts';
import type { Settings } from './options.ts';

/** A store's details in the forms that the options ask for. */
export function storeAsServed(store: StoreDetails, settings: Settings): object {
  const { regularHours, exceptionHours } = store.openingHours;
  const time = (text: string) => absentAsServed(openingTimeAsServed(text, settings), settings);
  return {
    ...store,
    address: { ...store.address, gpsCoord: gpsCoordAsServed(store.address.gpsCoord, settings) },
    category: settings.categoryForm === 'number' ? store.category.replace(/\D/g, '') : store.category,
    openingHours: {
      regularHours: regularHours.map((hours) => ({
        ...hours,
        dayOfTheWeek: weekdayAsServed(hours.dayOfTheWeek, settings),
        openingTime: time(hours.openingTime),
        closingTime: time(hours.closingTime),
      })),
      exceptionHours: exceptionHours.map((hours) => ({
        ...hours,
        date: dateIn(settings.exceptionDateFormat, hours.date),
        openingTime: time(hours.openingTime),
        closingTime: time(hours.closingTime),
      })),
    },
    lastChanged: {
      date: changeDateAsServed(store.lastChanged.date, settings),
      time: changeTimeAsServed(store.lastChanged.time, settings),
    },
    ...extraField(settings),
  };
}

/** Undefined is what JSON leaves out. */
function absentAsServed(text: string, { absentValues }: Settings): string | null | undefined {
  if (text !== '' || absentValues === 'emptyText') return text;
  return absentValues === 'null' ? null : undefined;
}

const ENGLISH = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const NORWEGIAN = ['mandag', 'tirsdag', 'onsdag', 'torsdag', 'fredag', 'lørdag', 'søndag'];

function weekdayAsServed(name: string, { weekdayNames }: Settings): string {
  const index = ENGLISH.indexOf(name);
  if (index === -1 || weekdayNames === 'english') return name;
  return weekdayNames === 'norwegian' ? (NORWEGIAN[index] ?? name) : String(index + 1);
}

function gpsCoordAsServed(coordinates: string, { gpsCoordForm }: Settings): string {
  const [latitude = '', longitude = ''] = coordinates.replace(/[()]/g, '').split(', ');
  switch (gpsCoordForm) {
    case 'lat;lon':
      return `${latitude};${longitude}`;
    case 'lat lon':
      return `${latitude} ${longitude}`;
    case 'decimalCommas':
      return `(${latitude}, ${longitude})`.replaceAll('.', ',');
    case 'degrees':
      return `${latitude}° N, ${longitude}° E`;
    default:
      return coordinates;
  }
}
