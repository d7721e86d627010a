import { hoursOn, type Store } from 'retail-data-client/core';
import type { Formatter } from '../language/formatter.ts';
import type { FoundStore, StoresAnswer } from '../questions/stores.ts';
import { context, escapeMrkdwn, header, type Message, plainSection, section } from '../slack/message.ts';
import type { Reader } from './reader.ts';
import { type Cell, type Table, topRows } from './table.ts';

/** The answer to `/stores`: one store in full, several as a table. */
export function storesMessage(answer: StoresAnswer, reader: Reader): Message {
  const figures = reader.language.format;
  const [first] = answer.stores;
  if (answer.storeCount === 1 && first !== undefined) return oneStore(first, answer, reader);
  const text = `${sentenceOf(answer, figures)}${notCounted(answer, figures)}`;
  const { blocks, shown } = topRows(tableOf(answer, reader), reader.rendering);
  const left = answer.storeCount - shown;
  return {
    text,
    blocks: [
      section(text),
      ...blocks,
      context(
        [
          `hours of ${figures.day(answer.day)}`,
          ...(left > 0 ? [`${figures.counted(left, 'more store')} not shown`] : []),
          ...(first === undefined
            ? []
            : [`one store in full: \`/stores ${escapeMrkdwn(first.store.storeId, 40)}\``]),
          ...directoryAge(answer, reader),
        ].join(' · '),
      ),
    ],
  };
}

function sentenceOf({ question, storeCount, day, time }: StoresAnswer, figures: Formatter): string {
  const stores = figures.counted(storeCount, 'store');
  if (question.kind === 'number') return `${stores} with that number.`;
  const parts = [
    question.openNow ? ` open now (${time})` : '',
    question.open === undefined
      ? ''
      : ` open ${question.open.day === 'today' ? 'today' : `on ${figures.day(day)}`}${question.open.time === undefined ? '' : ` at ${question.open.time}`}`,
    question.words === '' ? '' : ` with "${escapeMrkdwn(question.words)}" in name or city`,
    question.near === undefined || storeCount === 0
      ? ''
      : `, nearest to ${placeInWords(question.near)} first`,
  ];
  return `${storeCount === 0 ? 'No store' : stores}${parts.join('')}.`;
}

function placeInWords(near: NonNullable<Search['near']>): string {
  return 'words' in near ? `"${escapeMrkdwn(near.words)}"` : `${near.latitude}, ${near.longitude}`;
}

type Search = Extract<StoresAnswer['question'], { kind: 'search' }>;

/** Nobody can say of these stores whether they belong to the answer; so they are counted, and not guessed at. */
function notCounted({ question, day, hoursUnknown, placeUnknown }: StoresAnswer, figures: Formatter): string {
  const hours =
    hoursUnknown === 0
      ? ''
      : ` ${figures.counted(hoursUnknown, 'more store')} may be open: ${hoursUnknown === 1 ? 'its' : 'their'} hours of ${isOfToday(question) ? 'today' : figures.day(day)} cannot be read.`;
  const place =
    placeUnknown === 0
      ? ''
      : ` ${figures.counted(placeUnknown, 'more store')} cannot be placed: ${placeUnknown === 1 ? 'its' : 'their'} coordinates cannot be read.`;
  return hours + place;
}

function isOfToday(question: StoresAnswer['question']): boolean {
  return question.kind === 'number' || question.open === undefined || question.open.day === 'today';
}

function directoryAge({ readAt }: StoresAnswer, { language: { format }, timeZone }: Reader): string[] {
  return readAt === undefined ? [] : [`directory as of ${format.instant(readAt, timeZone)}`];
}

/** Everything in it is the service's own text, so none of it is markup. */
function oneStore({ store, kilometres }: FoundStore, answer: StoresAnswer, reader: Reader): Message {
  const figures = reader.language.format;
  const { address } = store;
  const name = `${store.storeName} (store ${store.storeId})`;
  const place = `${address.street}, ${address.postalCode} ${address.city}`;
  const today = `${figures.day(answer.day)}: ${hoursInWords(store, answer.day)}`;
  const reach = [store.telephone, store.email].filter((part) => part !== '').join(' · ');
  const away = kilometres === undefined ? '' : `${figures.tenths(kilometres)} km away`;
  return {
    text: escapeMrkdwn(
      `${[name, store.status, place, away].filter((part) => part !== '').join(', ')}; ${today}`,
      1_000,
    ),
    blocks: [
      header(name),
      plainSection(
        [`${store.status} · ${today}`, place, reach, away].filter((line) => line !== '').join('\n'),
      ),
      context(
        [
          escapeMrkdwn(`category ${store.category} · last changed ${store.lastChanged.date}`),
          ...directoryAge(answer, reader),
          ...(notCounted(answer, figures) === '' ? [] : [notCounted(answer, figures).trim()]),
        ].join(' · '),
      ),
    ],
  };
}

function tableOf({ stores, day }: StoresAnswer, { language: { format: figures } }: Reader): Table {
  const withDistance = stores.some(({ kilometres }) => kilometres !== undefined);
  const distance = (kilometres: number | undefined): Cell =>
    kilometres === undefined
      ? '–'
      : { value: Math.round(kilometres * 10) / 10, text: figures.tenths(kilometres) };
  return {
    caption: 'Stores with their hours of the day',
    columns: [
      { title: 'Store', align: 'left' },
      { title: 'Name', align: 'left' },
      ...(withDistance ? [{ title: 'Km', align: 'right' } as const] : []),
      { title: 'Hours', align: 'left' },
      { title: 'City', align: 'left' },
    ],
    rows: stores.map(({ store, kilometres }) => [
      store.storeId,
      store.storeName,
      ...(withDistance ? [distance(kilometres)] : []),
      hoursInWords(store, day),
      store.address.city,
    ]),
  };
}

/** "10:00–18:00", "closed", "unknown", with the message of an exception behind it. */
function hoursInWords(store: Store, day: string): string {
  const hours = hoursOn(store, day);
  const times = hours.kind === 'open' ? `${hours.opens}–${hours.closes}` : hours.kind;
  return hours.message === '' ? times : `${times} (${hours.message})`;
}
