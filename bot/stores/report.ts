import { isStoreStatus, type Store } from 'retail-data-client/operations/stores';
import { exceptionsFrom, type HoursOfDay, hoursOn, weekHours } from 'retail-data-client/stores/openingHours';
import { fileNameOf, namesPart, safePart } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { askWords } from '../ask/words/words.ts';
import { type Column, fileRows, type Report, table } from '../figures/report.ts';
import type { SheetContent } from '../figures/sheet.ts';
import type { Language } from '../language/language.ts';
import type { Chosen } from '../parse/selection.ts';
import { escapeMrkdwn } from '../slack/message.ts';
import { servedDate } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import type { FoundStore, StoresAnswer } from './answer.ts';
import type { StoresWords } from './words/en.ts';
import { storesWords } from './words/words.ts';

/** One store in full, or several in a table. */
export function storesReport(answer: StoresAnswer, reader: Reader): Report {
  const [only] = answer.stores;
  const file = () => fileOf(answer, reader);
  if (answer.storeCount === 1 && only !== undefined) return { ...oneStore(only, answer, reader), file };
  return {
    lines: [[sentenceOf(answer, reader.language), ...notCounted(answer, reader.language)].join(' ')],
    body: () => [tableOf(answer, reader.language)],
    notes: (left) => [
      storesWords(reader.language.t).hoursOf(answer.day),
      ...(left > 0 ? [storesWords(reader.language.t).notShown(left)] : []),
      ...(only === undefined
        ? []
        : [storesWords(reader.language.t).oneInFull(escapeMrkdwn(only.store.storeId, 40))]),
      ...holidayNote(answer, reader.language),
      ...directoryAge(answer, reader),
    ],
    file,
  };
}

function sentenceOf(answer: StoresAnswer, { t }: Language): string {
  const { question, storeCount, day, time } = answer;
  const { stores, without, state, when, near } = question;
  const named = ({ ids, names }: Chosen) => [...ids, ...names.map(({ words }) => escapeMrkdwn(words))];
  if (stores.ids.length === 1 && stores.names.length === 0 && near === undefined)
    return storesWords(t).withNumber(storeCount);
  return storesWords(t).found(storeCount, {
    words: near === undefined ? named(stores) : [],
    without: named(without),
    state,
    now: when === undefined ? time : undefined,
    when: { day: isOfToday(answer) ? undefined : day, time: when?.time },
    near: near === undefined ? [] : named(stores),
  });
}

/** Says why stores that people may look for aren't listed. */
function notCounted(answer: StoresAnswer, { t }: Language): string[] {
  const { question, day, today, storeCount, opensNext } = answer;
  const { isPublicHoliday, hoursUnknown, temporarilyClosed, placeUnknown } = answer;
  return [
    ...(question.state !== undefined && isPublicHoliday ? [storesWords(t).publicHoliday(day)] : []),
    ...(opensNext === undefined
      ? []
      : [
          storesWords(t).opensNext(
            opensNext.stores,
            opensNext.day === today ? undefined : opensNext.day,
            opensNext.time,
          ),
        ]),
    ...(hoursUnknown === 0
      ? []
      : [storesWords(t).hoursUnknown(hoursUnknown, isOfToday(answer) ? undefined : day, storeCount > 0)]),
    ...(temporarilyClosed === 0 ? [] : [storesWords(t).temporarilyClosed(temporarilyClosed)]),
    ...(placeUnknown === 0 ? [] : [storesWords(t).placeUnknown(placeUnknown)]),
  ];
}

function isOfToday({ day, today }: StoresAnswer): boolean {
  return day === today;
}

/** Warns that regular hours may not apply on the eve of a holiday, or that later special hours aren't known yet. */
function holidayNote(answer: StoresAnswer, { t }: Language): string[] {
  const { regularOnHoliday, beyondSpecialHours, storeCount, day } = answer;
  if (regularOnHoliday > 0) return [storesWords(t).regularOnHoliday(regularOnHoliday, storeCount, day)];
  if (beyondSpecialHours === undefined || storeCount === 0) return [];
  return [storesWords(t).beyondSpecialHours(day, beyondSpecialHours.last)];
}

/** Empty when it isn't known. */
export function directoryAge({ readAt }: StoresAnswer, { language: { t }, timeZone }: Reader): string[] {
  return readAt === undefined ? [] : [storesWords(t).directoryAsOf(readAt, timeZone)];
}

/** All that the service says of a store. */
function oneStore(
  { store, kilometres }: FoundStore,
  answer: StoresAnswer,
  reader: Reader,
): Omit<Report, 'file'> {
  const { language } = reader;
  const { card } = storesWords(language.t);
  const { address, status } = store;
  const town = [address.postalCode, address.city].filter(Boolean).join(' ');
  const hours =
    status === 'Open'
      ? card.hours(hoursOn(store, answer.day), answer.day, isOfToday(answer))
      : statusText(status, storesWords(language.t));
  const escaped = (lines: readonly string[]) =>
    lines.filter((line) => line !== '').map((line) => escapeMrkdwn(line));
  return {
    lines: [
      `*${escapeMrkdwn(card.name(store.storeName, store.storeId))}*`,
      ...escaped([
        hours,
        [address.street, town].filter(Boolean).join(', '),
        [store.telephone, store.email].filter(Boolean).join(' · '),
        kilometres === undefined ? '' : card.away(kilometres),
      ]),
    ],
    // The directory still has hours of stores that have closed down; leave them out.
    body: () =>
      status === 'Closed'
        ? []
        : [{ lines: escaped([weekText(store, language), ...exceptionLines(store, answer.today, language)]) }],
    notes: () => [
      escapeMrkdwn(card.category(store.category ?? '', servedDate(store.lastChanged.date))),
      ...holidayNote(answer, language),
      ...directoryAge(answer, reader),
      ...notCounted(answer, language),
    ],
  };
}

