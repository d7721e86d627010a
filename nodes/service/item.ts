import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { CallOptions } from 'retail-data-client/portable';
import { runsAsTool } from './context.ts';
import { checkedFilters, refuseEmptyExpressions } from './filters.ts';
import { count, flag, oneOf, seconds, text, type Value } from './inputs.ts';

const AGENT_TIMEOUT_MS = 60_000;
const AGENT_WAIT_MS = 5_000;

/** The parameters of one input item, read and checked. All throw an InvalidInputError that names the parameter. */
export class Item {
  readonly context: IExecuteFunctions;
  readonly #index: number;

  constructor(context: IExecuteFunctions, index: number) {
    this.context = context;
    this.#index = index;
  }

  /** True when an AI agent runs the node. */
  get isTool(): boolean {
    return runsAsTool(this.context);
  }

  text(name: string, otherwise = ''): string {
    return text(this.#given(name, otherwise));
  }

  flag(name: string, otherwise?: boolean): boolean {
    return flag(name, this.#given(name, otherwise));
  }

  choice<Choice extends string>(name: string, otherwise: Choice, choices: readonly Choice[]): Choice {
    return oneOf(name, this.text(name, otherwise), choices);
  }

  /** Parts of an array, or of a text with commas, as an expression may give; none for anything else. */
  list(name: string, otherwise: string[]): { readonly given: Value; readonly parts: readonly Value[] } {
    const given = this.#given(name, otherwise);
    const parts = typeof given === 'string' ? given.split(',').map((part) => part.trim()) : given;
    return { given, parts: Array.isArray(parts) ? parts : [] };
  }

  /** Parameters without which the service would be asked for everything: an expression that gave nothing is refused. */
  bounds(...names: readonly string[]): IDataObject {
    const { parameters } = this.context.getNode();
    const given = Object.fromEntries(names.map((name) => [name, this.#given(name, '')]));
    const typed = Object.fromEntries(names.map((name) => [name, parameters[name] ?? '']));
    refuseEmptyExpressions(this.context, given, typed);
    return given;
  }

  get filters(): IDataObject {
    return checkedFilters(this.context, this.context.getNodeParameter('filters', this.#index, {}));
  }

  get options(): IDataObject {
    return this.context.getNodeParameter('options', this.#index, {});
  }

  /** What 'Return All' and 'Limit' say; undefined for all. */
  get limit(): number | undefined {
    if (this.flag('returnAll', false)) return undefined;
    return count('limit', this.#given('limit', 50)) ?? 50;
  }

  /** How its calls are made. An agent waits for the answer; what a person set in the options wins. */
  get call(): CallOptions {
    const timeoutMs = seconds('timeout', this.options.timeout, 0.1);
    const signal = this.context.getExecutionCancelSignal();
    return this.isTool
      ? { timeoutMs: timeoutMs ?? AGENT_TIMEOUT_MS, maxWaitMs: AGENT_WAIT_MS, signal }
      : { timeoutMs, signal };
  }

  /** An item of output that comes from this one. */
  gives(json: IDataObject): INodeExecutionData {
    return { json, pairedItem: { item: this.#index } };
  }

  #given(name: string, otherwise: string | number | boolean | string[] | undefined): Value {
    const given: Value = this.context.getNodeParameter(name, this.#index, otherwise);
    return given;
  }
}
