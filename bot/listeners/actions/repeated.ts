/** Several parts of one message may hold the same button, whose action_ids have to differ: `name:0`, `name:1`. */
export function repeated(actionId: string): RegExp {
  return new RegExp(`^${actionId}(?::.*)?$`, 's');
}
