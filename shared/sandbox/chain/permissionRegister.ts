import type { Day } from '../../calendar/openDays.ts';
import { type Moment, momentTexts } from './refresh.ts';

/** The response of the permission operation, without its result ("Permission" of the interface). */
export interface TruthPermission {
  readonly email: string;
  readonly accessToWholesaler: string;
  readonly roleId: string;
  readonly mainRoleId: string;
  readonly active: boolean;
  readonly lastChangedOn: string;
  readonly lastChangedAt: string;
}

const SEEDED = [
  ['kari.nordmann@supplier.example', '21', '12', '3', true],
  ['kari.nordmann@supplier.example', '22', '14', '3', false],
  ['ola.sæther@supplier.example', '21', '12', '3', true],
  ['innkjøp@wholesaler.example', '35', '007', '1', false],
  ['reports@wholesaler.example', '35', '120', '10', true],
] as const;

/** The permissions that exist. Only their active field ever changes; none is created or removed. */
export function createPermissions(today: Day) {
  let entries: readonly TruthPermission[] = SEEDED.map(
    ([email, accessToWholesaler, roleId, mainRoleId, active], index) => {
      const changed = momentTexts({ day: today - 20 - index * 31, secondOfDay: 9 * 3600 + index * 611 });
      const lastChanged = { lastChangedOn: changed.date, lastChangedAt: changed.time };
      return { email, accessToWholesaler, roleId, mainRoleId, active, ...lastChanged };
    },
  );
  return {
    all: () => entries,
    /** Sets active and gives the response of the operation; undefined when there is no such permission. */
    change(asked: Pick<TruthPermission, 'email' | 'roleId' | 'mainRoleId' | 'active'>, moment: Moment) {
      const current = entries.find(
        ({ email, roleId, mainRoleId }) =>
          email === asked.email && roleId === asked.roleId && mainRoleId === asked.mainRoleId,
      );
      if (current === undefined) return undefined;
      if (current.active === asked.active) return { ...current, result: 'Unchanged' };
      const { date, time } = momentTexts(moment);
      const changed = { ...current, active: asked.active, lastChangedOn: date, lastChangedAt: time };
      entries = entries.map((entry) => (entry === current ? changed : entry));
      return { ...changed, result: 'Updated' };
    },
  };
}
