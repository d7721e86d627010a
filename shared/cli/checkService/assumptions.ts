import type { Finding } from './finding.ts';
import {
  checkContentType,
  checkGzip,
  checkRedirects,
  checkThrottle,
  checkWrongKey,
} from './gatewayChecks.ts';
import type { Prober } from './prober.ts';
import { checkChangeDates, checkRecordForm } from './recordChecks.ts';
import {
  checkLargestMaxResults,
  checkQuantities,
  checkRangeEnd,
  checkRangeStart,
  checkSalesCap,
  checkSalesChangedSince,
  checkSalesDates,
  checkSalesMaxResults,
  checkSalesStart,
  checkStoreRangeEnd,
  checkStoreRangeStart,
  checkVolumes,
} from './salesChecks.ts';
import {
  checkLinks,
  checkStockCap,
  checkStockChangedSince,
  checkStockDefault,
  checkStockStart,
  checkTotalCounts,
  checkTotalHeader,
  checkZeroStock,
} from './stockChecks.ts';
import {
  checkCoordinates,
  checkExceptionDates,
  checkIdFilter,
  checkNameSearch,
  checkOpeningTimes,
  checkStoresChangedSince,
  checkWeekdays,
} from './storeChecks.ts';

/** What the client takes to be so, though the interface does not say it or a service may do otherwise. */
export interface Assumption {
  /** Also an option of the sandbox that makes it untrue. */
  readonly id: string;
  readonly assumption: string;
  /** What it means for a reader of the data when it is not so. */
  readonly otherwise: string;
}

/** Asks what the assumption needs, and judges the answers. Rejects with Unclear when there is nothing to judge from. */
type Asking = { readonly check: (prober: Prober) => Promise<Finding> };
/** Judges every answer of the run, when all were asked. */
type Reviewing = { readonly review: (prober: Prober) => Finding };

