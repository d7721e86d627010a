import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartBlock } from '../../slack/message.ts';
import { usePage } from './page.ts';

const HEIGHT = 200;
/** For the labels. */
const BELOW = 30;
/** What a character of an axis takes. */
const CHARACTER = 6.4;
const LONGEST_LABEL = 12;

/** Slack's chart of lines or bars, as wide as there is room, so that its texts are as large on a phone. */
export function Chart({ title, chart }: Pick<ChartBlock, 'title' | 'chart'>): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (frame.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  const { x_label: along, y_label: unit } = chart.axis_config;
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <p class="context">{unit}</p>
      <div ref={frame} class="frame" style={{ minHeight: HEIGHT + BELOW }}>
        {width > 0 && <Drawing chart={chart} width={width} title={title} />}
      </div>
      <p class="context along">{along}</p>
      <p class="context legend">
        {chart.series.map(({ name }, at) => (
          <span key={name}>
            <i class={`key s${at}`} />
            {name}
          </span>
        ))}
      </p>
    </figure>
  );
}

function Drawing({
  chart,
  width,
  title,
}: {
  chart: ChartBlock['chart'];
  width: number;
  title: string;
}): JSX.Element {
  const { words } = usePage();
  const tip = (series: string, label: string, value: number) => `${series}, ${label}: ${words.number(value)}`;
  const { categories } = chart.axis_config;
  const values = chart.series.flatMap(({ data }) => data.map(({ value }) => value));
  const ticks = ticksOf(Math.min(0, ...values), Math.max(0, ...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const written = ticks.map(words.number);
  const left = 10 + CHARACTER * Math.max(...written.map(({ length }) => length));
  const step = (width - left) / categories.length;
  const bar = (step * 0.8) / chart.series.length;
  const x = (place: number) => left + (place + 0.5) * step;
  const y = (value: number) => 8 + HEIGHT - ((value - low) / (high - low)) * HEIGHT;
  const longest = Math.min(LONGEST_LABEL, Math.max(...categories.map(({ length }) => length)));
  const every = Math.ceil(((longest + 1) * CHARACTER) / step);
  return (
    <svg width={width} height={HEIGHT + BELOW} role="img" aria-label={title}>
      {ticks.map((tick, at) => (
        <g key={tick}>
          <line class={tick === 0 ? 'zero' : 'grid'} x1={left} x2={width} y1={y(tick)} y2={y(tick)} />
          <text x={left - 6} y={y(tick) + 4} text-anchor="end">
            {written[at]}
          </text>
        </g>
      ))}
      {chart.series.map(({ name, data }, at) =>
        chart.type === 'line' ? (
          <g key={name} class={`line s${at}`}>
            <polyline points={data.map(({ value }, place) => `${x(place)},${y(value)}`).join(' ')} />
            {data.map(({ label, value }, place) => (
              <circle key={label} cx={x(place)} cy={y(value)} r="3">
                <title>{tip(name, label, value)}</title>
              </circle>
            ))}
          </g>
        ) : (
          <g key={name} class={`bar s${at}`}>
            {data.map(({ label, value }, place) => (
              <rect
                key={label}
                x={left + place * step + step * 0.1 + at * bar}
                y={Math.min(y(value), y(0))}
                width={bar * 0.92}
                height={Math.abs(y(value) - y(0))}
                rx="2"
              >
                <title>{tip(name, label, value)}</title>
              </rect>
            ))}
          </g>
        ),
      )}
      {categories.map((label, place) =>
        place % every === 0 ? (
          <text key={label} x={x(place)} y={HEIGHT + 26} text-anchor="middle">
            {label.length > LONGEST_LABEL ? `${label.slice(0, LONGEST_LABEL - 1)}…` : label}
          </text>
        ) : null,
      )}
    </svg>
  );
}

/** Round numbers from `lowest` or below to `highest` or above. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  const [from, to] = [Math.floor(lowest / step), Math.max(1, Math.ceil(highest / step))];
  return Array.from({ length: to - from + 1 }, (_, at) => (from + at) * step);
}
