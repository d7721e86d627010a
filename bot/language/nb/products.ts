import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';
import { quoted } from './words.ts';

const DELIMITERS = { tab: 'tabulator', semicolon: 'semikolon', comma: 'komma' } as const;

export const products = ({ counted, units }: Formatter): Catalog['products'] => ({
  linesWrong: (lines) =>
    `${lines === 1 ? 'Én linje' : `${lines} linjer`} har feil, så ingenting er importert, og listen er som før. Rett opp filen og importer den på nytt.`,
  busy: 'En annen vareliste importeres nå. Prøv igjen om et minutt.',
  line: (line, reason) => `linje ${line}: ${reason}.`,
  moreLines: (lines) => `og ${counted(lines, 'linje', 'linjer')} til.`,
  unreadableFile: (path, reason) =>
    `Filen ${path} kan ikke leses: ${reason}. Oppgi stien til en CSV- eller TSV-fil.`,
  fileErrors: {
    ENOENT: 'den finnes ikke',
    EACCES: 'appen har ikke lov til å lese den',
    EISDIR: 'det er en mappe',
  },

  reasons: {
    openQuote:
      'et anførselstegn åpnes her og lukkes aldri; lukk det, eller skriv det to ganger inne i et navn',
    tooManyFields: (fields, columns, delimiter) =>
      `det er ${fields} felt, men bare ${columns} kolonner; sett tekst som inneholder ${DELIMITERS[delimiter]}, i anførselstegn`,
    listedBefore: (id, line, name) =>
      `vare ${id} står allerede på linje ${line}, som ${quoted(name)}; behold bare den ene`,
    noNumber: 'varenummeret mangler',
    noNumberFor: (name) => `varenummeret til ${quoted(name)} mangler`,
    shortened: (id) =>
      `et regneark har forkortet ${quoted(id)}; formater kolonnen som tekst og lagre på nytt`,
    notANumber: (id) => `${quoted(id)} er ikke et varenummer; det er 1 til 15 sifre og ingenting annet`,
    noName: (id) => `vare ${id} mangler navn`,
    longName: (id, characters, most) =>
      `navnet på vare ${id} har ${units(characters)} tegn; forkort det til ${most}`,
    longGroup: (id, characters, most) =>
      `gruppen til vare ${id} har ${units(characters)} tegn; forkort den til ${most}`,
  },

  file: {
    empty: 'Filen er tom.',
    noProducts: 'Filen har ingen varer, bare en linje med kolonnenavn.',
    workbook:
      'Dette er en Excel-arbeidsbok. Lagre den som CSV (i Excel: Fil, Lagre som, «CSV UTF-8») og bruk den filen.',
    notText: 'Dette er ikke en tekstfil. En vareliste er en CSV- eller TSV-fil.',
    tooLarge: (megabytes, most) =>
      `Filen er på ${megabytes} MB; en vareliste kan være på maks ${most} MB. Behold bare kolonnene med nummer, navn og gruppe.`,
    tooManyProducts: (most) => `Listen har mer enn ${units(most)} varer. Behold bare varene du selger.`,
    tooManyGroups: (groups, most) =>
      `Listen har ${units(groups)} grupper, og grensen er ${units(most)}. Sjekk at gruppekolonnen inneholder grupper, eller fjern den.`,
    tooManyWords: (most) =>
      `Navnene har mer enn ${units(most)} ulike ord. Forkort navnene, eller behold færre varer.`,
    unknownColumns: (found) =>
      `Første linje har ingen kolonne for varenummer og navn (den har ${found.map(quoted).join(', ')}). Skriv «varenummer;navn;gruppe» der.`,
    oneColumn:
      'Filen har bare én kolonne. Hver linje må ha varenummer og navn med semikolon, komma eller tabulator mellom, for eksempel 1101;Pale Ale.',
    unnamedColumns: (columns) =>
      `Filen har ${columns} kolonner, men ingen linje med kolonnenavn. Legg til en første linje, for eksempel «varenummer;navn;gruppe»; andre kolonner hopper appen over.`,
  },

  upload: {
    notLocated:
      'Slack oppga ikke hvor filen er. Last den opp på nytt; hjelper ikke det, må appen installeres på nytt med rettigheten `files:read`.',
    tooSlow: 'Slack brukte for lang tid på å sende filen. Last den opp på nytt.',
    connectionFailed: 'Forbindelsen til Slack røk før filen var lest. Last den opp på nytt.',
    notKeptBySlack:
      'Filen ligger ikke i Slack; det kan være en lenke til en annen tjeneste. Last den ned, og last opp selve filen.',
    notAllowed:
      'Slack lar ikke appen lese filen. Appen må installeres på nytt med rettigheten `files:read`; last så opp filen igjen.',
    gone: 'Filen er ikke i Slack lenger. Last den opp på nytt.',
    otherStatus: (status) =>
      `Slack svarte med status ${status} i stedet for filen. Last den opp på nytt om et øyeblikk.`,
  },
});
