import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import type { ProductsWords } from './en.ts';

const DELIMITERS = { tab: 'tabulator', semicolon: 'semikolon', comma: 'komma' } as const;

export const norwegian = (format: Formatter): ProductsWords => {
  const { counted, units } = format;
  const words = countedWords(format);
  return {
    linesWrong: (lines) =>
      `Ingenting er importert: ${lines === 1 ? 'Én linje' : `${lines} linjer`} har feil. Rett filen og importer den på nytt.`,
    busy: 'En annen vareliste importeres nå. Prøv igjen om et minutt.',
    line: (line, reason) => `linje ${line}: ${reason}.`,
    moreLines: (lines) => `og ${counted(lines, 'linje', 'linjer')} til.`,
    unreadableFile: (path, reason) =>
      `Appen kan ikke lese filen ${path}: ${reason}. Oppgi stien til en CSV- eller TSV-fil.`,
    fileErrors: {
      ENOENT: 'den finnes ikke',
      EACCES: 'appen har ikke lov til å lese den',
      EISDIR: 'det er en mappe',
    },

    reasons: {
      openQuote: 'et anførselstegn er aldri lukket; lukk det, eller skriv det to ganger inne i et navn',
      tooManyFields: (fields, columns, delimiter) =>
        `det er ${fields} felt, men bare ${columns} kolonner; sett tekst som inneholder ${DELIMITERS[delimiter]}, i anførselstegn`,
      listedBefore: (id, line, name) =>
        `vare ${id} står allerede på linje ${line}, som ${quoted(name)}; behold bare den ene`,
      noNumber: 'varenummeret mangler',
      noNumberFor: (name) => `varenummeret til ${quoted(name)} mangler`,
      shortened: (id) =>
        `et regneark har forkortet ${quoted(id)}; formater kolonnen som tekst og lagre på nytt`,
      notANumber: (id) => `${quoted(id)} er ikke et varenummer; bruk 1 til 15 sifre`,
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
      notText: 'Dette er ikke en tekstfil. Bruk en CSV- eller TSV-fil.',
      tooLarge: (megabytes, most) =>
        `Filen er på ${megabytes} MB, og grensen er ${most} MB. Behold bare kolonnene med nummer, navn og gruppe.`,
      tooManyProducts: (most) =>
        `Listen har mer enn ${units(most)} varer, som er grensen. Behold bare varene du selger.`,
      tooManyGroups: (groups, most) =>
        `Listen har ${units(groups)} grupper, og grensen er ${units(most)}. Sjekk at gruppekolonnen inneholder grupper, eller fjern den.`,
      tooManyWords: (most) =>
        `Navnene har mer enn ${units(most)} ulike ord. Forkort navnene, eller behold færre varer.`,
      unknownColumns: (found) =>
        `Den første linjen må ha én kolonne for varenummer og én for navn. Den har ${found.map(quoted).join(', ')}. Bruk «varenummer;navn;gruppe».`,
      oneColumn:
        'Filen har bare én kolonne. Hver linje må ha varenummer og navn med semikolon, komma eller tabulator mellom, for eksempel 1101;Pale Ale.',
      unnamedColumns: (columns) =>
        `Filen har ${columns} kolonner, men ingen linje med kolonnenavn. Legg til en første linje, for eksempel «varenummer;navn;gruppe»; andre kolonner hopper appen over.`,
    },

    upload: {
      notLocated:
        'Slack oppga ikke hvor filen er. Last den opp på nytt. Hvis det ikke hjelper, kan du be den som drifter appen, om å installere den på nytt med Slack-rettigheten `files:read`.',
      tooSlow: 'Slack brukte for lang tid på å sende filen. Last den opp på nytt.',
      connectionFailed: 'Mistet forbindelsen til Slack mens filen ble lest. Last den opp på nytt.',
      notKeptBySlack:
        'Filen ligger ikke i Slack; det kan være en lenke til en annen tjeneste. Last den ned, og last opp selve filen.',
      notAllowed:
        'Slack lar ikke appen lese filen. Be den som drifter appen, om å installere den på nytt med Slack-rettigheten `files:read`, og last så opp filen på nytt.',
      gone: 'Filen er ikke i Slack lenger. Last den opp på nytt.',
      otherStatus: (status) =>
        `Slack svarte med status ${status} i stedet for filen. Last den opp på nytt om et minutt.`,
    },
    form: {
      title: 'Vareliste',
      submit: 'Importer',
      explanation:
        'En CSV- eller TSV-fil med én linje per vare: nummer, navn og, om du vil, gruppe. Den *erstatter* dagens liste for alle. Har en linje feil, endres ingenting.',
      example: '`1101;Pale Ale 33 cl;Øl`\n`90210;Red Apple Cider;Sider`',
      file: 'Fil',
      fileHint: 'Fra Excel: Lagre som «CSV UTF-8».',
      chooseFile: 'Velg en fil.',
      reading: 'Leser filen …',
      unnamedFile: 'filen',
      imported: (products, fileName, added, changed, removed) =>
        `:white_check_mark: Importerte ${words.products(products)} fra \`${fileName}\`: ${counted(added, 'ny', 'nye')}, ${units(changed)} endret, ${units(removed)} fjernet.`,
      namesFromNowOn: 'Alle svar viser nå navnene, og du kan skrive dem.',
      line: (line, reason) => `Linje ${line}: ${reason}.`,
      moreLines: (lines) => `og ${counted(lines, 'linje', 'linjer')} til.`,
    },
    home: {
      list: '*Vareliste*',
      noList:
        'Ingen ennå, så varene vises med nummer. Med en liste viser alle svar navnene, og du kan skrive dem.',
      listFile: (products, fileName) => `${words.products(products)} fra \`${fileName}\``,
      listFromSettings: (importedAt) => `Importert fra filen i innstillingene til appen, ${importedAt}`,
      listBy: (userId, importedAt) => `Lastet opp av <@${userId}>, ${importedAt}`,
      listProblem: (problem) => `:warning: Varelisten i innstillingene til appen: ${problem}`,
      upload: 'Last opp en liste',
      uploadNew: 'Last opp en ny liste',
      removeList: {
        title: 'Fjern listen',
        text: 'Varene vises med nummer igjen, for alle. Hvis appen er startet med en listefil, brukes den listen i stedet.',
        confirm: 'Fjern',
      },
    },
  };
};
