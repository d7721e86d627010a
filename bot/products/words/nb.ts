import type { Formatter } from '../../language/formatter.ts';
import { countedWords, quoted } from '../../language/nb/words.ts';
import type { ProductsWords } from './en.ts';

const DELIMITERS = { tab: 'tabulator', semicolon: 'semikolon', comma: 'komma' } as const;

const UNITS = { line: { one: 'linje', many: 'linjer' }, row: { one: 'rad', many: 'rader' } } as const;

export const norwegian = (format: Formatter): ProductsWords => {
  const { counted, units } = format;
  const words = countedWords(format);
  return {
    linesWrong: (lines, unit) =>
      `Ingenting er importert: ${lines === 1 ? `Én ${UNITS[unit].one}` : `${lines} ${UNITS[unit].many}`} har feil. Rett filen og importer den på nytt.`,
    busy: 'En annen vareliste importeres nå. Prøv igjen om et minutt.',
    line: (line, unit, reason) => `${UNITS[unit].one} ${line}: ${reason}.`,
    moreLines: (lines, unit) => `og ${counted(lines, UNITS[unit].one, UNITS[unit].many)} til.`,
    unreadableFile: (path, reason) =>
      `Appen kan ikke lese filen ${path}: ${reason}. Oppgi stien til en Excel-, CSV- eller TSV-fil.`,
    fileErrors: {
      ENOENT: 'den finnes ikke',
      EACCES: 'appen har ikke lov til å lese den',
      EISDIR: 'det er en mappe',
    },

    reasons: {
      openQuote: 'et anførselstegn er aldri lukket; lukk det, eller skriv det to ganger inne i et navn',
      tooManyFields: (fields, columns, delimiter) =>
        `det er ${fields} felt, men bare ${columns} kolonner; sett tekst som inneholder ${DELIMITERS[delimiter]}, i anførselstegn`,
      outside: (column) =>
        `kolonne ${column} har en verdi, men ikke noe navn; slett verdien eller gi kolonnen et navn`,
      listedBefore: (id, unit, line, name) =>
        `vare ${id} står allerede ${unit === 'line' ? 'på linje' : 'i rad'} ${line}, som ${quoted(name)}; behold bare den ene`,
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
      wrongLeadTime: (id, value, most) =>
        `leveringstiden for vare ${id} er ${quoted(value)}; bruk et helt antall dager fra 0 til ${most}, eller la feltet stå tomt`,
      spreadsheetError: (id, error) =>
        `en formel ${id === '' ? '' : `for vare ${id} `}gir ${quoted(error)}; rett formelen, eller erstatt den med verdien`,
      numberAsName: (id, name) =>
        `navnet på vare ${id} er tallet ${quoted(name)}, som kan være en dato eller pris regnearket har laget; formater kolonnen som tekst og skriv navnet med et ord i`,
      numberAsOtherName: (id, number) =>
        `${quoted(number)} er et annet navn på vare ${id}, men et tall som skrives, er et varenummer; fjern det, eller gi kolonnen et annet navn`,
      manyOtherNames: (id, names, most) =>
        `vare ${id} har ${counted(names, 'annet navn', 'andre navn')}; behold høyst ${most}`,
      longOtherNames: (id, characters, most) =>
        `de andre navnene på vare ${id} har ${units(characters)} tegn; forkort dem til ${most}`,
      wrongPackSize: (id, value, most) =>
        `pakningsstørrelsen for vare ${id} er ${quoted(value)}; bruk et helt antall enheter fra 1 til ${units(most)}, eller la feltet stå tomt`,
      dateAsNumber: (id, value) =>
        `regnearket har gjort en leveringstid eller pakningsstørrelse for vare ${id} om til en dato, lagret som ${quoted(value)}; formater kolonnen som tekst og skriv den på nytt`,
    },

    file: {
      empty: 'Filen er tom.',
      noProducts: {
        line: 'Filen har ingen varer, bare en linje med kolonnenavn.',
        row: 'Det første arket har ingen varer, bare en rad med kolonnenavn. Flytt arket med varene først.',
      },
      webPage:
        'Filen er en nettside, uansett hva den heter. Åpne den i Excel, lagre den som «Excel-arbeidsbok (.xlsx)» og bruk den filen.',
      notText: 'Dette er ikke en tekstfil. Bruk en Excel-, CSV- eller TSV-fil.',
      tooLarge: (megabytes, most) =>
        `Filen er på ${megabytes} MB, og grensen er ${most} MB. Behold bare kolonnene med nummer, navn og gruppe.`,
      tooManyProducts: (most) =>
        `Listen har mer enn ${units(most)} varer, som er grensen. Behold bare varene du selger.`,
      tooManyGroups: (groups, most) =>
        `Listen har ${units(groups)} grupper, og grensen er ${units(most)}. Sjekk at gruppekolonnen inneholder grupper, eller fjern den.`,
      tooManyOtherNames: (names, most) =>
        `Listen har ${units(names)} andre navn, og grensen er ${units(most)}. Fjern noen.`,
      tooManyWords: (most) =>
        `Navnene har mer enn ${units(most)} ulike ord. Forkort navnene, eller behold færre varer.`,
      unknownColumns: (found) =>
        `Den første linjen må ha én kolonne for varenummer og én for navn. Den har ${found.map(quoted).join(', ')}. Bruk «varenummer;navn;gruppe».`,
      oneColumn:
        'Filen har bare én kolonne. Hver linje må ha varenummer og navn med semikolon, komma eller tabulator mellom, for eksempel 1101;Pale Ale.',
      unnamedColumns: (columns) =>
        `Filen har ${columns} kolonner, men ingen linje med kolonnenavn. Legg til en første linje, for eksempel «varenummer;navn;gruppe»; andre kolonner hopper appen over.`,
    },

    workbook: {
      empty: 'Det første arket er tomt. Flytt arket med varene først.',
      unknownColumns: (found) =>
        `Den første raden i det første arket må ha én kolonne for varenummer og én for navn. Den har ${found.map(quoted).join(', ')}. Bruk «Varenummer», «Navn» og «Gruppe», eller flytt arket med varene først.`,
      oneColumn:
        'Det første arket har bare én kolonne. Sett varenumrene i den første kolonnen og navnene i den andre.',
      unnamedColumns: (columns) =>
        `Det første arket har ${columns} kolonner, men ingen rad med kolonnenavn. Legg til en første rad, for eksempel «Varenummer», «Navn» og «Gruppe»; andre kolonner hopper appen over.`,
      encrypted: 'Arbeidsboken har passord. Fjern passordet i Excel, lagre den og bruk den filen.',
      oldFormat: 'Filen er i et gammelt format. Lagre den som «Excel-arbeidsbok (.xlsx)» og bruk den filen.',
      notWorkbook:
        'Filen er ikke en Excel-arbeidsbok. Lagre listen som «Excel-arbeidsbok (.xlsx)» eller som CSV.',
      damaged: 'Arbeidsboken er skadet. Åpne den i Excel, lagre den på nytt og bruk den filen.',
      tooLarge: (most) =>
        `Arbeidsboken har mer enn ${most} MB data, som er grensen. Behold bare arket med varene, med kolonnene nummer, navn og gruppe.`,
      tooManyRows: (most) =>
        `Det første arket har mer enn ${most} MB med rader, trolig mest tomme. Kopier varene til en ny arbeidsbok og bruk den filen.`,
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
        'En Excel- eller CSV-fil med én rad per vare: nummer, navn og, om du vil, gruppe, leveringstid i dager, pakningsstørrelse og andre navn. De tre siste krever en første rad med kolonnenavn. Flere varer kan ha samme andre navn. Filen *erstatter* dagens liste for alle. Har en rad feil, endres ingenting.',
      example:
        '`nummer;navn;gruppe;leveringstid;pakning;andre navn`\n`1101;Pale Ale 33 cl;Øl;5;12;lyst øl, pils`\n`90210;Red Apple Cider;Sider;3;6;`',
      file: 'Fil',
      fileHint: 'Av en Excel-arbeidsbok leser appen det første arket.',
      chooseFile: 'Velg en fil.',
      reading: 'Leser filen …',
      unnamedFile: 'filen',
      imported: (products, fileName, added, changed, removed) =>
        `:white_check_mark: Importerte ${words.products(products)} fra \`${fileName}\`: ${counted(added, 'ny', 'nye')}, ${units(changed)} endret, ${units(removed)} fjernet.`,
      replace: 'Erstatt listen',
      preview: (products, fileName) =>
        `\`${fileName}\` har ${words.products(products)}. Ingenting er endret ennå. De første:`,
      sample: ({ id, name, group, leadDays, packSize, otherNames = [] }) =>
        [
          `${id} ${name}`,
          ...(group === '' ? [] : [group]),
          ...(leadDays === undefined ? [] : [`leveringstid ${counted(leadDays, 'dag', 'dager')}`]),
          ...(packSize === undefined ? [] : [`kartong på ${units(packSize)}`]),
          ...(otherNames.length === 0 ? [] : [`kalles også ${otherNames.join(', ')}`]),
        ].join(' · '),
      columns: (read, unread) => `Kolonner: ${read}.${unread === '' ? '' : ` Ikke brukt: ${unread}.`}`,
      change: ({ added, changed, removed, zeros }) =>
        added + changed + removed === 0
          ? 'Den har de samme varene som dagens liste.'
          : `*${counted(added, 'ny', 'nye')}, ${units(changed)} endret, ${units(removed)} fjernet.*${zeros === 0 ? '' : ` ${counted(zeros, 'nummer', 'numre')} har bare mistet eller fått nuller foran: har et regneark fjernet dem?`}`,
      namesFromNowOn: 'Alle svar viser nå navnene, og du kan skrive dem.',
      line: (line, unit, reason) => `${unit === 'line' ? 'Linje' : 'Rad'} ${line}: ${reason}.`,
      moreLines: (lines, unit) => `og ${counted(lines, UNITS[unit].one, UNITS[unit].many)} til.`,
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
