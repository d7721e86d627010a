import type { InputBlock } from '@slack/types';
import { isLanguageCode, type LanguageCode } from '../language/formatter.ts';
import type { Catalog, Language } from '../language/language.ts';
import { chosenIn, type FilledView, field, option, select } from './fields.ts';
import { askWords } from './words/words.ts';

const FIELDS = { where: 'post_where', language: 'post_language' };

/** Where and in which language something is posted. */
export interface Posted {
  readonly isForMe: boolean;
  readonly language: LanguageCode;
}

/** The fields for that; outside channels only the language. `isHere`: whether the channel is the one of the form. */
export function postedFields(
  { isInChannel, isHere, isForMe, language }: Posted & { isInChannel: boolean; isHere: boolean },
  t: Catalog,
): InputBlock[] {
  const words = askWords(t).posted;
  const where = [option('here', isHere ? words.here : words.there), option('me', words.me)];
  return [
    ...(isInChannel
      ? [
          field(
            { block: FIELDS.where, label: words.where, hint: words.whereHint, required: true },
            select(FIELDS.where, where, isForMe ? 'me' : 'here', t),
          ),
        ]
      : []),
    languageField(FIELDS.language, language, t),
  ];
}

export function languageField(block: string, chosen: LanguageCode, t: Catalog): InputBlock {
  const { language: label, languages } = askWords(t).posted;
  const codes = (['nb', 'en'] as const).map((code) => option(code, languages[code]));
  return field({ block, label, required: true }, select(block, codes, chosen, t));
}

export function readPosted(view: FilledView, { code }: Language): Posted {
  const chosen = chosenIn(view, FIELDS.language) ?? '';
  return {
    isForMe: chosenIn(view, FIELDS.where) === 'me',
    language: isLanguageCode(chosen) ? chosen : code,
  };
}
