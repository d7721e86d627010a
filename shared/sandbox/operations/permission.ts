import { badRequest, Query } from '../parameters.ts';
import { jsonReply, Refusal } from '../reply.ts';
import type { Operation } from './operation.ts';

interface PermissionRequest {
  readonly email: string;
  readonly roleId: string;
  readonly mainRoleId: string;
  readonly active: boolean;
}

/** PUT permission: sets active of an existing permission and gives it in full. All four fields are required. */
export const permission: Operation = {
  name: 'permission',
  method: 'PUT',
  path: '/auth/v0/permission',
  answer(service, call) {
    new Query(call.query, []);
    requireJson(call.contentType);
    const { active, ...name } = readBody(call.body);
    const change = service.permissions.setActive(name, active, service.moment());
    if (change === undefined) {
      throw new Refusal(422, 'There is no permission for this email, roleId and mainRoleId.');
    }
    return jsonReply(200, { ...change.permission, result: change.result });
  },
};

function requireJson(contentType: string | undefined): void {
  if (contentType === undefined) return;
  const mediaType = contentType.split(';')[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw badRequest('"Content-Type" must be application/json.');
}

const FIELDS = ['email', 'roleId', 'mainRoleId', 'active'];

function readBody(body: string): PermissionRequest {
  const content = parseJson(body);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw badRequest('The body must be a JSON object.');
  }
  const fields = new Map<string, unknown>(Object.entries(content));
  for (const name of fields.keys()) {
    if (!FIELDS.includes(name)) throw badRequest(`Unknown body field "${name}".`);
  }
  const active = fields.get('active');
  if (typeof active !== 'boolean') throw badRequest('Body field "active" must be true or false.');
  const text = (name: string) => {
    const value = fields.get(name);
    if (typeof value !== 'string' || value === '') throw badRequest(`Body field "${name}" must be a string.`);
    return value;
  };
  return { email: text('email'), roleId: text('roleId'), mainRoleId: text('mainRoleId'), active };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw badRequest('The body is not JSON.');
  }
}
