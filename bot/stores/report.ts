import { isPublicHoliday } from 'retail-data-client/calendar/holidays';
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
  const [first] = answer.stores;
  const file = () => fileOf(answer, reader);
  if (answer.storeCount === 1 && first !== undefined) return { ...oneStore(first, answer, reader), file };
  const words = storesWords(reader.language.t);
  return {
    lines: [[sentenceOf(answer, words), ...notCounted(answer, words)].join(' ')],
    body: () => [tableOf(answer, reader.language)],
    notes: (left) =>
      said([
        words.hoursOf(answer.day),
        left > 0 && words.notShown(left),
        first !== undefined && words.oneInFull(escapeMrkdwn(first.store.storeId, 40)),
        holidayNote(answer, words),
        directoryAge(answer, reader),
      ]),
    file,
  };
}

/** Those of the sentences that there is something to say for. */
function said(sentences: readonly (string | false | undefined)[]): string[] {
  return sentences.filter((sentence) => typeof sentence === 'string' && sentence !== '') as string[];
}

function sentenceOf(answer: StoresAnswer, words: StoresWords): string {
  const { question, storeCount, day, time } = answer;
  const { stores, without, state, when, near } = question;
  const named = ({ ids, names }: Chosen) => [...ids, ...names.map((name) => escapeMrkdwn(name.words))];
  if (stores.ids.length === 1 && stores.names.length === 0 && near === undefined)
    return words.withNumber(storeCount);
  return words.found(storeCount, {
    words: near === undefined ? named(stores) : [],
    without: named(without),
    state,
    now: when === undefined ? time : undefined,
    when: { day: unlessToday(day, answer), time: when?.time },
    near: near === undefined ? [] : named(stores),
  });
}

/** Says why stores that people may look for aren't listed. */
function notCounted(answer: StoresAnswer, words: StoresWords): string[] {
  const { question, day, storeCount, opensNext, hoursUnknown, temporarilyClosed, placeUnknown } = answer;
  return said([
    question.state !== undefined && isPublicHoliday(day) && words.publicHoliday(day),
    opensNext && words.opensNext(opensNext.stores, unlessToday(opensNext.day, answer), opensNext.time),
    hoursUnknown > 0 && words.hoursUnknown(hoursUnknown, unlessToday(day, answer), storeCount > 0),
    temporarilyClosed > 0 && words.temporarilyClosed(temporarilyClosed),
    placeUnknown > 0 && words.placeUnknown(placeUnknown),
  ]);
}

function unlessToday(day: string, { today }: StoresAnswer): string | undefined {
  return day === today ? undefined : day;
}

/** Warns that regular hours may not apply on the eve of a holiday, or that later special hours aren't known yet. */
function holidayNote(answer: StoresAnswer, words: StoresWords): string | undefined {
  const { regularOnHoliday, beyondSpecialHours, storeCount, day } = answer;
  if (regularOnHoliday > 0) return words.regularOnHoliday(regularOnHoliday, storeCount, day);
  if (beyondSpecialHours === undefined || storeCount === 0) return undefined;
  return words.beyondSpecialHours(day, beyondSpecialHours.last);
}

function directoryAge({ readAt }: StoresAnswer, { language: { t }, timeZone }: Reader): string | undefined {
  return readAt === undefined ? undefined : storesWords(t).directoryAsOf(readAt, timeZone);
}

/** All that the service says of a store. */
function oneStore(
  { store, kilometres }: FoundStore,
  answer: StoresAnswer,
  reader: Reader,
): Omit<Report, 'file'> {
  const words = storesWords(reader.language.t);
  const { card } = words;
  const { address, status } = store;
  const { day, today } = answer;
  const joined = (parts: readonly (string | null | undefined)[], glue: string) =>
    parts.filter(Boolean).join(glue);
  const escaped = (lines: readonly (string | false)[]) => said(lines).map((line) => escapeMrkdwn(line));
  return {
    lines: [
      `*${escapeMrkdwn(card.name(store.storeName, store.storeId))}*`,
      ...escaped([
        status === 'Open' ? card.hours(hoursOn(store, day), day, day === today) : statusText(status, words),
        joined([address.street, joined([address.postalCode, address.city], ' ')], ', '),
        joined([store.telephone, store.email], ' · '),
        kilometres !== undefined && card.away(kilometres),
      ]),
    ],
    // The directory still has hours of stores that have closed down; leave them out.
    body: () =>
      status === 'Closed'
        ? []
        : [{ lines: escaped([weekText(store, words), ...exceptionLines(store, today, words)]) }],
    notes: () =>
      said([
        escapeMrkdwn(card.category(store.category ?? '', servedDate(store.lastChanged.date))),
        holidayNote(answer, words),
        directoryAge(answer, reader),
        ...notCounted(answer, words),
      ]),
  };
}

/** The opening hours of the week; as the service writes them if they can't be parsed. */
function weekText(store: Store, words: StoresWords): string {
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
function exceptionLines(store: Store, from: string, words: StoresWords): string[] {
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
    asOf: directoryAge(answer, reader) ?? '',
    ...fileRows(columns, stores),
  };
}

/** Adds the city unless the name has it: "143 Oslo, Majorstuen", "201 Aker Brygge, Oslo". */
function nameWithCity({ storeId, storeName, address: { city } }: Store): string {
  const isNamed = fold(storeName).includes(fold(city ?? ''));
  return `${storeId} ${storeName}${isNamed || !city ? '' : `, ${city}`}`;
}
