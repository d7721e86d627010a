import type { IConnections, IDataObject, INode } from 'n8n-workflow';

/** A credential as n8n imports it. */
export interface StoredCredential {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly data: IDataObject;
}

/** A workflow as n8n imports it. */
export interface StoredWorkflow {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly nodes: readonly INode[];
  readonly connections: IConnections;
  readonly settings: IDataObject;
}

/** How a node names the credential of the service; the name is the one n8n gives a new credential. */
export const RETAIL_DATA_CREDENTIAL = { id: 'retaildataapi', name: 'Retail Data API account' };

/** The credential of the service as a person fills it in. */
export function retailDataCredential(baseUrl: string, subscriptionKey: string): StoredCredential {
  return { ...RETAIL_DATA_CREDENTIAL, type: 'retailDataApi', data: { baseUrl, subscriptionKey } };
}
