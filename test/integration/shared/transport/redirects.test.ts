import { RedirectedError } from 'retail-data-client';
import { expect, test } from 'vitest';
import { httpAnswer, startRawServer } from '../../../support/rawServer.ts';
import { createTestClient, KEY, rejection } from '../../../support/testClient.ts';

test.each([301, 302, 303, 307, 308])(
  'a %d to another host is refused; that host never sees a request',
  async (status) => {
    const other = await startRawServer((socket) => socket.write(httpAnswer('[]')));
    const service = await startRawServer((socket) =>
      socket.write(httpAnswer('', { location: `${other.url}/stores/v0/details` }, status)),
    );
    const client = createTestClient({ baseUrl: service.url });
    const change = { email: 'kari@example.no', roleId: '1', mainRoleId: '2', active: true };
    for (const call of [client.stores(), client.dailySales().toArray(), client.setPermission(change)]) {
      const error = await rejection(call);
      expect(error).toBeInstanceOf(RedirectedError);
      expect(error).toMatchObject({ kind: 'redirected', status });
    }
    expect(service.requests).toHaveLength(3);
    expect(service.requests[0]?.head).toContain(KEY);
    expect(other.requests).toEqual([]);
    expect(other.openSockets()).toBe(0);
  },
);
