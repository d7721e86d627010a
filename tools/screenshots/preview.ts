import type { MessageBlock } from '../../bot/slack/message.ts';

/** Something that the bot sends, as it stands in a picture. */
export interface Previewed {
  /** What was typed or clicked; shown above. */
  readonly title: string;
  readonly blocks: readonly MessageBlock[];
}

/**
 * A page that shows messages much as Slack draws them, native tables and charts included, which the local
 * stand-in cannot draw. Only what the bot sends is known to it; anything else is shown as its JSON, so that it is seen.
 */
export function previewPage(previews: readonly Previewed[], width: number): string {
  const parts = previews.map(({ title, blocks }) => {
    const shown = blocks.map((block) => blockOf(block, width)).join('');
    return `<article><h2>${escaped(title)}</h2>${shown}</article>`;
  });
  return `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>${STYLE}</style>${parts.join('')}`;
}

function blockOf(block: MessageBlock, width: number): string {
  switch (block.type) {
    case 'section':
      return `<div class="section"><div>${textOf(block.text)}</div>${accessoryOf(block.accessory)}</div>`;
    case 'divider':
      return '<hr>';
    case 'header':
      return `<h3>${escaped(block.text.text)}</h3>`;
    case 'context':
      return `<p class="context">${block.elements.map((element) => ('text' in element ? textOf(element) : '')).join(' ')}</p>`;
    case 'actions':
      return `<p>${block.elements.map(controlOf).join(' ')}</p>`;
    case 'data_table':
      return tableOf(block.rows, block.page_size ?? 5);
    case 'table':
      return tableOf(block.rows, block.rows.length);
    case 'data_visualization':
      return chartOf(block, width);
    default:
      return `<pre>${escaped(JSON.stringify(block))}</pre>`;
  }
}

function accessoryOf(accessory: Extract<MessageBlock, { type: 'section' }>['accessory']): string {
  if (accessory?.type === 'button') return `<button>${escaped(accessory.text.text)}</button>`;
  return accessory?.type === 'overflow' ? '<button>⋯</button>' : '';
}

function controlOf(element: Extract<MessageBlock, { type: 'actions' }>['elements'][number]): string {
  if (element.type === 'button') return `<button>${escaped(element.text.text)}</button>`;
  if (element.type !== 'static_select') return '';
  const chosen = element.initial_option?.text.text ?? element.placeholder?.text ?? '';
  return `<button>${escaped(chosen)} ⌄</button>`;
}

