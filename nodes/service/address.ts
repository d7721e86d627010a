import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey } from 'retail-data-client/transport/subscriptionKey';
import type { ServiceContext } from './context.ts';

export const CREDENTIAL_TYPE = 'retailDataApi';

/** Where the service is and the key to it, both checked. */
export interface ServiceAddress {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
}

/** Reads the credential of the node. @throws InvalidInputError that names the field, never the key. */
export async function readAddress(context: ServiceContext): Promise<ServiceAddress> {
  const { baseUrl, subscriptionKey } = await context.getCredentials(CREDENTIAL_TYPE);
  return {
    baseUrl: parseBaseUrl(typeof baseUrl === 'string' ? baseUrl : ''),
    subscriptionKey: parseSubscriptionKey(typeof subscriptionKey === 'string' ? subscriptionKey : ''),
  };
}
