import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import type { Sandbox } from 'retail-data-client/sandbox';
import { RETAIL_DATA_CREDENTIAL, type StoredWorkflow } from './stored.ts';

const PACKAGE = 'n8n-nodes-retail-data';

/** A node of the package in a workflow: its type without the package, and what stands in its fields. */
export interface NodeUse {
  readonly name: string;
  readonly type: string;
  readonly parameters: IDataObject;
  readonly onError?: INode['onError'];
}

/** The days that all of them ask for: what was sold on them does not change any more. */
export const FROM_DATE = '2026-11-16';
export const TO_DATE = '2026-11-19';

const days = { period: 'custom', fromSalesDate: FROM_DATE, toSalesDate: TO_DATE };

/** Each action node of the package, in each form of its output. */
export const EVERY_ACTION: readonly NodeUse[] = [
  use('Sales', 'retailDataDailySales', { ...days, returnAll: true, output: 'rows' }),
  use('Sales per Day', 'retailDataDailySales', { ...days, returnAll: true, output: 'days' }),
  use('Sales per Store', 'retailDataDailySales', { ...days, returnAll: true, output: 'stores' }),
  use('Totals', 'retailDataDailySales', { ...days, output: 'totals', groupBy: 'product' }),
  use('Sales File', 'retailDataDailySales', { ...days, output: 'file', options: { fileFormat: 'csv' } }),
  use('Sales of Yesterday', 'retailDataDailySales', { period: 'yesterday', returnAll: true, output: 'rows' }),
  use('Stores', 'retailDataStores', { returnAll: true, simplify: true }),
  use('Stock', 'retailDataAccumulatedStock', { returnAll: true, filters: { includeZeroStock: true } }),
];

export const SHOWN_ID = 'retaildata';

/** What a person is shown of the nodes in the editor: each of them, and one whose parameters are wrong. */
export function shownWorkflow({ truth }: Sandbox): StoredWorkflow {
  const { email = '', roleId = '', mainRoleId = '' } = truth.permissions()[0] ?? {};
  const endsEarlier = { period: 'custom', fromSalesDate: TO_DATE, toSalesDate: FROM_DATE };
  const base = workflowOf(SHOWN_ID, 'Retail Data', [
    use('Daily Sales', 'retailDataDailySales', { period: 'last7Days', output: 'totals', groupBy: ['day'] }),
    use('Stores', 'retailDataStores', { returnAll: true, simplify: true }),
    use('Accumulated Stock', 'retailDataAccumulatedStock', {
      returnAll: true,
      filters: { includeZeroStock: true },
    }),
    use('Permission', 'retailDataPermission', { email, roleId, mainRoleId, active: false }),
    use('Sales of Last Week', 'retailDataDailySales', { ...endsEarlier, output: 'rows' }),
  ]);
  const trigger = nodeOf(use('Stock Updated', 'retailDataTrigger', { event: 'stockUpdated' }), 0);
  return { ...base, nodes: [...base.nodes, { ...trigger, id: 'trigger', position: [0, 0] }] };
}

export function use(name: string, type: string, parameters: IDataObject): NodeUse {
  return { name, type, parameters };
}

/** A workflow that is started by hand, or from the command line, and runs each of the nodes once. */
export function workflowOf(id: string, name: string, uses: readonly NodeUse[]): StoredWorkflow {
  const connections: IConnections = {
    Start: { main: [uses.map((used) => ({ node: used.name, type: 'main', index: 0 }))] },
  };
  return {
    id,
    name,
    active: false,
    nodes: [start(uses.length), ...uses.map((used, place) => nodeOf(used, place))],
    connections,
    settings: { executionOrder: 'v1', timezone: 'Europe/Oslo' },
  };
}

export function nodeOf({ name, type, parameters, onError }: NodeUse, place: number): INode {
  return {
    id: `node${place}`,
    name,
    type: `${PACKAGE}.${type}`,
    typeVersion: 1,
    position: [320, place * 160],
    parameters: { ...parameters } as INode['parameters'],
    credentials: { retailDataApi: RETAIL_DATA_CREDENTIAL },
    ...(onError === undefined ? {} : { onError }),
  };
}

function start(beside: number): INode {
  return {
    id: 'start',
    name: 'Start',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [0, Math.floor((beside - 1) / 2) * 160],
    parameters: {},
  };
}
