import { type Calendar, SALES_REFRESH, STOCK_REFRESH } from 'retail-data-client/calendar/calendar';
import { lexicon } from '../parse/vocabulary.ts';
import { contentOf } from './key.ts';

/**
 * On each of its weekdays; on the first of them in a week; or on the first of them in a month that is a working day, as
 * long as one is.
 */
export const CADENCES = ['daily', 'weekly', 'monthly'] as const;
export type Cadence = (typeof CADENCES)[number];

/** A name for a question and its usual schedule: `weekly` is `/sales last week` each Monday. */
export interface Preset {
  /** In keys, tables, buttons and commands. */
  readonly content: string;
  /** The words that people can type for it, `content` included, separated by spaces. */
  readonly typed: string;
  /** The content of a more general preset, whose words can be typed beside its own: "weekly sales". */
  readonly narrows?: string;
  readonly command: PresetCommand;
  readonly question: string;
  /** Behind the command, where words that narrow it follow. */
  readonly words: string;
  readonly cadence: Cadence;
  /** HH:mm at which it is due unless a person chooses another time; that of the settings where undefined. */
  readonly ownTime?: string;
}

export type PresetCommand = 'stock' | 'sales';

/** The first is meant where none is named. */
export const PRESETS: readonly [Preset, ...Preset[]] = [
  {
    content: 'stock',
    typed: 'stock lager lageret beholdning',
    command: 'stock',
    question: '/stock mine',
    words: 'overview',
    cadence: 'daily',
  },
  {
    content: 'sales',
    typed: 'sales salg salget sal salet',
    command: 'sales',
    question: '/sales yesterday',
    words: 'yesterday',
    cadence: 'daily',
  },
  {
    content: 'weekly-sales',
    typed: 'weekly-sales weekly ukentlig vekentleg ukesalg ukesalget ukessalg ukerapport ukesrapport vekesal',
    narrows: 'sales',
    command: 'sales',
    question: '/sales last week',
    words: 'last week',
    cadence: 'weekly',
    ownTime: '08:00',
  },
  {
    content: 'monthly-sales',
    typed: 'monthly-sales monthly månedlig månadleg månedssalg månedssalget månedsrapport månadssal',
    narrows: 'sales',
    command: 'sales',
    question: '/sales last month',
    words: 'last month',
    cadence: 'monthly',
    ownTime: '08:00',
  },
];

/** What is meant where nothing is named. */
export const [USUAL] = PRESETS;

/** By the words that people can type. */
export const TYPED_PRESETS: ReadonlyMap<string, Preset> = lexicon(
  PRESETS.map((preset) => [preset, preset.typed] as const),
);

/** The preset of a subscription's kind; undefined for a question that was typed. */
export function presetOf(kind: string): Preset | undefined {
  return PRESETS.find(({ content }) => content === contentOf(kind));
}

/** HH:mm from which the service has the data that a daily preset should show. */
export const ARRIVES_AT: Readonly<Record<PresetCommand, string>> = {
  stock: STOCK_REFRESH,
  sales: SALES_REFRESH,
};

/** The older day that a daily preset shows before its own day's data arrives; undefined from then on. */
export function earlyDay(
  { command, cadence }: Preset,
  dueAt: number,
  calendar: Pick<Calendar, 'dayOf' | 'addDays' | 'latestStockDay' | 'latestSalesDay'>,
): string | undefined {
  if (cadence !== 'daily') return undefined;
  const today = calendar.dayOf(dueAt);
  const [day, own] =
    command === 'stock'
      ? [calendar.latestStockDay(dueAt), today]
      : [calendar.latestSalesDay(dueAt), calendar.addDays(today, -1)];
  return day < own ? day : undefined;
}
