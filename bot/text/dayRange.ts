/** Days of a range (yyyy-MM-dd), both ends included. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}
