import type { KnownBlock, ModalView } from '@slack/types';
import type { Formatter } from '../language/formatter.ts';
import type { ListOutcome } from '../products/productList.ts';
import type { UploadedFile } from '../products/uploadedFiles.ts';
import { escapeMrkdwn, plainSection, section } from '../slack/message.ts';
import { field, plain } from './fields.ts';
import { type FilledView, filesIn } from './filled.ts';
import { NO_METADATA } from './form.ts';

export const LIST_FORM = 'form_product_list';
export const LIST_FILE = 'file';

const TITLE = plain('Product list');

/** Takes a file with the names of products. */
export function productListForm(): ModalView {
  return {
    type: 'modal',
    callback_id: LIST_FORM,
    private_metadata: NO_METADATA,
    title: TITLE,
    submit: plain('Take it in'),
    close: plain('Cancel'),
    blocks: [
      section(
        'A CSV or TSV file with a line for each product: its number, its name and, if you like, its group. It *replaces* the list that is there now, for everybody, or changes nothing when a line is wrong.',
      ),
      section('`1101;Pale Ale 33 cl;Beer`\n`90210;Red Apple Cider;Cider`'),
      field(
        { block: LIST_FILE, label: 'File', hint: 'From Excel: save it as "CSV UTF-8".', required: true },
        { type: 'file_input', action_id: LIST_FILE, filetypes: ['csv', 'tsv', 'txt'], max_files: 1 },
      ),
    ],
  };
}

export type ListFormReading =
  | { readonly file: UploadedFile }
  | { readonly mistakes: Readonly<Record<string, string>> };

export function readProductListForm(view: FilledView): ListFormReading {
  const [file] = filesIn(view, LIST_FILE);
  if (file === undefined) return { mistakes: { [LIST_FILE]: 'Choose a file.' } };
  const text = (key: string) => {
    const value: unknown = Reflect.get(file, key);
    return typeof value === 'string' ? value : undefined;
  };
  const size: unknown = Reflect.get(file, 'size');
  return {
    file: {
      id: text('id'),
      name: text('name'),
      size: typeof size === 'number' ? size : undefined,
      url_private: text('url_private'),
      url_private_download: text('url_private_download'),
    },
  };
}

export function listUnderWay(): ModalView {
  return closing([section('Reading the file …')]);
}

const MOST_LINES_SHOWN = 50;

/** What became of the file; lines that are wrong by their number. */
export function listOutcome(outcome: ListOutcome, fileName: string, figures: Formatter): ModalView {
  if (outcome.kind === 'taken') {
    const { products, added, changed, removed } = outcome;
    const counts = `${figures.units(added)} new, ${figures.units(changed)} changed, ${figures.units(removed)} gone`;
    return closing([
      section(
        `:white_check_mark: ${figures.counted(products, 'product')} from \`${escapeMrkdwn(fileName, 200)}\` ${products === 1 ? 'is' : 'are'} in: ${counts}.`,
      ),
      section('Their names stand in every answer from now on, and can be typed.'),
    ]);
  }
  const shown = outcome.mistakes.slice(0, MOST_LINES_SHOWN);
  const more = outcome.mistakeCount - shown.length;
  return closing([
    section(`:warning: ${escapeMrkdwn(outcome.sentence, 1_000)}`),
    ...linesInBlocks(shown.map(({ line, reason }) => `Line ${line}: ${reason}.`)),
    ...(more > 0 ? [plainSection(`and ${figures.units(more)} more lines.`)] : []),
  ]);
}

/** What kept the file from being read at all, in plain text. */
export function listFailure(sentence: string): ModalView {
  return closing([section(`:warning: ${escapeMrkdwn(sentence, 2_000)}`)]);
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

function closing(blocks: KnownBlock[]): ModalView {
  return { type: 'modal', title: TITLE, close: plain('Close'), blocks };
}
