import { z } from 'zod';
import { readQuery } from './query.ts';
import { badRequest, jsonReply, Refusal } from './reply.ts';
import type { Operation } from './service.ts';

const CHANGE = z.strictObject({
  email: z.string().min(1),
  roleId: z.string().min(1),
  mainRoleId: z.string().min(1),
  active: z.boolean(),
});

/** PUT permission: sets active of an existing permission and gives it in full. All four fields are required. */
export const permission: Operation = {
  name: 'permission',
  method: 'PUT',
  path: '/auth/v0/permission',
  answer(service, call) {
    readQuery(call.query, {});
    const mediaType = call.contentType?.split(';')[0]?.trim().toLowerCase();
    if (mediaType !== undefined && mediaType !== 'application/json') {
      throw badRequest('"Content-Type" must be application/json.');
    }
    const asked = CHANGE.safeParse(parseJson(call.body));
    if (!asked.success)
      throw badRequest(`The body is wrong: ${asked.error.issues.map(describe).join('; ')}.`);
    const changed = service.permissions.change(asked.data, service.moment());
    if (changed === undefined) {
      throw new Refusal(422, 'There is no permission for this email, roleId and mainRoleId.');
    }
    return jsonReply(200, changed);
  },
};

function describe({ path, message }: z.core.$ZodIssue): string {
  return `${path.map((name) => `"${String(name)}": `).join('')}${message}`;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}
