import { fileNameOf, safePart } from '../ask/fileName.ts';
import type { Reader } from '../ask/reader.ts';
import { column, madeOf, type SheetContent } from '../ask/sheet.ts';
import { askWords } from '../ask/words/words.ts';
import type { StoresAnswer } from './answer.ts';
import { directoryAge } from './view.ts';
import type { StoresWords } from './words/en.ts';
import { storesWords } from './words/words.ts';

export function storesSheet(answer: StoresAnswer, reader: Reader): SheetContent {
  const { t } = reader.language;
  const { sheet } = askWords(t);
  const words = storesWords(t).sheet;
  return {
    name: fileNameOf(storesParts(answer, storesWords(t).fileName)),
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

function storesParts({ question, day }: StoresAnswer, words: StoresWords['fileName']): readonly string[] {
  if (question.kind === 'number') return [words.stores, safePart(question.storeId), day];
  const { words: typed, openNow, open, near } = question;
  const place = near !== undefined && 'words' in near ? near.words : '';
  const isOpen = openNow || open !== undefined;
  return [
    words.stores,
    safePart(typed),
    ...(near === undefined ? [] : [words.near, safePart(place)]),
    ...(isOpen ? [words.open] : []),
    day,
    ...(open?.time === undefined ? [] : [safePart(open.time)]),
  ];
}