export const ASSUMPTIONS = [
  // When one of these is not so, reads end in an error or rows are missing.
  {
    id: 'redirect',
    assumption: 'No call is redirected',
    review: checkRedirects,
    otherwise:
      'No redirect is followed, so every read ends in an error: set the final address as the base URL.',
  },
  {
    id: 'contentType',
    assumption: 'Answers are labelled as JSON',
    review: checkContentType,
    otherwise: 'The client refuses answers with another label.',
  },
  {
    id: 'recordForm',
    assumption: 'Every field of the interface is there, and none is null',
    check: checkRecordForm,
    otherwise: 'The client refuses such an answer and names the field.',
  },
  {
    id: 'salesDateFormat',
    assumption: 'fromSalesDate and toSalesDate are read as yyyy-MM-dd',
    check: checkSalesDates,
    otherwise: 'Sales cannot be asked for by date; the refusal is told as an error.',
  },
  {
    id: 'rangeStart',
    assumption: 'fromSalesDate includes the day itself',
    check: checkRangeStart,
    otherwise:
      'A read misses its first day without a word: ask from the day before. Day by day, as npm run sales asks, nothing comes.',
  },
  {
    id: 'rangeEnd',
    assumption: 'toSalesDate includes the day itself',
    check: checkRangeEnd,
    otherwise:
      'A read misses its last day without a word: ask up to the day after. Day by day, as npm run sales asks, nothing comes.',
  },
  {
    id: 'storeRangeStart',
    assumption: 'fromStoreId includes the store itself',
    check: checkStoreRangeStart,
    otherwise: 'A read of a range of stores misses the first: ask from one number lower.',
  },
  {
    id: 'storeRangeEnd',
    assumption: 'toStoreId includes the store itself',
    check: checkStoreRangeEnd,
    otherwise: 'A read of a range of stores misses the last: ask up to one number higher.',
  },
  {
    id: 'salesChangedSince',
    assumption: 'changedSince on sales includes the day itself',
    check: checkSalesChangedSince,
    otherwise: 'Corrections of that day are missed: ask from the day before.',
  },
  {
    id: 'salesStart',
    assumption: 'start on sales counts sales occurrences',
    check: checkSalesStart,
    otherwise:
      'Every read of sales that has any ends in the error that the data changed: pages do not meet at a sale.',
  },
  {
    id: 'largestMaxResults',
    assumption: 'maxResults=1048575 is accepted on sales',
    check: checkLargestMaxResults,
    otherwise: 'A larger page size is refused with an error: ask for smaller pages.',
  },
  {
    id: 'idFilter',
    assumption: 'A filter by number finds an id with leading zeros',
    check: checkIdFilter,
    otherwise: 'Filters by such a store or product find nothing: read all and choose.',
  },
  {
    id: 'storesChangedSince',
    assumption: 'changedSince on stores includes the day itself',
    check: checkStoresChangedSince,
    otherwise: 'Changes of that day are missed: ask from the day before.',
  },
  {
    id: 'nameSearch',
    assumption: 'storeNameContains ignores upper and lower case',
    check: checkNameSearch,
    otherwise: 'A name has to be typed as it is written.',
  },
  {
    id: 'stockStart',
    assumption: 'start on stock counts products',
    check: checkStockStart,
    otherwise:
      'A read of more than one page ends in the error that the data changed: read without a page size.',
  },
  {
    id: 'totalCounts',
    assumption: 'The total counts all matches, not those of the page',
    check: checkTotalCounts,
    otherwise: 'A read ends after its first page without a word: ask without a page size.',
  },
  {
    id: 'stockChangedSince',
    assumption: 'changedSince on stock includes the day itself',
    check: checkStockChangedSince,
    otherwise: 'The stock of today would seem missing all day.',
  },
  {
    id: 'zeroStock',
    assumption: 'Products with stock 0 come with includeZeroStock only',
    check: checkZeroStock,
    otherwise: 'Reads without it hold products that are sold out.',
  },
  // Under these, reads are right; their speed, their messages or a field read from a text differ.
  {
    id: 'throttle',
    assumption: 'Too many stock calls get 429 with Retry-After',
    review: checkThrottle,
    otherwise:
      'The wait is also read from the words of a refusal; a status that is not known is told as another error.',
  },
  {
    id: 'wrongKey',
    assumption: 'A wrong key gets 401',
    check: checkWrongKey,
    otherwise: 'With 403 the error still says that the key was rejected; with another status it says less.',
  },
  {
    id: 'gzip',
    assumption: 'Answers are compressed with gzip when asked for',
    review: checkGzip,
    otherwise: 'Reads are right but take about nine times the bytes: allow longer timeouts.',
  },
  {
    id: 'salesMaxResults',
    assumption: 'maxResults on sales counts sales occurrences',
    check: checkSalesMaxResults,
    otherwise: 'Pages hold more than asked; rows are right, and each page takes longer.',
  },
  {
    id: 'salesCap',
    assumption: 'A page of sales can hold 10,000 occurrences',
    check: checkSalesCap,
    otherwise: 'Long reads take more calls; rows are right.',
  },
  {
    id: 'stockDefault',
    assumption: 'Without maxResults, all of the stock comes',
    check: checkStockDefault,
    otherwise: 'A read takes several of the 20 calls a minute: ask with a larger page size.',
  },
  {
    id: 'stockCap',
    assumption: 'maxResults is not capped on stock',
    check: checkStockCap,
    otherwise: 'A read takes several of the 20 calls a minute.',
  },
  {
    id: 'totalHeader',
    assumption: 'The total of the stock is in the header x-total-count',
    check: checkTotalHeader,
    otherwise: 'A read ends with an empty page, two calls more, and is not checked against the total.',
  },
  {
    id: 'linkHeader',
    assumption: 'Links to the next and previous page are in the header link',
    check: checkLinks,
    otherwise: 'Nothing changes: the client does not read links.',
  },
  {
    id: 'salesQuantity',
    assumption: 'salesQuantity is a whole number',
    check: checkQuantities,
    otherwise: 'Fractions are passed on as they are.',
  },
  {
    id: 'volumeDecimals',
    assumption: 'salesVolume has at most three decimals',
    check: checkVolumes,
    otherwise: 'Rows are right; sums are rounded to the millilitre row by row.',
  },
  {
    id: 'changeDateFormat',
    assumption: 'lastChanged.date and updatedDate are yyyy-MM-dd',
    check: checkChangeDates,
    otherwise: 'They are passed on as they are; reads are right.',
  },
  {
    id: 'openingTimeFormat',
    assumption: 'Opening and closing times are HH:mm',
    check: checkOpeningTimes,
    otherwise: 'HH.mm, HHmm and HH:mm:ss are read too; any other form gives unknown hours.',
  },
  {
    id: 'exceptionDateFormat',
    assumption: 'Dates of exceptional hours are yyyy-MM-dd',
    check: checkExceptionDates,
    otherwise: 'dd.MM.yyyy and a midnight are read too; any other form gives unknown hours.',
  },
  {
    id: 'weekdayNames',
    assumption: 'Weekdays are Monday to Sunday in English',
    check: checkWeekdays,
    otherwise: 'Norwegian names are read too; any other form gives unknown hours.',
  },
  {
    id: 'gpsCoordForm',
    assumption: 'Coordinates are written (59.91, 10.75)',
    check: checkCoordinates,
    otherwise: 'Most other separators are read too; what cannot be read gives no coordinates.',
  },
] as const satisfies readonly (Assumption & (Asking | Reviewing))[];

export type AssumptionId = (typeof ASSUMPTIONS)[number]['id'];
