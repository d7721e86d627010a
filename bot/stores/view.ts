import { isStoreStatus, type Store } from 'retail-data-client/operations/stores';
import { exceptionsFrom, type HoursOfDay, hoursOn, weekHours } from 'retail-data-client/stores/openingHours';
import type { Reader } from '../ask/reader.ts';
import type { Language } from '../language/language.ts';
import type { Chosen } from '../parse/selection.ts';
import { context, escapeMrkdwn, header, type Message, plainSection, section } from '../slack/message.ts';
import { type Cell, type Table, topRows } from '../slack/table.ts';
import { servedDate } from '../text/dayRange.ts';
import { fold } from '../text/normalize.ts';
import type { FoundStore, StoresAnswer } from './answer.ts';
import type { StoresWords } from './words/en.ts';
import { storesWords } from './words/words.ts';

/** The answer to `/stores`: one store in full, several as a table. */
export function storesMessage(answer: StoresAnswer, reader: Reader): Message {
  const { t } = reader.language;
  const [first] = answer.stores;
  if (answer.storeCount === 1 && first !== undefined) return oneStore(first, answer, reader);
  const text = [sentenceOf(answer, reader.language), ...notCounted(answer, reader.language)].join(' ');
  const { blocks, shown } = topRows(tableOf(answer, reader.language), reader.rendering);
  const left = answer.storeCount - shown;
  return {
    text,
    blocks: [
      section(text),
      ...blocks,
      context(
        [
          storesWords(t).hoursOf(answer.day),
          ...(left > 0 ? [storesWords(t).notShown(left)] : []),
          ...(first === undefined ? [] : [storesWords(t).oneInFull(escapeMrkdwn(first.store.storeId, 40))]),
          ...holidayNote(answer, reader.language),
          ...directoryAge(answer, reader),
        ].join(' · '),
      ),
    ],
  };
}

function sentenceOf({ question, storeCount, day, time }: StoresAnswer, { t }: Language): string {
  const { stores, without, state, when, near } = question;
  const named = ({ ids, names }: Chosen) => [...ids, ...names.map(({ words }) => escapeMrkdwn(words))];
  if (stores.ids.length === 1 && stores.names.length === 0) return storesWords(t).withNumber(storeCount);
  return storesWords(t).found(storeCount, {
    words: named(stores),
    without: named(without),
    state,
    now: when === undefined ? time : undefined,
    when: { day: isOfToday(question) ? undefined : day, time: when?.time },
    near: near === undefined ? undefined : escapeMrkdwn(near),
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
      : [storesWords(t).hoursUnknown(hoursUnknown, isOfToday(question) ? undefined : day, storeCount > 0)]),
    ...(temporarilyClosed === 0 ? [] : [storesWords(t).temporarilyClosed(temporarilyClosed)]),
    ...(placeUnknown === 0 ? [] : [storesWords(t).placeUnknown(placeUnknown)]),
  ];
}

function isOfToday({ when }: StoresAnswer['question']): boolean {
  return when === undefined || when.day === 'today';
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

/** One store in full, as plain text, since all of it comes from the service. */
function oneStore({ store, kilometres }: FoundStore, answer: StoresAnswer, reader: Reader): Message {
  const { t } = reader.language;
  const { address, status } = store;
  const name = storesWords(t).card.name(store.storeName, store.storeId);
  const town = [address.postalCode, address.city].filter(Boolean).join(' ');
  const place = [address.street, town].filter(Boolean).join(', ');
  const hours =
    status === 'Open'
      ? storesWords(t).card.hours(hoursOn(store, answer.day), answer.day, isOfToday(answer.question))
      : statusText(status, storesWords(t));
  const reach = [store.telephone, store.email].filter(Boolean).join(' · ');
  const away = kilometres === undefined ? '' : storesWords(t).card.away(kilometres);
  const lines = (...texts: readonly string[]) => plainSection(texts.filter((line) => line !== '').join('\n'));
  return {
    text: escapeMrkdwn(`${[name, place, away].filter((part) => part !== '').join(', ')}; ${hours}`, 1_000),
    blocks: [
      header(name),
      lines(hours, place, reach, away),
      // The directory still has hours of stores that have closed down; leave them out.
      ...(status === 'Closed'
        ? []
        : [lines(weekText(store, reader.language), ...exceptionLines(store, answer.today, reader.language))]),
      context(
        [
          escapeMrkdwn(
            storesWords(t).card.category(store.category ?? '', servedDate(store.lastChanged.date)),
          ),
          ...holidayNote(answer, reader.language),
          ...directoryAge(answer, reader),
          ...notCounted(answer, reader.language),
        ].join(' · '),
      ),
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

function tableOf({ stores, day }: StoresAnswer, { t, format }: Language): Table {
  const words = storesWords(t);
  const { caption, columns } = words.table;
  const withDistance = stores.some(({ kilometres }) => kilometres !== undefined);
  const distance = (kilometres: number | undefined): Cell =>
    kilometres === undefined
      ? '–'
      : { value: Math.round(kilometres * 10) / 10, text: format.tenths(kilometres) };
  return {
    caption,
    columns: [
      { title: columns.store, align: 'left' },
      ...(withDistance ? [{ title: columns.kilometres, align: 'right' } as const] : []),
      { title: columns.hours, align: 'left' },
    ],
    rows: stores.map(({ store, kilometres }) => [
      nameWithCity(store),
      ...(withDistance ? [distance(kilometres)] : []),
      store.status === 'Open' ? words.hoursOfDay(hoursOn(store, day)) : statusText(store.status, words),
    ]),
  };
}

/** Adds the city unless the name has it: "143 Oslo, Majorstuen", "201 Aker Brygge, Oslo". */
function nameWithCity({ storeId, storeName, address: { city } }: Store): string {
  const isNamed = fold(storeName).includes(fold(city ?? ''));
  return `${storeId} ${storeName}${isNamed || !city ? '' : `, ${city}`}`;
}
