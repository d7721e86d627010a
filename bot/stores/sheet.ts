import { fileNameOf, namesPart, safePart } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { askWords } from '../ask/words/words.ts';
import { column, madeOf, type SheetContent } from '../figures/sheet.ts';
import type { Catalog } from '../language/language.ts';
import type { StoresAnswer } from './answer.ts';
import { directoryAge } from './view.ts';
import { storesWords } from './words/words.ts';

export function storesSheet(answer: StoresAnswer, reader: Reader): SheetContent {
  const { t } = reader.language;
  const { sheet } = askWords(t);
  const words = storesWords(t).sheet;
  return {
    name: fileNameOf(storesParts(answer, t)),
    asOf: directoryAge(answer, reader).join(''),
    columns: [
      column.text(sheet.store.id),
      column.text(sheet.store.name),
      column.text(words.status),
      column.text(words.street),
      column.text(words.postalCode),
      column.text(words.city),
      column.decimal(words.kilometres),
      column.text(words.telephone),
      column.text(words.email),
    ],
    rows: madeOf(answer.stores, ({ store, kilometres }) => [
      store.storeId,
      store.storeName,
      store.status,
      store.address.street ?? undefined,
      store.address.postalCode ?? undefined,
      store.address.city ?? undefined,
      kilometres === undefined ? undefined : Math.round(kilometres * 1000) / 1000,
      store.telephone ?? undefined,
      store.email ?? undefined,
    ]),
  };
}

function storesParts({ question, day }: StoresAnswer, t: Catalog): readonly string[] {
  const words = storesWords(t).fileName;
  const { stores, state, when, near } = question;
  const named = [...stores.ids, ...stores.names.map((name) => name.words)];
  return [
    words.stores,
    ...namesPart(named.map(safePart), t),
    ...(near === undefined ? [] : [words.near, safePart(near)]),
    ...(state === undefined ? [] : [words[state]]),
    day,
    ...(when?.time === undefined ? [] : [safePart(when.time)]),
  ];
}
