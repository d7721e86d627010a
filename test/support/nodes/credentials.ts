import type {
  ICredentialDataDecryptedObject,
  ICredentials,
  ICredentialType,
  IHttpRequestOptions,
  INodeProperties,
} from 'n8n-workflow';
import { workflow } from './n8n.ts';

/** What someone typed into the credential. */
export interface CredentialFields {
  readonly baseUrl: string;
  readonly subscriptionKey: string;
}

/** Stands in for n8n's credential store; the header is added by the credential type under test. */
export class TypedInCredentials extends workflow.ICredentialsHelper {
  readonly #type: ICredentialType;
  readonly #fields: CredentialFields;

  constructor(type: ICredentialType, fields: CredentialFields) {
    super();
    this.#type = type;
    this.#fields = fields;
  }

  override getParentTypes(): string[] {
    return [];
  }

  override isCredentialUsableByNode(): boolean {
    return true;
  }

  override async authenticate(
    credentials: ICredentialDataDecryptedObject,
    _typeName: string,
    request: IHttpRequestOptions,
  ): Promise<IHttpRequestOptions> {
    const { authenticate } = this.#type;
    if (typeof authenticate !== 'function')
      throw new Error('The credential type adds its key by a function.');
    return authenticate(credentials, request);
  }

  override async preAuthentication(): Promise<undefined> {
    return undefined;
  }

  override async runPreAuthentication(): Promise<undefined> {
    return undefined;
  }

  override async getCredentials(): Promise<ICredentials> {
    throw new Error('The nodes read decrypted credentials only.');
  }

  override async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
    return { ...this.#fields };
  }

  override async updateCredentials(): Promise<void> {}

  override async updateCredentialsOauthTokenData(): Promise<void> {}

  override getCredentialsProperties(): INodeProperties[] {
    return this.#type.properties;
  }
}
