import { hoursOn, type Store } from 'retail-data-client';
import type { StoresAnswer } from '../answers/stores.ts';
import { counted, dayInWords } from './figures.ts';
import {
  context,
  escapeMrkdwn,
  header,
  type Message,
  plainSection,
  type Rendering,
  section,
} from './message.ts';
import { type Table, tableBlocks } from './table.ts';

const ROWS = 25;

/** The answer to `/stores` on `day`: one store in full, several as a table. */
export function storesMessage(answer: StoresAnswer, day: string, rendering: Rendering): Message {
  const [first] = answer.stores;
  if (answer.stores.length === 1 && first !== undefined) return oneStore(first, day);
  const text = `${counted(answer.stores.length, 'store')} with "${escapeMrkdwn(answer.words)}" in name or city.`;
  const left = answer.stores.length - ROWS;
  return {
    text,
    blocks: [
      section(text),
      ...tableBlocks(tableOf(answer.stores.slice(0, ROWS), day), rendering),
      context(
        `Hours of ${dayInWords(day)}${left > 0 ? ` · ${counted(left, 'more store')} not shown` : ''} · one store in full: \`/stores ${escapeMrkdwn(first?.storeId ?? '')}\``,
      ),
    ],
  };
}

/** Everything in it is the service's own text, so none of it is markup. */
function oneStore(store: Store, day: string): Message {
  const { address } = store;
  const name = `${store.storeName} (store ${store.storeId})`;
  const place = `${address.street}, ${address.postalCode} ${address.city}`;
  const today = `${dayInWords(day)}: ${hoursInWords(store, day)}`;
  const reach = [store.telephone, store.email].filter((part) => part !== '').join(' · ');
  return {
    text: escapeMrkdwn(`${name}, ${store.status}, ${place}; ${today}`, 1_000),
    blocks: [
      header(name),
      plainSection([`${store.status} · ${today}`, place, reach].filter((line) => line !== '').join('\n')),
      context(escapeMrkdwn(`Category ${store.category} · last changed ${store.lastChanged.date}`)),
    ],
  };
}

function tableOf(stores: readonly Store[], day: string): Table {
  return {
    caption: 'Stores with their hours of the day',
    columns: [
      { title: 'Store', align: 'left' },
      { title: 'Name', align: 'left' },
      { title: 'City', align: 'left' },
      { title: 'Hours', align: 'left' },
    ],
    rows: stores.map((store) => [
      store.storeId,
      store.storeName,
      store.address.city,
      hoursInWords(store, day),
    ]),
  };
}

/** "10:00–18:00", "closed", "unknown", with the message of an exception behind it. */
function hoursInWords(store: Store, day: string): string {
  const hours = hoursOn(store, day);
  const times = hours.kind === 'open' ? `${hours.opens}–${hours.closes}` : hours.kind;
  return hours.message === '' ? times : `${times} (${hours.message})`;
}
