import { parseBaseUrl } from '../transport/baseUrl.ts';
import { parseSubscriptionKey } from '../transport/subscriptionKey.ts';
import type { Reading } from './flags.ts';

export const BASE_URL_NAME = 'RETAIL_DATA_BASE_URL';
export const KEY_NAME = 'RETAIL_DATA_SUBSCRIPTION_KEY';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where the service is and who asks. */
export interface ServiceSettings {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
}

/** Reads the settings from the environment; each mistake goes to `reading`, and none of them shows the key. */
export function readSettings(environment: Environment, reading: Reading): ServiceSettings | undefined {
  const baseUrl = reading(() => parseBaseUrl(environment[BASE_URL_NAME] ?? '', BASE_URL_NAME));
  const subscriptionKey = reading(() => parseSubscriptionKey(environment[KEY_NAME] ?? '', KEY_NAME));
  return baseUrl === undefined || subscriptionKey === undefined ? undefined : { baseUrl, subscriptionKey };
}
