/**
 * What the client takes to be so, though the interface does not say it or a service may do otherwise. Each id is also
 * an option of the sandbox that makes it untrue. `otherwise` says what it means for a reader when it is not so.
 */
export const ASSUMPTIONS = [
  {
    id: 'redirect',
    assumption: 'No call is redirected',
    otherwise:
      'No redirect is followed, so every read ends in an error: set the final address as the base URL.',
  },
  {
    id: 'missingKey',
    assumption: 'A missing key gets 401',
    otherwise: 'The client never calls without a key.',
  },
  {
    id: 'wrongKey',
    assumption: 'A wrong key gets 401',
    otherwise: 'With 403 the error still says that the key was rejected; with another status it says less.',
  },
  {
    id: 'refusalBody',
    assumption: 'A refusal is JSON with a message',
    otherwise: 'Errors quote what was said as it is, and leave out a page of HTML.',
  },
  {
    id: 'unknownParameter',
    assumption: 'An unknown parameter is refused with 400',
    otherwise:
      'A misspelt filter of your own call gives everything; the client refuses one before it is sent.',
  },
  {
    id: 'contentType',
    assumption: 'Answers are labelled as JSON',
    otherwise: 'The client refuses answers with another label.',
  },
  {
    id: 'gzip',
    assumption: 'Answers are compressed with gzip when asked for',
    otherwise: 'Reads are right but take about nine times the bytes: allow longer timeouts.',
  },
  {
    id: 'throttle',
    assumption: 'Too many stock calls get 429 with Retry-After',
    otherwise:
      'The wait is also read from the words of a refusal; a status that is not known is told as another error.',
  },
  {
    id: 'rangeStart',
    assumption: 'fromSalesDate includes the day itself',
    otherwise: 'A read misses its first day without a word: ask from the day before.',
  },
  {
    id: 'rangeEnd',
    assumption: 'toSalesDate includes the day itself',
    otherwise: 'A read misses its last day without a word: ask up to the day after.',
  },
  {
    id: 'salesDateFormat',
    assumption: 'fromSalesDate and toSalesDate are read as yyyy-MM-dd',
    otherwise: 'Sales cannot be asked for by date; the refusal is told as an error.',
  },
  {
    id: 'storeRangeStart',
    assumption: 'fromStoreId includes the store itself',
    otherwise: 'A read of a range of stores misses the first: ask from one number lower.',
  },
  {
    id: 'storeRangeEnd',
    assumption: 'toStoreId includes the store itself',
    otherwise: 'A read of a range of stores misses the last: ask up to one number higher.',
  },
  {
    id: 'salesChangedSince',
    assumption: 'changedSince on sales includes the day itself',
    otherwise: 'Corrections of that day are missed: ask from the day before.',
  },
  {
    id: 'salesStart',
    assumption: 'start on sales counts sales occurrences',
    otherwise:
      'Every read of sales that has any ends in the error that the data changed: pages do not meet at a sale.',
  },
  {
    id: 'salesMaxResults',
    assumption: 'maxResults on sales counts sales occurrences',
    otherwise: 'Pages hold more than asked; rows are right, and each page takes longer.',
  },
  {
    id: 'salesCap',
    assumption: 'A page of sales can hold 10,000 occurrences',
    otherwise: 'Long reads take more calls; rows are right.',
  },
  {
    id: 'largestMaxResults',
    assumption: 'maxResults=1048575 is accepted on sales',
    otherwise: 'A larger page size is refused with an error: ask for smaller pages.',
  },
  {
    id: 'salesTotal',
    assumption: 'Sales come without a total',
    otherwise: 'Progress is told of the whole; no read is ended by it, since nobody states what it counts.',
  },
  {
    id: 'salesQuantity',
    assumption: 'salesQuantity is a whole number',
    otherwise: 'Fractions are passed on as they are.',
  },
  {
    id: 'volumeDecimals',
    assumption: 'salesVolume has at most three decimals',
    otherwise: 'Rows are right; sums are rounded to the millilitre row by row.',
  },
  {
    id: 'storeIdOrder',
    assumption: 'Store ids sort as numbers, ascending',
    otherwise: 'No read depends on it.',
  },
  {
    id: 'productIdOrder',
    assumption: 'Product ids sort as numbers, ascending',
    otherwise: 'No read depends on it.',
  },
  {
    id: 'idFilter',
    assumption: 'A filter by number finds an id with leading zeros',
    otherwise: 'Filters by such a store or product find nothing: read all and choose.',
  },
  {
    id: 'storesChangedSince',
    assumption: 'changedSince on stores includes the day itself',
    otherwise: 'Changes of that day are missed: ask from the day before.',
  },
  {
    id: 'nameSearch',
    assumption: 'storeNameContains ignores upper and lower case',
    otherwise: 'A name has to be typed as it is written.',
  },
  {
    id: 'changeDateFormat',
    assumption: 'lastChanged.date and updatedDate are yyyy-MM-dd',
    otherwise: 'They are passed on as they are; reads are right.',
  },
  {
    id: 'changeTimeFormat',
    assumption: 'lastChanged.time and updatedTime are HH:mm:ss',
    otherwise: 'They are passed on as they are; reads are right, and those of sales a little slower.',
  },
  {
    id: 'openingTimeFormat',
    assumption: 'Opening and closing times are HH:mm',
    otherwise: 'HH.mm, HHmm and HH:mm:ss are read too; any other form gives unknown hours.',
  },
  {
    id: 'exceptionDateFormat',
    assumption: 'Dates of exceptional hours are yyyy-MM-dd',
    otherwise: 'dd.MM.yyyy and a midnight are read too; any other form gives unknown hours.',
  },
  {
    id: 'weekdayNames',
    assumption: 'Weekdays are Monday to Sunday in English',
    otherwise: 'Norwegian names are read too; any other form gives unknown hours.',
  },
  {
    id: 'categoryForm',
    assumption: 'A category is a name, not a bare number',
    otherwise: 'It is passed on as it is.',
  },
  {
    id: 'gpsCoordForm',
    assumption: 'Coordinates are written (59.91, 10.75)',
    otherwise: 'Most other separators are read too; what cannot be read gives no coordinates.',
  },
  {
    id: 'recordForm',
    assumption: 'Every field of the interface is there, and none is null',
    otherwise: 'The client refuses such an answer and names the field.',
  },
  {
    id: 'extraFields',
    assumption: 'There are no fields beyond those of the interface',
    otherwise: 'They are let through; flat sales rows leave them out.',
  },
  {
    id: 'totalHeader',
    assumption: 'The total of the stock is in the header x-total-count',
    otherwise: 'A read ends with an empty page, two calls more, and is not checked against the total.',
  },
  {
    id: 'totalCounts',
    assumption: 'The total counts all matches, not those of the page',
    otherwise: 'Without links, a read ends after its first page without a word: ask without a page size.',
  },
  {
    id: 'linkHeader',
    assumption: 'Links to the next and previous page are in the header link',
    otherwise: 'Reads are right but checked less: a link is compared, and never followed.',
  },
  {
    id: 'stockDefault',
    assumption: 'Without maxResults, all of the stock comes',
    otherwise: 'A read takes several of the 20 calls a minute: ask with a larger page size.',
  },
  {
    id: 'stockCap',
    assumption: 'maxResults is not capped on stock',
    otherwise: 'A read takes several of the 20 calls a minute.',
  },
  {
    id: 'stockStart',
    assumption: 'start on stock counts products',
    otherwise:
      'A read of more than one page ends in the error that the data changed: read without a page size.',
  },
  {
    id: 'stockChangedSince',
    assumption: 'changedSince on stock includes the day itself',
    otherwise: 'The stock of today would seem missing all day.',
  },
  {
    id: 'zeroStock',
    assumption: 'Products with stock 0 come with includeZeroStock only',
    otherwise: 'Reads without it hold products that are sold out.',
  },
] as const;

export type AssumptionId = (typeof ASSUMPTIONS)[number]['id'];
