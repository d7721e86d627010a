import { InvalidInputError } from '../errors/errors.ts';

/** The header every operation requires (interface: "Authentication"). */
export const SUBSCRIPTION_KEY_HEADER = 'Ocp-Apim-Subscription-Key';

/** Checks that the key can stand in a header. The message never shows it. */
export function parseSubscriptionKey(value: string, name = 'subscriptionKey'): string {
  const key = String(value ?? '').trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new InvalidInputError({
      field: name,
      value: key === '' ? '' : '(hidden)',
      expected:
        'the subscription key from your profile: letters, digits and signs without spaces or line breaks',
    });
  }
  return key;
}

/** The text with the key masked, also where it stands URL-encoded or as a JSON string. */
export function redactKey(text: string, key: string): string {
  const forms = [key, encodeURIComponent(key), JSON.stringify(key).slice(1, -1)];
  return forms.reduce((masked, form) => masked.replaceAll(form, '***'), text);
}
