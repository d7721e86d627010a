import type { AssumptionId } from '../../../../../shared/cli/checkService/assumptions.ts';
import type { SandboxOptions } from '../../../../../shared/sandbox/options.ts';

/**
 * For each assumption that `npm run check-service` asks about, the options under which the stand-in breaks it. The type
 * is all that is shared with the client: an assumption without an option does not compile.
 */
export const OTHER_WAYS: Readonly<Record<AssumptionId, readonly SandboxOptions[]>> = {
  redirect: [{ redirect: 'always' }],
  wrongKey: [{ wrongKeyStatus: 403 }, { wrongKeyStatus: 400 }],
  contentType: [{ contentType: 'text/plain' }],
  gzip: [{ gzip: false }],
  throttle: [
    { throttle: { perMinute: 2, perDay: 400 }, throttleStatus: 503 },
    { throttle: { perMinute: 2, perDay: 400 }, throttleStatus: 403 },
  ],
  rangeStart: [{ rangeStart: 'exclusive' }],
  rangeEnd: [{ rangeEnd: 'exclusive' }],
  salesDateFormat: [{ salesDateFormat: 'dd.MM.yyyy' }],
  storeRangeStart: [{ storeRangeStart: 'exclusive' }],
  storeRangeEnd: [{ storeRangeEnd: 'exclusive' }],
  salesChangedSince: [{ salesChangedSince: 'exclusive' }],
  salesStart: [{ salesStart: 'stores' }],
  salesMaxResults: [{ salesMaxResults: 'stores' }],
  salesCap: [{ salesMaxResultsCap: 150 }],
  largestMaxResults: [{ largestMaxResults: 50_000 }],
  salesQuantity: [{ salesQuantity: 'fractional' }],
  volumeDecimals: [{ volumeDecimals: 4 }],
  idFilter: [{ idFilter: 'byText' }],
  storesChangedSince: [{ storesChangedSince: 'exclusive' }],
  nameSearch: [{ nameSearch: 'exactCase' }],
  changeDateFormat: [
    { changeDateFormat: 'dd.MM.yyyy' },
    { changeDateFormat: 'yyyy-MM-ddTHH:mm:ss' },
    { changeDateFormat: 'yyyyMMdd' },
  ],
  openingTimeFormat: [
    { openingTimeFormat: 'HH:mm:ss' },
    { openingTimeFormat: 'HH.mm' },
    { openingTimeFormat: 'HHmm' },
    { openingTimeFormat: 'h:mm a' },
  ],
  exceptionDateFormat: [
    { exceptionDateFormat: 'dd.MM.yyyy' },
    { exceptionDateFormat: 'yyyy-MM-ddTHH:mm:ss' },
  ],
  weekdayNames: [{ weekdayNames: 'norwegian' }, { weekdayNames: 'numbers' }],
  gpsCoordForm: [
    { gpsCoordForm: 'lat;lon' },
    { gpsCoordForm: 'lat lon' },
    { gpsCoordForm: 'decimalCommas' },
    { gpsCoordForm: 'degrees' },
  ],
  recordForm: [{ absentValues: 'null' }, { absentValues: 'leftOut' }],
  totalHeader: [{ totalHeader: false }, { totalHeaderName: 'X-Records' }],
  totalCounts: [{ totalCounts: 'page' }],
  linkHeader: [{ linkHeader: false }, { linkHeaderName: 'X-Pages' }],
  stockDefault: [{ stockDefaultResults: 30 }],
  stockCap: [{ stockMaxResultsCap: 30 }],
  stockStart: [{ stockStart: 'pages' }],
  stockChangedSince: [{ stockChangedSince: 'exclusive' }],
  zeroStock: [{ zeroStock: 'always' }],
};

/** Ways of the service that change nothing for a reader of the data. Reads have to come out right under them, too. */
export const HARMLESS_WAYS = {
  missingKey: [{ missingKeyStatus: 403 }, { missingKeyStatus: 400 }],
  refusalBody: [{ refusalBody: 'text' }, { refusalBody: 'html' }, { refusalBody: 'empty' }],
  unknownParameter: [{ unknownParameter: 'ignored' }],
  salesTotal: [{ salesTotalHeader: true }],
  storeIdOrder: [{ storeIdOrder: 'character' }, { storeIdOrder: 'scattered' }],
  productIdOrder: [{ productIdOrder: 'character' }, { productIdOrder: 'scattered' }],
  changeTimeFormat: [
    { changeTimeFormat: 'HH:mm' },
    { changeTimeFormat: 'HH:mm:ss.SSS' },
    { changeTimeFormat: 'HHmmss' },
  ],
  categoryForm: [{ categoryForm: 'number' }],
  extraFields: [{ extraFields: true }],
} satisfies Record<string, readonly SandboxOptions[]>;
