import { type Catalog, wordsOf } from '../../language/language.ts';
import { contentOf } from '../key.ts';
import { ARRIVES_AT, type PresetCommand } from '../presets.ts';
import { english } from './en.ts';
import type { PresetWords } from './enPresets.ts';
import { norwegian } from './nb.ts';

export const digestWords = wordsOf(english, norwegian);

/** What a digest is called by its kind; a question is one that was typed. */
export function presetWords(kind: string, t: Catalog): PresetWords {
  const { presets } = digestWords(t);
  const content = contentOf(kind);
  return isPreset(content, presets) ? presets[content] : presets.question;
}

function isPreset<Presets extends object>(
  content: string,
  presets: Presets,
): content is keyof Presets & string {
  return content in presets;
}

/** The data that presets wait for, and when it arrives. */
export function arrivals(t: Catalog) {
  const commands: readonly PresetCommand[] = ['stock', 'sales'];
  return commands.map((command) => ({
    fresh: digestWords(t).of[command].fresh,
    ownFrom: ARRIVES_AT[command],
  }));
}
