import type {
  IAuthenticateRuleResponseCode,
  ICredentialDataDecryptedObject,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { parseBaseUrl } from 'retail-data-client/transport/baseUrl';
import { parseSubscriptionKey, SUBSCRIPTION_KEY_HEADER } from 'retail-data-client/transport/subscriptionKey';

/** Apart from the list: n8n's lint knows a secret by its name, does not know this one, and would have it shown. */
const subscriptionKey: INodeProperties = {
  displayName: 'Subscription Key',
  name: 'subscriptionKey',
  type: 'string',
  typeOptions: { password: true },
  default: '',
  required: true,
  description: 'The subscription key from your profile at the service',
};

export class RetailDataApi implements ICredentialType {
  name = 'retailDataApi';

  displayName = 'Retail Data API';

  icon: Icon = { light: 'file:retailData.svg', dark: 'file:retailData.dark.svg' };

  documentationUrl =
    'https://github.com/retail-data/n8n-nodes-retail-data/blob/main/nodes/README.md#credentials';

  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'e.g. https://api.example.com',
      description: 'Address of the service, without the path of an operation. It must be https.',
    },
    subscriptionKey,
  ];

  /**
   * Adds the key to a request. n8n's test of a credential asks the address as it was typed in, so what the nodes refuse,
   * such as http to another machine, is refused here as well, before the key leaves.
   */
  authenticate = async (
    { baseUrl, subscriptionKey: key }: ICredentialDataDecryptedObject,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> => {
    parseBaseUrl(typeof baseUrl === 'string' ? baseUrl : '', "'Base URL'");
    const header = parseSubscriptionKey(typeof key === 'string' ? key : '', "'Subscription Key'");
    return { ...request, headers: { ...request.headers, [SUBSCRIPTION_KEY_HEADER]: header } };
  };

  /** Asks for stores by a name that none has: the smallest answer of an operation without a call limit. */
  test: ICredentialTestRequest = {
    request: {
      // The nodes take an address with blanks around it, so its test does.
      baseURL: '={{$credentials.baseUrl.trim()}}',
      url: '/stores/v0/details',
      qs: { storeNameContains: 'zzzzzz' },
      // n8n would carry the key along to wherever a redirect points.
      disableFollowRedirect: true,
      timeout: 30_000,
    },
    rules: [
      rule(401, "The service did not accept the 'Subscription Key'."),
      rule(403, "The 'Subscription Key' can't get stores. Check its subscription at the service."),
      rule(404, "Nothing was found below the 'Base URL'. Check its path."),
      ...[301, 302, 303, 307, 308].map((status) =>
        rule(status, "The 'Base URL' redirects. It must be the final address of the service."),
      ),
    ],
  };
}

function rule(status: number, message: string): IAuthenticateRuleResponseCode {
  return { type: 'responseCode', properties: { value: status, message } };
}
