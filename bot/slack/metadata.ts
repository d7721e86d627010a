import { type Language, languageFor } from '../language/language.ts';

/**
 * The content of a modal's `private_metadata`: its language and channel, such as `nb@C0123:`, followed by a form's own
 * value. The language is needed because a form is validated before its sender's language is looked up; the channel,
 * because Slack doesn't say where a modal was opened.
 */
export interface ModalMetadata {
  readonly language: Language;
  /** Undefined outside channels. */
  readonly channelId: string | undefined;
  readonly value: string;
}

export function writeMetadata({ code }: Language, value = '', channelId?: string): string {
  return `${code}${channelId === undefined ? '' : `@${channelId}`}:${value}`;
}

/** English if no language is recorded: the form may have been opened before an update of the app. */
export function readMetadata(metadata: string): ModalMetadata {
  const [, code = 'en', channelId, value = metadata] = /^(nb|en)(?:@(\w+))?:(.*)$/s.exec(metadata) ?? [];
  return { language: languageFor(code === 'nb' ? 'nb' : 'en'), channelId, value };
}
