import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { RetailDataError } from 'retail-data-client/portable';
import { runsAsTool, type ServiceContext } from './context.ts';
import { isEmpty } from './inputs.ts';
import { labelOf } from './labels.ts';

/** A filter whose expression gave nothing: the service would be asked without it, and everything would come. */
class EmptyExpressionError extends RetailDataError {
  readonly kind = 'invalidInput';

  constructor(label: string, expression: string) {
    super(
      `The expression of ${label} gave nothing: ${expression}`,
      `Correct the expression, or leave ${label} out to get everything. Nothing was sent.`,
    );
  }
}

/** The filters as they were given. @throws EmptyExpressionError */
export function checkedFilters(context: ServiceContext, given: IDataObject): IDataObject {
  refuseEmptyExpressions(context, given, Object(context.getNode().parameters.filters));
  return given;
}

/** `typed` are parameters as they were typed in, `given` what came of them. An agent may leave one out. */
export function refuseEmptyExpressions(
  context: ServiceContext,
  given: IDataObject,
  typed: INodeParameters,
): void {
  if (runsAsTool(context)) return;
  for (const [name, entry] of Object.entries(typed)) {
    const text: unknown = Object(entry).value ?? entry;
    if (typeof text !== 'string' || !text.startsWith('=') || !isEmpty(given[name])) continue;
    const label = labelOf(name === 'productId' && 'getInputData' in context ? 'productIds' : name);
    throw new EmptyExpressionError(label, text.slice(1).trim());
  }
}
