import type { Feature } from '../ask/asking.ts';
import { type Following, partsOf } from '../ask/follow.ts';
import type { Reading } from '../parse/nameLookup.ts';
import { MEANINGS } from '../parse/selection.ts';
import { format } from '../parse/tokenizer.ts';
import type { Preset } from './presets.ts';
import type { Narrowing } from './question.ts';

/** How a command reads what narrows its questions. */
export interface NarrowedCommand extends Pick<Feature, 'command' | 'following'> {
  /** @throws ParseError */
  parse(text: string, reading: Reading): unknown;
}

/** The words behind a command. */
export function wordsOf(command: string): string {
  return command.replace(/^\/\w+ ?/, '');
}

/** The words by which a question of a preset is narrower than the preset. */
export function narrowingOf(question: string, preset: Preset): string {
  if (question === preset.question) return '';
  const behind = wordsOf(question);
  return behind.startsWith(preset.words) ? behind.slice(preset.words.length).trim() : behind;
}

/**
 * A question with other words in the place of what it says of the same: products or stores. That of a preset keeps
 * nothing else of its own. @throws ParseError for words that its command doesn't take
 */
export function narrowed(
  question: string,
  narrowing: Narrowing,
  preset: Preset | undefined,
  feature: NarrowedCommand,
  reading: Reading,
): string {
  const following = feature.following(reading);
  const kept = keptWords(wordsOf(question), narrowing, preset !== undefined, following);
  const narrower = [kept, narrowing.words]
    .filter((each) => each !== '')
    .join(' ')
    .replace(/^mine ?/, '');
  if (preset !== undefined && narrower === '') return preset.question;
  const words = narrower === 'all' ? narrower : `${preset?.words ?? ''} ${narrower}`.trim();
  feature.parse(words, reading);
  return `/${feature.command} ${words}`;
}

function keptWords(
  words: string,
  { words: said, clears = [] }: Narrowing,
  isOfPreset: boolean,
  following: Following,
): string {
  const now = partsOf(following.read(said), following).flatMap(({ slots }) => slots);
  const gone = new Set([...clears, ...now]);
  if (gone.has('product') || gone.has('scope')) for (const slot of ['product', 'scope']) gone.add(slot);
  for (const meaning of MEANINGS) {
    const isSaid = gone.has(meaning) || now.some((slot) => slot.startsWith('without'));
    if (isSaid) gone.add(`without ${meaning}`);
  }
  const mayStay = (slot: string) => !isOfPreset || /^(?:product|store|scope|without .*)$/.test(slot);
  const kept = partsOf(following.read(words), following).filter(
    ({ slots }) => !slots.some((slot) => gone.has(slot)) && mayStay(slots[0] ?? ''),
  );
  return format([...new Set(kept.flatMap(({ tokens }) => tokens))]);
}