/** The opening hours of the week; as the service writes them if they can't be parsed. */
function weekText(store: Store, { t }: Language): string {
  const words = storesWords(t);
  const { regularHours } = store.openingHours;
  if (regularHours.length === 0) return words.card.noWeek;
  const week = weekHours(store);
  if (week.some(({ kind }) => kind === 'unknown')) {
    return words.card.weekAsServed(
      regularHours.map(({ dayOfTheWeek, openingTime, closingTime, closed }) => ({
        days: dayOfTheWeek,
        opens: openingTime ?? '',
        closes: closingTime ?? '',
        closed,
      })),
    );
  }
  const runs: { from: number; to: number; hours: HoursOfDay }[] = [];
  for (const [at, hours] of week.entries()) {
    const last = runs.at(-1);
    if (last !== undefined && words.hoursOfDay(last.hours) === words.hoursOfDay(hours)) last.to = at + 1;
    else runs.push({ from: at + 1, to: at + 1, hours });
  }
  return words.card.week(runs);
}

/** About as many as half a year has. */
const MAX_EXCEPTIONS = 8;

/** Holidays and other days with special hours, from `from` on. */
function exceptionLines(store: Store, from: string, { t }: Language): string[] {
  const words = storesWords(t);
  const exceptions = exceptionsFrom(store, from);
  if (exceptions.length === 0) return [words.card.noHolidays];
  const left = exceptions.length - MAX_EXCEPTIONS;
  return [
    words.card.holidays,
    ...exceptions
      .slice(0, MAX_EXCEPTIONS)
      .map(({ day, date, hours }) =>
        words.card.exception(day === undefined ? { unreadable: date } : { day }, hours),
      ),
    ...(left > 0 ? [words.card.moreExceptions(left)] : []),
  ];
}

/** The status of a store that isn't open, shown instead of hours; an unknown status as the service writes it. */
function statusText(status: string, words: StoresWords): string {
  return isStoreStatus(status) && status !== 'Open' ? words.statuses[status] : status;
}

function tableOf({ stores, storeCount, day }: StoresAnswer, { t, format }: Language) {
  const words = storesWords(t);
  const { caption, columns } = words.table;
  const distance: Column<FoundStore> = {
    title: columns.kilometres,
    kind: 'decimal',
    of: ({ kilometres }) => kilometres,
    shown: ({ kilometres = 0 }) => ({
      value: Math.round(kilometres * 10) / 10,
      text: format.tenths(kilometres),
    }),
  };
  const shown: Column<FoundStore>[] = [
    { title: columns.store, kind: 'text', of: ({ store }) => nameWithCity(store) },
    ...(stores.some(({ kilometres }) => kilometres !== undefined) ? [distance] : []),
    {
      title: columns.hours,
      kind: 'text',
      of: ({ store }) =>
        store.status === 'Open' ? words.hoursOfDay(hoursOn(store, day)) : statusText(store.status, words),
    },
  ];
  return table(caption, shown, stores, storeCount, format);
}

function fileOf(answer: StoresAnswer, reader: Reader): SheetContent {
  const { question, day, stores } = answer;
  const { t } = reader.language;
  const words = storesWords(t);
  const { store: names } = askWords(t).sheet;
  const { state, when, near } = question;
  const named = [...question.stores.ids, ...question.stores.names.map((name) => name.words)];
  const text = (title: string, of: (store: Store) => string | null | undefined): Column<FoundStore> => ({
    title,
    kind: 'text',
    of: ({ store }) => of(store) ?? undefined,
  });
  const columns: Column<FoundStore>[] = [
    text(names.id, ({ storeId }) => storeId),
    text(names.name, ({ storeName }) => storeName),
    text(words.sheet.status, ({ status }) => status),
    text(words.sheet.street, ({ address }) => address.street),
    text(words.sheet.postalCode, ({ address }) => address.postalCode),
    text(words.sheet.city, ({ address }) => address.city),
    {
      title: words.sheet.kilometres,
      kind: 'decimal',
      of: ({ kilometres }) => (kilometres === undefined ? undefined : Math.round(kilometres * 1000) / 1000),
    },
    text(words.sheet.telephone, ({ telephone }) => telephone),
    text(words.sheet.email, ({ email }) => email),
  ];
  return {
    name: fileNameOf([
      words.fileName.stores,
      ...(near === undefined ? [] : [words.fileName.near]),
      ...namesPart(named.map(safePart), t),
      ...(state === undefined ? [] : [words.fileName[state]]),
      day,
      ...(when?.time === undefined ? [] : [safePart(when.time)]),
    ]),
    asOf: directoryAge(answer, reader).join(''),
    ...fileRows(columns, stores),
  };
}

/** Adds the city unless the name has it: "143 Oslo, Majorstuen", "201 Aker Brygge, Oslo". */
function nameWithCity({ storeId, storeName, address: { city } }: Store): string {
  const isNamed = fold(storeName).includes(fold(city ?? ''));
  return `${storeId} ${storeName}${isNamed || !city ? '' : `, ${city}`}`;
}
