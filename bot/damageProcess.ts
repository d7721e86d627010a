/** The process that looks through a SQLite file: see damage.ts. */
import { findDamage } from './database/damage.ts';
import { serveInProcess } from './workers/process.ts';

serveInProcess(async (file: string) => ({
  service: { findDamage: async () => findDamage(file) },
  close: async () => {},
}));
