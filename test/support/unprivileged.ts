import { readFileSync } from 'node:fs';

/** Nobody else when we are not root; the person PostgreSQL was installed for, or nobody, when we are. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const found =
    people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody') ?? [];
  const [, , uid, gid] = found;
  if (uid === undefined || gid === undefined) throw new Error('/etc/passwd has neither postgres nor nobody');
  return { uid: Number(uid), gid: Number(gid) };
}
