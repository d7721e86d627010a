import type { IConnections, IDataObject, INode } from 'n8n-workflow';
import { nodeOf, use } from '../../tools/n8n/everyNode.ts';
import type { StoredWorkflow } from '../../tools/n8n/stored.ts';
import type { BenchSize } from './service.ts';

/** One workflow of the bench. */
export interface BenchCase {
  readonly id: string;
  readonly title: string;
  /** The base URL path that it reads; none for n8n at rest. */
  readonly reads: keyof BenchSize | undefined;
  /** The case its ratios are to. */
  readonly reference: string;
  readonly nodeFlags: readonly string[];
  readonly nodes: (origin: string) => readonly INode[];
}

const SMALL_HEAP = ['--max-old-space-size=512'];

export const CASES: readonly BenchCase[] = [
  {
    id: 'idle',
    title: 'n8n with nothing to do',
    reads: undefined,
    reference: 'idle',
    nodeFlags: SMALL_HEAP,
    nodes: () => [],
  },
  {
    id: 'stockhttp',
    title: 'stock: HTTP Request, which splits the answer itself',
    reads: 'stock',
    reference: 'stockhttp',
    nodeFlags: [],
    nodes: (origin) => [
      httpRequest(`${origin}/stock/press-products/v0/accumulated-stock?includeZeroStock=true`),
    ],
  },
  {
    id: 'stockours',
    title: 'stock: Retail Data Accumulated Stock',
    reads: 'stock',
    reference: 'stockhttp',
    nodeFlags: [],
    nodes: () => [
      nodeOf(
        use('Stock', 'retailDataAccumulatedStock', { returnAll: true, filters: { includeZeroStock: true } }),
        0,
      ),
    ],
  },
  {
    id: 'saleshttp',
    title: 'sales: HTTP Request, Split Out twice',
    reads: 'sales',
    reference: 'saleshttp',
    nodeFlags: [],
    nodes: (origin) => [
      httpRequest(`${origin}/sales/my-products/v0/daily-sales-per-store?fromSalesDate=2026-11-17`),
      splitOut('Stores', 'storeSales', ['salesDate']),
      splitOut('Sales', 'storeSales.sales', ['salesDate', 'storeSales.storeId']),
    ],
  },
  {
    id: 'salesours',
    title: 'sales: Retail Data Daily Sales, rows',
    reads: 'sales',
    reference: 'saleshttp',
    nodeFlags: [],
    nodes: () => [dailySales({ returnAll: true, output: 'rows' })],
  },
  {
    id: 'salesfile',
    title: 'all sales to a file, heap of 512 MB',
    reads: 'all',
    reference: 'idle',
    nodeFlags: SMALL_HEAP,
    nodes: () => [dailySales({ output: 'file' })],
  },
];

/** The workflow of the case: its nodes one after the other, behind a start by hand. */
export function workflowOfCase({ id, title, nodes }: BenchCase, origin: string): StoredWorkflow {
  const start: INode = {
    id: 'start',
    name: 'Start',
    type: 'n8n-nodes-base.manualTrigger',
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  };
  const chain = [start, ...nodes(origin)];
  const connections: IConnections = {};
  for (const [place, node] of chain.slice(1).entries()) {
    const before = chain[place]?.name ?? '';
    connections[before] = { main: [[{ node: node.name, type: 'main', index: 0 }]] };
  }
  return { id, name: title, active: false, nodes: chain, connections, settings: { executionOrder: 'v1' } };
}

function dailySales(parameters: IDataObject): INode {
  return nodeOf(
    use('Daily Sales', 'retailDataDailySales', {
      period: 'custom',
      fromSalesDate: '2026-11-17',
      ...parameters,
    }),
    0,
  );
}

function httpRequest(url: string): INode {
  const own = nodeOf(use('HTTP Request', '', {}), 0);
  return {
    ...own,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters: {
      url,
      authentication: 'predefinedCredentialType',
      nodeCredentialType: 'retailDataApi',
      options: {},
    },
  };
}

function splitOut(name: string, field: string, kept: readonly string[]): INode {
  return {
    id: name.toLowerCase().replace(' ', ''),
    name,
    type: 'n8n-nodes-base.splitOut',
    typeVersion: 1,
    position: [400, 0],
    parameters: {
      fieldToSplitOut: field,
      include: 'selectedOtherFields',
      fieldsToInclude: kept.join(', '),
      options: {},
    },
  };
}
