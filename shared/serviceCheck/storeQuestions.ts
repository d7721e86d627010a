import { storesOperation } from '../operations/stores.ts';
import { type Changed, judgeChangedSince, latestChange } from './changedSince.ts';
import { differs, type Finding, type Findings, held, unclear } from './finding.ts';
import { judgeForm, judgeTypedForm } from './forms.ts';
import type { Answer, Interview } from './interview.ts';
import { listAt, textAt, textsAt } from './textAt.ts';

const PATH = storesOperation.path;

/** Asks about the store directory. `all` is the answer with every store. */
export async function askAboutStores(interview: Interview, all: Answer): Promise<Findings> {
  const stores = all.records;
  const before = changesOf(stores);
  return {
    ...judgeStoreForms(stores),
    storesChangedSince: await askChangedSince(interview, before),
    nameSearch: await askNameSearch(interview, stores),
    idFilter: await askIdFilter(interview, stores),
  };
}

function judgeStoreForms(stores: readonly unknown[]): Findings {
  const regular = stores.flatMap((store) => listAt(store, 'openingHours', 'regularHours'));
  const exceptions = stores.flatMap((store) => listAt(store, 'openingHours', 'exceptionHours'));
  const times = [regular, exceptions].flatMap((hours) => [
    ...textsAt(hours, 'openingTime'),
    ...textsAt(hours, 'closingTime'),
  ]);
  return {
    openingTimeFormat: judgeTypedForm(times, /^([01]\d|2[0-4]):[0-5]\d$/),
    exceptionDateFormat: judgeTypedForm(textsAt(exceptions, 'date'), /^\d{4}-\d{2}-\d{2}$/),
    weekdayNames: judgeTypedForm(
      textsAt(regular, 'dayOfTheWeek'),
      /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/,
    ),
    categoryForm: judgeForm(textsAt(stores, 'category'), /\p{L}/u),
    gpsCoordForm: judgeTypedForm(
      textsAt(stores, 'address', 'gpsCoord'),
      /^\(-?\d{1,3}\.\d+, -?\d{1,3}\.\d+\)$/,
    ),
  };
}

function changesOf(stores: readonly unknown[]): readonly Changed[] {
  return stores.map((store) => ({
    key: textAt(store, 'storeId') ?? '',
    changed: textAt(store, 'lastChanged', 'date') ?? '',
  }));
}

async function askChangedSince(interview: Interview, before: readonly Changed[]): Promise<Finding> {
  const day = latestChange(before);
  if (day === undefined) return unclear('no store has a date of change that can be read');
  const answer = await interview.ask(PATH, { changedSince: day });
  return judgeChangedSince(day, before, answer, changesOf(answer.records));
}

async function askNameSearch(interview: Interview, stores: readonly unknown[]): Promise<Finding> {
  const names = textsAt(stores, 'storeName');
  const part = names.flatMap((name) => name.match(/[A-Za-z]{4,}/) ?? [])[0];
  if (part === undefined) return unclear('no store has a name with four letters in a row');
  const asked = part === part.toUpperCase() ? part.toLowerCase() : part.toUpperCase();
  const answer = await interview.ask(PATH, { storeNameContains: asked });
  if (answer.why !== '') return unclear(answer.why);
  const found = textsAt(answer.records, 'storeName').filter((name) => name.includes(part)).length;
  const expected = names.filter((name) => name.includes(part)).length;
  const seen = `storeNameContains=${asked}: ${found} of ${expected} with ${part} came`;
  return found === expected ? held(seen) : differs(seen);
}

async function askIdFilter(interview: Interview, stores: readonly unknown[]): Promise<Finding> {
  const id = textsAt(stores, 'storeId').find((text) => /^0+[1-9]\d*$/.test(text));
  if (id === undefined) return unclear('no store id begins with a zero');
  const answer = await interview.ask(PATH, { storeId: Number(id) });
  if (answer.why !== '') return unclear(answer.why);
  const found = textsAt(answer.records, 'storeId');
  const seen = `storeId=${Number(id)}: ${found.length === 0 ? 'no store' : found.slice(0, 3).join(', ')} came`;
  return found.length === 1 && found[0] === id ? held(seen) : differs(`${seen}, not ${id} alone`);
}
