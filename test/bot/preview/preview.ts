import type { Message, MessageBlock } from '../../../bot/views/message.ts';

/**
 * A page that shows messages much as Slack draws them, native tables and charts included, which the local stand-in
 * cannot draw. Only what the bot sends is known to it; anything else is shown as its JSON, so that it is seen.
 */
export function previewPage(
  messages: readonly { readonly title: string; readonly message: Message }[],
): string {
  const parts = messages.map(
    ({ title, message }) =>
      `<article><h2>${escaped(title)}</h2>${message.blocks.map(blockOf).join('')}<p class="said">${escaped(message.text)}</p></article>`,
  );
  return `<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${parts.join('')}`;
}

function blockOf(block: MessageBlock): string {
  switch (block.type) {
    case 'section':
      return `<p>${textOf(block.text)}</p>`;
    case 'header':
      return `<h3>${escaped(block.text.text)}</h3>`;
    case 'context':
      return `<p class="context">${block.elements.map((element) => ('text' in element ? textOf(element) : '')).join(' ')}</p>`;
    case 'actions':
      return `<p>${block.elements.map((element) => (element.type === 'button' ? `<button>${escaped(element.text.text)}</button>` : '')).join(' ')}</p>`;
    case 'data_table':
      return tableOf(block.rows, block.page_size ?? 5);
    case 'table':
      return tableOf(block.rows, block.rows.length);
    case 'data_visualization':
      return chartOf(block);
    default:
      return `<pre>${escaped(JSON.stringify(block))}</pre>`;
  }
}

/** Slack escapes three characters itself; stars are bold, backticks are code. */
function textOf(element: { readonly type: string; readonly text: string } | undefined): string {
  if (element === undefined) return '';
  if (element.type === 'plain_text') return escaped(element.text).replaceAll('\n', '<br>');
  return element.text
    .replace(/```\n?([^`]*)```/g, '<pre>$1</pre>')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*([^*\n]+)\*/g, '<b>$1</b>')
    .replaceAll(':warning:', '⚠️')
    .replaceAll('\n', '<br>');
}

type Cells = readonly (readonly object[])[];

function tableOf(rows: Cells, page: number): string {
  const cell = (value: object) => ('text' in value ? escaped(String(value.text)) : '');
  const line = (row: readonly object[], tag: string) =>
    `<tr>${row.map((value) => `<${tag} class="${'value' in value ? 'number' : ''}">${cell(value)}</${tag}>`).join('')}</tr>`;
  const [head = [], ...rest] = rows;
  const more = rest.length > page ? `<p class="context">1–${page} of ${rest.length}</p>` : '';
  return `<table>${line(head, 'th')}${rest
    .slice(0, page)
    .map((row) => line(row, 'td'))
    .join('')}</table>${more}`;
}

type ChartBlock = Extract<MessageBlock, { type: 'data_visualization' }>;

const WIDTH = 560;
const HEIGHT = 150;
const COLOURS = ['#1264a3', '#e8912d', '#2eb67d', '#e01e5a', '#7c3aed', '#64748b'];

function chartOf({ title, chart }: ChartBlock): string {
  const { categories } = chart.axis_config;
  const values = chart.series.flatMap(({ data }) => data.map(({ value }) => value));
  const [low, high] = [Math.min(0, ...values), Math.max(1, ...values)];
  const y = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const step = WIDTH / categories.length;
  const drawn = chart.series.map(({ data }, at) => {
    const colour = COLOURS[at] ?? 'black';
    if (chart.type === 'line') {
      const points = data.map(({ value }, place) => `${(place + 0.5) * step},${y(value)}`).join(' ');
      return `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`;
    }
    const width = (step * 0.8) / chart.series.length;
    return data
      .map(
        ({ value }, place) =>
          `<rect x="${place * step + step * 0.1 + at * width}" y="${Math.min(y(value), y(0))}" width="${width}" height="${Math.abs(y(value) - y(0))}" fill="${colour}"/>`,
      )
      .join('');
  });
  const labels = categories.map(
    (label, place) =>
      `<text x="${(place + 0.5) * step}" y="${HEIGHT + 14}" text-anchor="middle" font-size="9">${escaped(label)}</text>`,
  );
  const legend = chart.series.map(
    ({ name }, at) => `<span style="color:${COLOURS[at] ?? 'black'}">■</span> ${escaped(name)}`,
  );
  return `<figure><figcaption>${escaped(title)}</figcaption><svg width="${WIDTH}" height="${HEIGHT + 20}">${drawn.join('')}${labels.join('')}</svg><p class="context">${legend.join(' ')} · ${escaped(chart.axis_config.y_label)}</p></figure>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

const STYLE = `
body { font: 15px/1.45 Lato, "Helvetica Neue", Arial, sans-serif; color: #1d1c1d; margin: 16px; }
article { max-width: 620px; border: 1px solid #ddd; border-radius: 8px; padding: 4px 16px; margin-bottom: 16px; }
h2 { font-size: 12px; color: #1264a3; margin: 6px 0; }
h3 { font-size: 18px; margin: 6px 0; }
p { margin: 6px 0; }
.context { font-size: 12px; color: #616061; }
.said { display: none; }
table { border-collapse: collapse; width: 100%; font-size: 13px; }
th, td { border: 1px solid #ddd; padding: 3px 8px; text-align: left; }
.number { text-align: right; }
button { border: 1px solid #bbb; background: white; border-radius: 4px; padding: 4px 10px; font-weight: bold; }
pre { font: 12px monospace; background: #f8f8f8; padding: 6px; overflow-x: auto; }
figure { margin: 8px 0; }
figcaption { font-weight: bold; }
`;