function textOf(element: { readonly type: string; readonly text: string } | undefined): string {
  if (element === undefined) return '';
  if (element.type === 'plain_text') return escaped(element.text).replaceAll('\n', '<br>');
  return element.text
    .replace(
      /\n?```\n?([^`]*?)\n?```\n?/g,
      (_, code: string) => `<pre>${code.replaceAll('\n', LINE_END)}</pre>`,
    )
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*\n]+)\*/g, '<b>$1</b>')
    .replace(/:([a-z_]+):/g, (code, name) => EMOJI[name] ?? code)
    .replace(/&lt;#([CG][A-Z0-9]+)&gt;|<#([CG][A-Z0-9]+)>/g, '<a>#stock</a>')
    .replace(/<@U[A-Z0-9]+>/g, '<a>@Kari Nordmann</a>')
    .replaceAll('\n', '<br>')
    .replaceAll(LINE_END, '\n');
}

/** Stands for the end of a line of code, which needs no `<br>`. */
const LINE_END = '\u2028';

/** Drawn with the glyphs of a plain text font: a machine that takes pictures need not have one of emoji. */
const EMOJI: Readonly<Record<string, string>> = {
  warning: glyph('⚠', '#d99a00'),
  red_circle: glyph('●', '#d01f3c'),
  rotating_light: glyph('●', '#d01f3c'),
  small_red_triangle_down: glyph('▼', '#d01f3c'),
  leftwards_arrow_with_hook: glyph('↩', '#1264a3'),
  package: glyph('▣', '#9a6b3f'),
  department_store: glyph('▤', '#1264a3'),
  white_check_mark: glyph('✔', '#2eb67d'),
  hourglass_flowing_sand: glyph('⌛', '#9a6b3f'),
  shopping_trolley: glyph('▥', '#1264a3'),
  double_vertical_bar: glyph('❚❚', '#64748b'),
  grey_question: glyph('?', '#64748b'),
  information_source: glyph('ℹ', '#1264a3'),
};

function glyph(character: string, colour: string): string {
  return `<span style="color: ${colour}">${character}\ufe0e</span>`;
}

type Cells = readonly (readonly object[])[];

function tableOf(rows: Cells, page: number): string {
  const cell = (value: object) => ('text' in value ? escaped(String(value.text)) : '');
  const line = (row: readonly object[], tag: string) =>
    `<tr>${row.map((value) => `<${tag} class="${'value' in value ? 'number' : ''}">${cell(value)}</${tag}>`).join('')}</tr>`;
  const [head = [], ...rest] = rows;
  const more = rest.length > page ? `<p class="context">1–${page} of ${rest.length}</p>` : '';
  return `<div class="wide"><table>${line(head, 'th')}${rest
    .slice(0, page)
    .map((row) => line(row, 'td'))
    .join('')}</table></div>${more}`;
}

type ChartBlock = Extract<MessageBlock, { type: 'data_visualization' }>;

const HEIGHT = 160;
/** What a character of an axis takes. */
const CHARACTER = 6.2;
const COLOURS = ['#1264a3', '#e8912d', '#2eb67d', '#e01e5a', '#7c3aed', '#64748b'];

/** Drawn to the width of the page, so that its text is as large on a phone. */
function chartOf({ title, chart }: ChartBlock, pageWidth: number): string {
  const { categories, x_label: along, y_label: unit } = chart.axis_config;
  const values = chart.series.flatMap(({ data }) => data.map(({ value }) => value));
  const ticks = ticksOf(Math.min(0, ...values), Math.max(0, ...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const written = ticks.map((tick) => tick.toLocaleString('en-GB'));
  const left = 8 + CHARACTER * Math.max(...written.map(({ length }) => length));
  const width = Math.min(MOST_WIDTH, pageWidth - AROUND) - PADDING;
  const step = (width - left) / categories.length;
  const y = (value: number) => 8 + HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const drawn = chart.series.map(({ data }, at) => {
    const colour = COLOURS[at] ?? 'black';
    if (chart.type === 'line') {
      const points = data.map(({ value }, place) => `${left + (place + 0.5) * step},${y(value)}`).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`;
    }
    const bar = (step * 0.8) / chart.series.length;
    return data
      .map(
        ({ value }, place) =>
          `<rect x="${left + place * step + step * 0.1 + at * bar}" y="${Math.min(y(value), y(0))}" width="${bar * 0.92}" height="${Math.abs(y(value) - y(0))}" fill="${colour}"/>`,
      )
      .join('');
  });
  const grid = ticks.map(
    (tick, at) =>
      `<line x1="${left}" x2="${width}" y1="${y(tick)}" y2="${y(tick)}" stroke="${tick === 0 ? '#999' : '#e5e5e5'}"/><text x="${left - 5}" y="${y(tick) + 3.5}" text-anchor="end">${written[at]}</text>`,
  );
  const longest = Math.min(12, Math.max(...categories.map(({ length }) => length)));
  const every = Math.ceil(((longest + 1) * CHARACTER) / step);
  const labels = categories.flatMap((label, place) =>
    place % every === 0
      ? [
          `<text x="${left + (place + 0.5) * step}" y="${HEIGHT + 24}" text-anchor="middle">${escaped(label.length > 12 ? `${label.slice(0, 11)}…` : label)}</text>`,
        ]
      : [],
  );
  const legend = chart.series.map(
    ({ name }, at) => `<span style="color:${COLOURS[at] ?? 'black'}">■</span> ${escaped(name)}`,
  );
  return `<figure><figcaption>${escaped(title)}</figcaption><p class="context">${escaped(unit)}</p><svg width="${width}" height="${HEIGHT + 30}" font-size="10">${[...grid, ...drawn, ...labels].join('')}</svg><p class="context axis">${escaped(along)}</p><p class="context">${legend.join(' ')}</p></figure>`;
}

/** Round numbers from `lowest` or below to `highest` or above. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  const [from, to] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Of an article: the most it takes, what the page has around it, and its own border and padding. */
const MOST_WIDTH = 670;
const AROUND = 24;
const PADDING = 30;

const STYLE = `
body { font: 15px/1.45 "DejaVu Sans", Arial, sans-serif; color: #1d1c1d; margin: 12px; }
article { max-width: 640px; border: 1px solid #ddd; border-radius: 8px; padding: 4px 14px 10px; margin-bottom: 14px; }
h2 { font: 12px "DejaVu Sans Mono", monospace; color: #1264a3; margin: 6px 0; }
h3 { font-size: 18px; margin: 6px 0; }
p { margin: 6px 0; }
a { color: #1264a3; }
hr { border: 0; border-top: 1px solid #ddd; margin: 10px 0; }
.section { display: flex; gap: 10px; justify-content: space-between; align-items: start; }
.section > div { min-width: 0; margin: 6px 0; }
.section button { flex: none; }
.arrow { position: absolute; right: 10px; }
.context { font-size: 12px; color: #616061; font-weight: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { border: 1px solid #ddd; padding: 3px 8px; text-align: left; white-space: nowrap; }
.number { text-align: right; }
button { font: bold 13px "DejaVu Sans", Arial, sans-serif; border: 1px solid #bbb; background: white; border-radius: 4px; padding: 5px 10px; margin: 2px 0; }
.main { background: #007a5a; color: white; border-color: #007a5a; }
code { font: 12px "DejaVu Sans Mono", monospace; color: #c01343; background: #f8f8f8; border: 1px solid #e8e8e8; padding: 0 3px; }
pre { font: 12px/1.5 "DejaVu Sans Mono", monospace; background: #f8f8f8; border: 1px solid #ddd; border-radius: 4px; padding: 6px; overflow-x: auto; margin: 6px 0; }
figure { margin: 8px 0; }
figcaption { font-weight: bold; }
figure .context { margin: 2px 0; }
.axis { text-align: center; }
`;
