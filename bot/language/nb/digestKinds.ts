import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';

export const digestKinds = (format: Formatter): Catalog['digest']['kinds'] => ({
  stock: {
    name: 'lagerrapport',
    data: 'lagertallene',
    option: 'Beholdning',
    nothingRead:
      'Det har ikke kommet lagertall ennå, så det er ingen lagerrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
    mine: 'dine (solgt de siste 90 dagene eller i varelisten din)',
    all: 'alle varer i kjeden',
    title: (where, when) => `*Lagerrapport* i ${where}: ${when}`,
    next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart dagens lagertall er klare.`,
    nextEarly: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med beholdningen per ${format.day(day)}. Dagens lagertall kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få dem med.`,
  },
  sales: {
    name: 'salgsrapport',
    data: 'salgstallene',
    option: 'Salget i går',
    nothingRead:
      'Det har ikke kommet salgstall ennå, så det er ingen salgsrapport å sende. Appen prøver igjen med noen minutters mellomrom. Se `/digest status`.',
    mine: 'hele salget ditt',
    all: 'hele salget ditt',
    title: (where, when) => `*Salgsrapport* i ${where}: ${when}`,
    next: (at, timeZone) => `Neste: ${format.instant(at, timeZone)}, så snart gårsdagens salgstall er klare.`,
    nextEarly: (at, timeZone, day, ownFrom) =>
      `Neste: ${format.instant(at, timeZone)}, med salget for ${format.day(day)}. Gårsdagens salg kommer ca. kl. ${ownFrom}; sett rapporten til kl. ${ownFrom} eller senere for å få det med.`,
  },
});
