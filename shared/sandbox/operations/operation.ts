import type { OperationName } from '../faults.ts';
import type { Reply } from '../reply.ts';
import type { Service } from '../service.ts';

/** What an operation answers to, once the key is accepted. */
export interface Call {
  readonly query: URLSearchParams;
  readonly contentType: string | undefined;
  readonly body: string;
  /** Scheme and host of the request, for links. */
  readonly origin: string;
}

export interface Operation {
  readonly name: OperationName;
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  /** Throws a Refusal when the call cannot be answered. */
  answer(service: Service, call: Call): Reply;
}
