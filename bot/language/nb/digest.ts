import type { Catalog } from '../en/index.ts';
import type { Formatter } from '../formatter.ts';
import { digestCommands } from './digestCommands.ts';
import { digestSettings } from './digestSettings.ts';

export const digest = (format: Formatter): Catalog['digest'] => ({
  banner: banner(format),
  why: why(format),
  settings: digestSettings(format),
  commands: digestCommands(format),
  buttons: {
    list: 'Hele listen',
    why: 'Hvorfor disse tallene?',
    settings: 'Innstillinger',
    postNow: 'Send en nå',
  },
  fileComment: (rows, days) =>
    `${rows === 1 ? '1 rad' : `Alle ${format.units(rows)} rader`} for ${format.range(days)}`,
});

const banner = ({ day, time }: Formatter): Catalog['digest']['banner'] => ({
  lateBot: (dueAt, timeZone) =>
    `Rapporten er forsinket: Appen fikk ikke sendt den kl. ${time(dueAt, timeZone)}.`,
  quiet: (date) => `Beholdningen har ikke endret seg siden ${day(date)}.`,
});

const why = ({ day }: Formatter): Catalog['digest']['why'] => ({
  gone: (date) => `Beholdningen per ${day(date)} er ikke lagret lenger.`,
});
