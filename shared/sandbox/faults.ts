/** What can go wrong on the way. Faults that replace the answer keep the operation from being carried out. */
export type Fault =
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** Answers normally after that. */
  | { kind: 'delay'; milliseconds: number }
  /** Headers and the first half of the body, then silence until the client goes away. */
  | { kind: 'stall' }
  /** The socket is destroyed, before the headers when afterBytes (of the body) is absent. */
  | { kind: 'reset'; afterBytes?: number }
  /** The body is cut, by default in the middle; 'close' has no content-length and ends cleanly. */
  | { kind: 'truncate'; afterBytes?: number; framing: 'content-length' | 'close' }
  /** 200 with that JSON instead. */
  | { kind: 'shape'; body: unknown }
  /** An HTML page as a gateway would send. */
  | { kind: 'html'; status: number }
  /** 200 with content-length 0. */
  | { kind: 'empty' }
  /** Default status 302. */
  | { kind: 'redirect'; location: string; status?: number };

export const OPERATION_NAMES = ['permission', 'dailySales', 'stores', 'accumulatedStock'] as const;
export type OperationName = (typeof OPERATION_NAMES)[number];

export interface FaultRule {
  fault: Fault;
  /** Every request when absent. */
  operation?: OperationName;
  /** How many requests it strikes, default 1; Infinity is allowed. */
  times?: number;
  /** How many matching requests pass first, those that another rule strikes included; default 0. */
  skip?: number;
}

interface PendingRule {
  readonly fault: Fault;
  readonly operation: OperationName | undefined;
  times: number;
  skip: number;
}

/** The rules in the order given; each request is struck by the first that is due. */
export class Faults {
  #rules: PendingRule[] = [];

  add(rule: FaultRule): void {
    const { fault, operation, times = 1, skip = 0 } = rule;
    this.#rules.push({ fault, operation, times, skip });
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault for a request that has just come in, undefined for a request to an unknown path included. */
  next(operation: OperationName | undefined): Fault | undefined {
    let struck: PendingRule | undefined;
    for (const rule of this.#rules) {
      if (rule.operation !== undefined && rule.operation !== operation) continue;
      if (rule.skip > 0) rule.skip -= 1;
      else struck ??= rule;
    }
    if (struck === undefined) return undefined;
    struck.times -= 1;
    this.#rules = this.#rules.filter((rule) => rule.times > 0);
    return struck.fault;
  }
}
