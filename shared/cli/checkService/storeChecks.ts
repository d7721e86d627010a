import { storesOperation } from '../../operations/stores.ts';
import { checkChangedSince, requireChange } from './changedSince.ts';
import { type Finding, heldIf, Unclear } from './finding.ts';
import { checkTypedForm } from './forms.ts';
import type { Parameters, Prober } from './prober.ts';
import { type Changed, listAt, textAt, textsAt } from './records.ts';

async function readStores(prober: Prober, parameters: Parameters = {}): Promise<readonly unknown[]> {
  return (await prober.read(storesOperation.path, parameters)).records;
}

export async function checkOpeningTimes(prober: Prober): Promise<Finding> {
  const stores = await readStores(prober);
  const hours = stores.flatMap((store) => [
    ...listAt(store, 'openingHours', 'regularHours'),
    ...listAt(store, 'openingHours', 'exceptionHours'),
  ]);
  const times = [...textsAt(hours, 'openingTime'), ...textsAt(hours, 'closingTime')];
  return checkTypedForm(times, /^([01]\d|2[0-4]):[0-5]\d$/);
}

export async function checkExceptionDates(prober: Prober): Promise<Finding> {
  const stores = await readStores(prober);
  const exceptions = stores.flatMap((store) => listAt(store, 'openingHours', 'exceptionHours'));
  return checkTypedForm(textsAt(exceptions, 'date'), /^\d{4}-\d{2}-\d{2}$/);
}

export async function checkWeekdays(prober: Prober): Promise<Finding> {
  const stores = await readStores(prober);
  const regular = stores.flatMap((store) => listAt(store, 'openingHours', 'regularHours'));
  return checkTypedForm(textsAt(regular, 'dayOfTheWeek'), /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/);
}

export async function checkCoordinates(prober: Prober): Promise<Finding> {
  const coordinates = textsAt(await readStores(prober), 'address', 'gpsCoord');
  return checkTypedForm(coordinates, /^\(-?\d{1,3}\.\d+, -?\d{1,3}\.\d+\)$/);
}

export async function checkStoresChangedSince(prober: Prober): Promise<Finding> {
  const before = changesOf(await readStores(prober));
  const day = requireChange(before, 'store');
  return checkChangedSince(day, before, changesOf(await readStores(prober, { changedSince: day })));
}

function changesOf(stores: readonly unknown[]): readonly Changed[] {
  return stores.map((store) => ({
    key: textAt(store, 'storeId') ?? '',
    changed: textAt(store, 'lastChanged', 'date') ?? '',
  }));
}

export async function checkNameSearch(prober: Prober): Promise<Finding> {
  const names = textsAt(await readStores(prober), 'storeName');
  const part = names.flatMap((name) => name.match(/[A-Za-z]{4,}/) ?? [])[0];
  if (part === undefined) throw new Unclear('no store has a name with four letters in a row');
  const asked = part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase();
  const came = await readStores(prober, { storeNameContains: asked });
  const found = textsAt(came, 'storeName').filter((name) => name.includes(part)).length;
  const expected = names.filter((name) => name.includes(part)).length;
  return heldIf(found === expected, `storeNameContains=${asked}: ${found} of ${expected} with ${part} came`);
}

export async function checkIdFilter(prober: Prober): Promise<Finding> {
  const ids = textsAt(await readStores(prober), 'storeId');
  const id = ids.find((text) => /^0+[1-9]\d*$/.test(text));
  if (id === undefined) throw new Unclear('no store id begins with a zero');
  const found = textsAt(await readStores(prober, { storeId: Number(id) }), 'storeId');
  const seen = `storeId=${Number(id)}: ${found.length === 0 ? 'no store' : found.slice(0, 3).join(', ')} came`;
  const isFound = found.length === 1 && found[0] === id;
  return heldIf(isFound, isFound ? seen : `${seen}, not ${id} alone`);
}
