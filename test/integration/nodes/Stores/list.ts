import type { INodeListSearchResult } from 'n8n-workflow';
import { core, workflow } from '../../../support/nodes/n8n.ts';
import { loadPackage, nodeTypesOf, PACKAGE } from '../../../support/nodes/package.ts';
import { additionalData } from '../../../support/nodes/run.ts';
import type { Service } from '../../../support/nodes/service.ts';

/** Asks for a list as the editor does when someone opens the field or types into it. */
export async function searchList(
  service: Pick<Service, 'credentials'>,
  node: string,
  method: string,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const loaded = await loadPackage();
  const nodeTypes = nodeTypesOf(loaded);
  const type = `${PACKAGE}.${node}`;
  const subject = new workflow.Workflow({
    id: 'workflow',
    active: false,
    nodes: [
      {
        id: 'node',
        name: 'Node',
        type,
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
        credentials: { retailDataApi: { id: 'credential', name: 'Retail Data API' } },
      },
    ],
    connections: {},
    nodeTypes,
  });
  const asked = subject.getNode('Node');
  const search = nodeTypes.getByNameAndVersion(type, 1).methods?.listSearch?.[method];
  if (asked === null || search === undefined) throw new Error(`${node} has no list ${method}.`);
  const context = new core.LoadOptionsContext(subject, asked, additionalData(loaded, service), '');
  const found: INodeListSearchResult = await Reflect.apply(search, context, [filter, paginationToken]);
  return found;
}
