import { parseBaseUrl } from '../transport/baseUrl.ts';
import { parseSubscriptionKey, redactKey } from '../transport/subscriptionKey.ts';
import type { Environment } from './context.ts';
import type { Mistakes } from './mistakes.ts';

const BASE_URL_NAME = 'RETAIL_DATA_BASE_URL';
const KEY_NAME = 'RETAIL_DATA_SUBSCRIPTION_KEY';

/** Where the service is and who asks. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
  /** Where HTTPS_PROXY and NO_PROXY are looked up. */
  readonly environment: Environment;
}

/** Reads the settings from the environment. No message shows the key. */
export function readSettings(environment: Environment, mistakes: Mistakes): ServiceSettings | undefined {
  const baseUrl = mistakes.collect(() => parseBaseUrl(environment[BASE_URL_NAME] ?? '', BASE_URL_NAME));
  const subscriptionKey = mistakes.collect(() => parseSubscriptionKey(environment[KEY_NAME] ?? '', KEY_NAME));
  return baseUrl === undefined || subscriptionKey === undefined
    ? undefined
    : { baseUrl, subscriptionKey, environment };
}

/** Takes the key of the environment out of a text, also where that key is not valid. */
export function createRedactor(environment: Environment): (text: string) => string {
  const key = environment[KEY_NAME]?.trim() ?? '';
  return (text) => (key === '' ? text : redactKey(text, key));
}
