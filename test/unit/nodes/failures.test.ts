import { ConnectionError, TransportFailure } from 'retail-data-client/portable';
import { expect, test } from 'vitest';
import { errorItem } from '../../../nodes/service/failures.ts';

function adviceOn(error: unknown): unknown {
  return Object(errorItem(error, 0).json.details).advice;
}

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'NODE_EXTRA_CA_CERTS'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'NODE_EXTRA_CA_CERTS'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'NODE_EXTRA_CA_CERTS'],
  ['ECONNREFUSED', 'Check host and port'],
  ['ENOTFOUND', 'There is no such host'],
  ['EHOSTUNREACH', 'Check the base URL and the network'],
])('a connection that fails with %s comes with what to do', (code, advice) => {
  const error = new ConnectionError(
    'Stores: failed.',
    'Check the base URL and the network, then try again.',
    {
      cause: new TransportFailure('unreachable', code),
    },
  );
  expect(adviceOn(error)).toContain(advice);
});

test.each([
  'Node does not have any credentials set for "retailDataApi"',
  'Credential with ID "null" does not exist for type "retailDataApi".',
])('a workflow without its credential names the one it needs: %s', (message) => {
  expect(adviceOn(new Error(message))).toContain(
    "choose a Retail Data API credential, such as 'Retail Data API account'",
  );
});
