import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { InvalidInputError } from 'retail-data-client/portable';
import { runsAsTool } from './client.ts';
import type { ServiceContext } from './context.ts';
import { isEmpty } from './inputs.ts';

/**
 * The filters as they were given. An agent may leave one out. Otherwise a filter whose expression gave nothing is refused:
 * the service would be asked without it, and everything would come.
 * @throws InvalidInputError that names the filter.
 */
export function checkedFilters(context: ServiceContext, given: IDataObject): IDataObject {
  refuseEmptyExpressions(context, given, Object(context.getNode().parameters.filters));
  return given;
}

/** `typed` are parameters as they were typed in, `given` what came of them. */
export function refuseEmptyExpressions(
  context: ServiceContext,
  given: IDataObject,
  typed: INodeParameters,
): void {
  if (runsAsTool(context)) return;
  for (const [name, entry] of Object.entries(typed)) {
    const text: unknown = Object(entry).value ?? entry;
    if (typeof text !== 'string' || !text.startsWith('=') || !isEmpty(given[name])) continue;
    throw new InvalidInputError({
      field: name === 'productId' && 'getInputData' in context ? 'productIds' : name,
      value: undefined,
      expected: `given: its expression ${text.slice(1).trim()} gave nothing, and without it everything would be fetched`,
    });
  }
}
