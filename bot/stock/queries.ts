import type { Calendar } from 'retail-data-client/core';
import type { Database } from '../database/connection.ts';
import { changesBetween, totalsOf } from './changes.ts';
import { createStockHistory } from './history.ts';
import { readOwnProducts } from './ownScope.ts';
import type { ComparedLevel, HeldStock, StockChoice, StockLevelsQuestion, StockTotals } from './reader.ts';
import { latestSnapshot, readSheetOf, readSnapshots, type Snapshot } from './snapshots.ts';
import { placesOf, type StockSheet } from './stockSheet.ts';

const WEEK_DAYS = 7;
const WEEK_TOLERANCE_DAYS = 7;
const CHART_DAYS = 30;
/** Days that are kept as columns, some 1.7 MB each: those that every question compares. */
const KEPT_SHEETS = 3;

/** Reads stock on this connection; `openWarehouseReader` does so without holding up the thread it is called in. */
export function createHeldStock(database: Database, calendar: Calendar): HeldStock {
  const sheets = createSheets(database);
  const history = createStockHistory(database);

  const snapshotAt = async (businessDate: string | undefined) => {
    if (businessDate === undefined) return latestSnapshot(database);
    const snapshot = await latestSnapshot(database, calendar.addDays(businessDate, 1));
    return snapshot?.businessDate === businessDate ? snapshot : undefined;
  };
  const weekBefore = async ({ businessDate }: Snapshot) => {
    const found = await latestSnapshot(database, calendar.addDays(businessDate, 1 - WEEK_DAYS));
    const oldest = calendar.addDays(businessDate, -WEEK_DAYS - WEEK_TOLERANCE_DAYS);
    return found === undefined || found.businessDate < oldest ? undefined : found;
  };
  const placesFor = async ({ scope, productIds }: StockChoice): Promise<PlacesIn> => {
    if (productIds !== undefined) return (sheet) => placesOf(sheet, productIds);
    if (scope === 'all') return (sheet) => sheet.keys.keys();
    return (await readOwnProducts(database)).placesIn;
  };
  const daysUpTo = async (to: string | undefined, days = CHART_DAYS) => {
    const last = to ?? (await latestSnapshot(database))?.businessDate;
    if (last === undefined) return [];
    const first = calendar.addDays(last, 1 - days);
    return (await readSnapshots(database))
      .filter(({ businessDate }) => businessDate >= first && businessDate <= last)
      .reverse();
  };

  return {
    stockDays: () => readSnapshots(database),

    async stockLevels(question) {
      const snapshot = await snapshotAt(question.businessDate);
      if (snapshot === undefined) return undefined;
      const sheet = await sheets.keep(snapshot);
      if (sheet === undefined) return undefined;
      const places = (await placesFor(question))(sheet);
      return { snapshot, levels: Array.from(places, (at) => sheet.levelAt(at)) };
    },

    async comparedStock(question: StockLevelsQuestion) {
      const snapshot = await snapshotAt(question.businessDate);
      if (snapshot === undefined) return undefined;
      const sheet = await sheets.keep(snapshot);
      if (sheet === undefined) return undefined;
      const dayBefore = await latestSnapshot(database, snapshot.businessDate);
      const weekAgo = await weekBefore(snapshot);
      const sheetBefore = dayBefore && (await sheets.keep(dayBefore));
      const before = stockIn(sheetBefore);
      const earlier = stockIn(weekAgo && (await sheets.keep(weekAgo)));
      const placesIn = await placesFor(question);
      const products = Array.from(placesIn(sheet), (at): ComparedLevel => {
        const level = sheet.levelAt(at);
        return {
          ...level,
          dayBefore: before(level.productId),
          weekAgo: earlier(level.productId),
        };
      });
      const gone = sheetBefore === undefined ? [] : missingIn(sheet, sheetBefore, placesIn(sheetBefore));
      return { snapshot, dayBefore, weekAgo, products, gone };
    },

    async stockChanges(question) {
      const to = await snapshotAt(question.to);
      const from =
        to === undefined || question.from !== undefined
          ? await snapshotAt(question.from)
          : await latestSnapshot(database, to.businessDate);
      if (to === undefined || from === undefined) return undefined;
      const [later, earlier] = [await sheets.keep(to), await sheets.keep(from)];
      if (later === undefined || earlier === undefined) return undefined;
      const placesIn = await placesFor(question);
      return changesBetween({ to, from, later, earlier, placesIn, largest: question.largest });
    },

    async stockTotals(question) {
      const placesIn = await placesFor(question);
      const totals: StockTotals[] = [];
      for (const snapshot of await daysUpTo(question.to, question.days)) {
        const sheet = await sheets.glance(snapshot);
        if (sheet !== undefined) totals.push(totalsOf(snapshot.businessDate, sheet, placesIn(sheet)));
      }
      return totals;
    },

    stockHistory: async ({ productId, to, days }) => history.read(productId, await daysUpTo(to, days)),
  };
}

type PlacesIn = (sheet: StockSheet) => Iterable<number>;

/** Days in columns. A day that was taken again is another one. */
function createSheets(database: Database) {
  const kept = new Map<string, StockSheet>();
  const keyOf = ({ businessDate, takenAt }: Snapshot) => `${businessDate} ${takenAt}`;
  const glance = async (snapshot: Snapshot) =>
    kept.get(keyOf(snapshot)) ?? (await readSheetOf(database, snapshot.businessDate));
  return {
    /** Reads a day that others will hardly ask for; undefined when it has just been forgotten. */
    glance,
    /** Reads a day and keeps it for the next question. */
    async keep(snapshot: Snapshot): Promise<StockSheet | undefined> {
      const sheet = await glance(snapshot);
      if (sheet === undefined) return undefined;
      const key = keyOf(snapshot);
      kept.delete(key);
      kept.set(key, sheet);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_SHEETS && oldest !== undefined) kept.delete(oldest);
      return sheet;
    },
  };
}

function stockIn(sheet: StockSheet | undefined): (productId: string) => number | undefined {
  return (productId) => {
    const [at] = sheet?.find(productId) ?? [];
    return at === undefined ? undefined : sheet?.stock[at];
  };
}

/** Ids at these places of a day that another day does not have. */
function missingIn(sheet: StockSheet, other: StockSheet, places: Iterable<number>): string[] {
  const missing: string[] = [];
  for (const at of places) {
    const id = other.idAt(at);
    if (sheet.find(id).length === 0) missing.push(id);
  }
  return missing;
}
