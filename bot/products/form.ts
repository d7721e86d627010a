import type { KnownBlock, ModalView } from '@slack/types';
import { type FilledView, field, filesIn, type Mistakes, type ReadingContext } from '../ask/fields.ts';
import { modal } from '../ask/form.ts';
import type { Catalog, Language } from '../language/language.ts';
import { escapeMrkdwn, plainSection, section } from '../slack/message.ts';
import { readMetadata, writeMetadata } from '../slack/metadata.ts';
import { closing } from '../slack/modal.ts';
import type { ListOutcome, ListPreview } from './productList.ts';
import type { UploadedFile } from './uploadedFiles.ts';
import { productsWords } from './words/words.ts';

export const PRODUCT_LIST_MODAL = 'form_product_list';
const LIST_FILE = 'file';

/** The form that uploads a file with product names. */
export function buildProductListModal(language: Language): ModalView {
  const { t } = language;
  const words = productsWords(t).form;
  return modal(
    PRODUCT_LIST_MODAL,
    { title: words.title, submit: words.submit },
    [
      section(words.explanation),
      section(words.example),
      field(
        { block: LIST_FILE, label: words.file, hint: words.fileHint, required: true },
        { type: 'file_input', action_id: LIST_FILE, filetypes: ['xlsx', 'csv', 'tsv', 'txt'], max_files: 1 },
      ),
    ],
    writeMetadata(language),
    t,
  );
}

export type ProductListReading =
  | {
      readonly file: UploadedFile;
      /** Whether its sender has seen what it changes. */
      readonly isConfirmed: boolean;
    }
  | { readonly mistakes: Mistakes };

export function readProductListModal(
  view: FilledView & { readonly private_metadata: string },
  { language: { t } }: Pick<ReadingContext, 'language'>,
): ProductListReading {
  const { value } = readMetadata(view.private_metadata);
  if (value !== '') return { file: fileFrom(JSON.parse(value)), isConfirmed: true };
  const [file] = filesIn(view, LIST_FILE);
  if (file === undefined) return { mistakes: { [LIST_FILE]: productsWords(t).form.chooseFile } };
  return { file: fileFrom(file), isConfirmed: false };
}

function fileFrom(given: object): UploadedFile {
  const text = (key: string) => {
    const value: unknown = Reflect.get(given, key);
    return typeof value === 'string' ? value : undefined;
  };
  const size: unknown = Reflect.get(given, 'size');
  return {
    id: text('id'),
    name: text('name'),
    size: typeof size === 'number' ? size : undefined,
    url_private: text('url_private'),
    url_private_download: text('url_private_download'),
  };
}

/** The most that Slack takes as the metadata of a view. */
const MAX_METADATA = 3_000;

/** Asks whether a file may replace the list, and shows how the app has read it. */
export function buildListPreviewModal(
  { products, sample, columns, change }: ListPreview,
  file: UploadedFile,
  language: Language,
): ModalView {
  const { t } = language;
  const words = productsWords(t).form;
  const { id, name, size } = file;
  // Slack finds a file by its id too.
  const metadata = [file, { id, name, size }]
    .map((carried) => writeMetadata(language, JSON.stringify(carried)))
    .find((text) => text.length <= MAX_METADATA);
  const titles = (all: readonly string[]) => all.map((title) => escapeMrkdwn(title, 60)).join(', ');
  return modal(
    PRODUCT_LIST_MODAL,
    { title: words.title, submit: words.replace },
    [
      section(words.preview(products, escapeMrkdwn(name ?? words.unnamedFile, 200))),
      plainSection(sample.map(words.sample).join('\n')),
      ...(columns === undefined
        ? []
        : [section(words.columns(titles(columns.read), titles(columns.unread)))]),
      section(words.change(change)),
    ],
    metadata ?? writeMetadata(language),
    t,
  );
}

/** Shown while the file is read. */
export function buildListReadingModal(t: Catalog): ModalView {
  return closing(productsWords(t).form.title, [section(productsWords(t).form.reading)], t);
}

const MAX_LINES_SHOWN = 50;

/** The result of an import; a refusal lists the wrong lines by number. */
export function buildListOutcomeModal(outcome: ListOutcome, fileName: string, t: Catalog): ModalView {
  const words = productsWords(t).form;
  const { title } = words;
  if (outcome.kind === 'imported') {
    const { products, added, changed, removed } = outcome;
    return closing(
      title,
      [
        section(words.imported(products, escapeMrkdwn(fileName, 200), added, changed, removed)),
        section(words.namesFromNowOn),
      ],
      t,
    );
  }
  const shown = outcome.mistakes.slice(0, MAX_LINES_SHOWN);
  const more = outcome.mistakeCount - shown.length;
  const sentence = escapeMrkdwn(outcome.sentence(t), 1_000);
  return closing(
    title,
    [
      section(`:warning: ${sentence}`),
      ...linesInBlocks(shown.map(({ line, reason }) => words.line(line, outcome.unit, reason(t)))),
      ...(more > 0 ? [plainSection(words.moreLines(more, outcome.unit))] : []),
    ],
    t,
  );
}

const BLOCK_CHARACTERS = 2_500;

function linesInBlocks(lines: readonly string[]): KnownBlock[] {
  const texts: string[] = [];
  for (const line of lines) {
    const last = texts.at(-1);
    if (last === undefined || last.length + line.length > BLOCK_CHARACTERS) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text) => plainSection(text));
}
