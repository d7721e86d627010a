/** Where blocks are shown; each takes other blocks. */
export type Surface = 'message' | 'modal' | 'home';

/** What goes to Slack: a message with its text, or a view with its blocks. */
export interface Payload {
  readonly text?: string | undefined;
  readonly blocks?: readonly object[] | undefined;
  readonly title?: unknown;
  readonly submit?: unknown;
  readonly close?: unknown;
  readonly private_metadata?: unknown;
  readonly callback_id?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const MESSAGES_ONLY = ['data_table', 'table', 'markdown', 'card', 'carousel', 'container'];

/** Blocks that a surface does not take, or is not known to draw. */
const NOT_ON: Readonly<Record<Surface, readonly string[]>> = {
  message: ['alert', 'input'],
  modal: [...MESSAGES_ONLY, 'data_visualization'],
  home: ['alert', ...MESSAGES_ONLY],
};

const MAX_BLOCKS: Readonly<Record<Surface, number>> = { message: 50, modal: 100, home: 100 };

/**
 * What Slack would refuse in a payload, one line a breach; empty when it is well formed. It knows the limits of Slack's
 * Block Kit reference for the blocks and elements that the bot sends, and refuses what it does not know.
 */
export function limitBreachesOf(payload: Payload, surface: Surface): string[] {
  const blocks = (payload.blocks ?? []).map(fieldsOf);
  const breaches = [
    ...(surface === 'message' ? messageBreaches(payload, blocks) : viewBreaches(payload, surface)),
    // A message may be its text alone.
    ...(blocks.length >= (payload.blocks === undefined && surface === 'message' ? 0 : 1) &&
    blocks.length <= MAX_BLOCKS[surface]
      ? []
      : [`${blocks.length} blocks, but 1 to ${MAX_BLOCKS[surface]} are taken`]),
    ...idBreaches('block_id', blocks),
    ...actionBreaches(blocks),
  ];
  blocks.forEach((block, at) => {
    const where = `block ${at} (${String(block.type)})`;
    const here = NOT_ON[surface].includes(String(block.type))
      ? [`is not for a ${surface}`]
      : blockBreaches(block);
    breaches.push(...here.map((breach) => `${where}: ${breach}`));
  });
  return breaches;
}

function messageBreaches({ text }: Payload, blocks: readonly Fields[]): string[] {
  const tables = blocks.filter(({ type }) => type === 'data_table' || type === 'table');
  const charts = blocks.filter(({ type }) => type === 'data_visualization');
  const characters = tables.reduce((sum, table) => sum + cellCharacters(table), 0);
  return [
    ...(typeof text === 'string' && text.trim() !== ''
      ? []
      : ['no text for notifications and screen readers']),
    // Slack cuts what is longer.
    ...lengthOf('text', text ?? ' ', 1, 40_000),
    ...(tables.length <= 1 ? [] : [`${tables.length} tables, but one is taken`]),
    ...(charts.length <= 2 ? [] : [`${charts.length} charts, but two are taken`]),
    ...(characters <= 10_000 ? [] : [`${characters} characters in tables, but 10,000 are taken`]),
  ];
}

function viewBreaches(payload: Payload, surface: Surface): string[] {
  if (surface === 'home') return metadataBreaches(payload);
  const title = (name: 'title' | 'submit' | 'close', needed: boolean) =>
    payload[name] === undefined ? (needed ? [`no ${name}`] : []) : plainTextBreaches(name, payload[name], 24);
  const inputs = (payload.blocks ?? []).map(fieldsOf).some(({ type }) => type === 'input');
  return [
    ...title('title', true),
    ...title('submit', inputs),
    ...title('close', false),
    ...metadataBreaches(payload),
  ];
}

function metadataBreaches({ private_metadata: metadata, callback_id: id }: Payload): string[] {
  return [
    ...(metadata === undefined ? [] : lengthOf('private_metadata', metadata, 0, 3_000)),
    ...(id === undefined ? [] : lengthOf('callback_id', id, 1, 255)),
  ];
}

function blockBreaches(block: Fields): string[] {
  switch (block.type) {
    case 'divider':
      return [];
    case 'section':
      return sectionBreaches(block);
    case 'header':
      return plainTextBreaches('header', block.text, 150);
    case 'context':
      return [
        ...countOf('elements', block.elements, 1, 10),
        ...listOf(block.elements).flatMap((element) =>
          element.type === 'image' ? imageBreaches(element) : textBreaches('element', element, 3_000),
        ),
      ];
    case 'actions':
      return [
        ...countOf('elements', block.elements, 1, 25),
        ...listOf(block.elements).flatMap((element) => elementBreaches(element)),
      ];
    case 'input':
      return [
        ...plainTextBreaches('label', block.label, 2_000),
        ...(block.hint === undefined ? [] : plainTextBreaches('hint', block.hint, 2_000)),
        ...elementBreaches(fieldsOf(block.element)),
      ];
    case 'image':
      return imageBreaches(block);
    case 'data_table':
      return dataTableBreaches(block);
    case 'table':
      return [
        ...rowBreaches(block.rows, 1, 100),
        ...(block.column_settings === undefined
          ? []
          : countOf('column settings', block.column_settings, 0, 20)),
      ];
    case 'data_visualization':
      return chartBreaches(block);
    default:
      return ['is not known to this check'];
  }
}

function sectionBreaches({ text, fields, accessory }: Fields): string[] {
  return [
    ...(text === undefined && fields === undefined ? ['neither text nor fields'] : []),
    ...(text === undefined ? [] : textBreaches('text', text, 3_000)),
    ...(fields === undefined ? [] : countOf('fields', fields, 1, 10)),
    ...listOf(fields).flatMap((field) => textBreaches('field', field, 2_000)),
    ...(accessory === undefined ? [] : elementBreaches(fieldsOf(accessory))),
  ];
}

function imageBreaches({ alt_text: alt, title }: Fields): string[] {
  return [
    ...lengthOf('alt_text', alt, 1, 2_000),
    ...(title === undefined ? [] : plainTextBreaches('title', title, 2_000)),
  ];
}

const SELECTS =
  /^(multi_)?(static|external|users|conversations|channels)_select$|^(checkboxes|radio_buttons|overflow)$/;
const FIELDS = /^(plain_text_input|number_input|datepicker|timepicker|file_input|email_text_input)$/;

function elementBreaches(element: Fields): string[] {
  const type = String(element.type);
  if (type === 'button') {
    return [
      ...plainTextBreaches('button', element.text, 75),
      ...(element.value === undefined ? [] : lengthOf('value', element.value, 1, 2_000)),
      ...(element.url === undefined ? [] : lengthOf('url', element.url, 1, 3_000)),
      ...(element.confirm === undefined ? [] : confirmBreaches(fieldsOf(element.confirm))),
    ];
  }
  if (!SELECTS.test(type) && !FIELDS.test(type)) return [`element ${type} is not known to this check`];
  return [
    ...(element.placeholder === undefined ? [] : plainTextBreaches('placeholder', element.placeholder, 150)),
    ...(element.options === undefined
      ? []
      : countOf('options', element.options, 1, /^(checkboxes|radio)/.test(type) ? 10 : 100)),
    ...[...listOf(element.options), ...listOf(element.initial_options)].flatMap(optionBreaches),
    ...(listOf(element.initial_options).length <= Number(element.max_selected_items ?? 100)
      ? []
      : [
          `${listOf(element.initial_options).length} options chosen, but ${String(element.max_selected_items)} are taken`,
        ]),
    ...(element.initial_option === undefined ? [] : optionBreaches(fieldsOf(element.initial_option))),
  ];
}

function optionBreaches({ text, value, description }: Fields): string[] {
  return [
    ...textBreaches('option', text, 75),
    ...lengthOf('option value', value, 1, 150),
    ...(description === undefined ? [] : plainTextBreaches('option description', description, 75)),
  ];
}

function confirmBreaches({ title, text, confirm, deny }: Fields): string[] {
  return [
    ...plainTextBreaches('confirm title', title, 100),
    ...textBreaches('confirm text', text, 300),
    ...plainTextBreaches('confirm', confirm, 30),
    ...plainTextBreaches('deny', deny, 30),
  ];
}

function dataTableBreaches(block: Fields): string[] {
  const { caption, page_size: page } = block;
  const head = listsOf(block.rows)[0] ?? [];
  return [
    ...lengthOf('caption', caption, 1, 10_000),
    ...rowBreaches(block.rows, 2, 101),
    ...(head.every(({ type }) => type === 'raw_text') ? [] : ['a head cell that is not raw_text']),
    ...(page === undefined || (typeof page === 'number' && page >= 1 && page <= 100)
      ? []
      : [`page_size ${String(page)}`]),
  ];
}

function rowBreaches(value: unknown, fewest: number, most: number): string[] {
  const rows = listsOf(value);
  const widths = [...new Set(rows.map((row) => row.length))];
  const cells = rows.flat();
  return [
    ...(rows.length >= fewest && rows.length <= most
      ? []
      : [`${rows.length} rows, but ${fewest} to ${most} are taken`]),
    ...(widths.length === 1 ? [] : ['rows of different widths']),
    ...widths.filter((width) => width < 1 || width > 20).map((width) => `${width} columns`),
    ...cells.flatMap((cell) => cellBreaches(cell)),
  ];
}

function cellBreaches({ type, text, value }: Fields): string[] {
  if (type === 'rich_text') return [];
  if (type === 'raw_text') return blankBreaches('cell', text);
  if (type !== 'raw_number') return [`a cell of type ${String(type)}`];
  return [
    ...(typeof value === 'number' && Number.isFinite(value) ? [] : [`the number ${String(value)}`]),
    ...blankBreaches('cell', text),
  ];
}

function cellCharacters({ rows }: Fields): number {
  return listsOf(rows)
    .flat()
    .reduce((sum, { text }) => sum + String(text ?? '').length, 0);
}

function chartBreaches({ title, chart }: Fields): string[] {
  const { type, series, segments, axis_config: axis } = fieldsOf(chart);
  const breaches = lengthOf('title', title, 1, 50);
  if (type === 'pie') {
    return [
      ...breaches,
      ...countOf('segments', segments, 1, 6),
      ...listOf(segments).flatMap(({ label, value }) => [
        ...lengthOf('label', label, 1, 20),
        ...(typeof value === 'number' && value > 0 ? [] : [`a segment of ${String(value)}`]),
      ]),
    ];
  }
  if (type !== 'line' && type !== 'bar' && type !== 'area') return [`a chart of type ${String(type)}`];
  const { categories, x_label: x, y_label: y } = fieldsOf(axis);
  const labels = Array.isArray(categories) ? categories.map(String) : [];
  const names = listOf(series).map(({ name }) => String(name));
  return [
    ...breaches,
    ...countOf('series', series, 1, 6),
    ...countOf('categories', categories, 1, 20),
    ...labels.flatMap((label) => lengthOf('category', label, 1, 20)),
    ...(new Set(labels).size === labels.length ? [] : ['two categories alike']),
    ...(new Set(names).size === names.length ? [] : ['two series of one name']),
    ...names.flatMap((name) => lengthOf('series name', name, 1, 20)),
    ...[x, y].flatMap((label) => (label === undefined ? [] : lengthOf('axis label', label, 1, 50))),
    ...listOf(series).flatMap(({ data }) => pointBreaches(data, labels)),
  ];
}

/** One point for every category, in their order. */
function pointBreaches(data: unknown, labels: readonly string[]): string[] {
  const points = listOf(data);
  return [
    ...(points.map(({ label }) => label).join('\n') === labels.join('\n')
      ? []
      : ['points that are not those of the categories']),
    ...points.flatMap(({ value }) =>
      typeof value === 'number' && Number.isFinite(value) ? [] : [`the value ${String(value)}`],
    ),
  ];
}

function textBreaches(what: string, value: unknown, most: number): string[] {
  const { type, text } = fieldsOf(value);
  return [
    ...(type === 'mrkdwn' || type === 'plain_text' ? [] : [`${what} of type ${String(type)}`]),
    ...lengthOf(what, text, 1, most),
    ...blankBreaches(what, text),
  ];
}

function plainTextBreaches(what: string, value: unknown, most: number): string[] {
  const { type, text } = fieldsOf(value);
  return [
    ...(type === 'plain_text' ? [] : [`${what} is not plain_text`]),
    ...lengthOf(what, text, 1, most),
    ...blankBreaches(what, text),
  ];
}

function blankBreaches(what: string, text: unknown): string[] {
  return typeof text === 'string' && text.trim() !== '' ? [] : [`${what} without text`];
}

function lengthOf(what: string, text: unknown, fewest: number, most: number): string[] {
  if (typeof text !== 'string') return [`${what} is no text`];
  return text.length >= fewest && text.length <= most
    ? []
    : [`${what} of ${text.length} characters, but ${fewest} to ${most} are taken`];
}

function countOf(what: string, list: unknown, fewest: number, most: number): string[] {
  const count = Array.isArray(list) ? list.length : -1;
  return count >= fewest && count <= most ? [] : [`${count} ${what}, but ${fewest} to ${most} are taken`];
}

function idBreaches(what: 'block_id' | 'action_id', holders: readonly Fields[]): string[] {
  const ids = holders.flatMap((holder) => (holder[what] === undefined ? [] : [String(holder[what])]));
  return [
    ...(new Set(ids).size === ids.length ? [] : [`a ${what} stands twice`]),
    ...ids.flatMap((id) => lengthOf(what, id, 1, 255)),
  ];
}

/** Two elements of one action_id are refused within a block. */
function actionBreaches(blocks: readonly Fields[]): string[] {
  return blocks.flatMap((block) =>
    idBreaches('action_id', [...listOf(block.elements), fieldsOf(block.accessory), fieldsOf(block.element)]),
  );
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function listsOf(value: unknown): Fields[][] {
  return Array.isArray(value) ? value.map(listOf) : [];
}
