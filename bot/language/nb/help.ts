import type { Catalog } from '../catalog.ts';

export const help = (): Catalog['help'] => ({
  stock: [
    '`/stock 1101 90210` – beholdningen av disse varene; navn går også: `/stock fjord pale ale`',
    '`/stock 1101 forrige uke` – beholdningen av en vare dag for dag, så langt tilbake den er lagret',
    '`/stock mine` – oversikt over varene dine',
    '`/stock utsolgt` – varene dine som er utsolgt',
    '`/stock lav 7` – varene dine med under 7 dagers lagerdekning',
    '`/stock over 30` – varene dine med over 30 dagers lagerdekning, og de som ikke selger',
    '`/stock endringer` – endringer siden dagen før',
    '`/stock lav gin`, `/stock utsolgt gruppe:cider`, `/stock endringer 1101 90210` – det samme, bare for disse varene',
    'Legg til `alle` for å få med alle varer i kjeden: `/stock alle`, `/stock utsolgt alle`',
    'Skriv bare `/stock` for å åpne et skjema. Engelske ord virker også: `/stock out`, `/stock low 7`',
  ].join('\n'),
  sales: [
    '`/sales i går`, `/sales 3.11.2026`, `/sales mandag` – én dag',
    '`/sales forrige uke`, `/sales 1.11.2026-7.11.2026`, `/sales siste 30 dager`, `/sales uke 46`, `/sales oktober i fjor`, `/sales påske` – en periode. En dato uten år er den siste som har vært. `siste 30 dager` slutter med de nyeste tallene; `siste 4 uker` og `siste 3 måneder` er hele uker og måneder som er over',
    'Avgrens med `vare:1101`, `butikk:143` eller `gruppe:gin,cider`; navn går også: `butikk:"oslo torggata"`. Flere summeres, med én rad for hver. `uten bergen` utelater Bergen',
    'Grupper med `per vare`, `per varegruppe`, `per butikk`, `per dag`, `per uke`, `per måned` eller `per ukedag`, eller to om gangen (`per butikk per uke`). `topp 10` viser de største, `nederste 5` de minste; `andel` legger til andelen av totalen',
    '`/sales sammenlign forrige uke` – sammenlign med uken før; `sammenlign forrige uke med uke 40` – med en annen uke',
    '`/sales retur forrige uke` – returer',
    'Skriv bare `/sales` for å åpne et skjema. Engelske ord virker også: `/sales yesterday`, `/sales last week`',
  ].join('\n'),
  digest: (stockComes, salesCome) =>
    [
      '`/digest abonner` – få lagerrapporten i denne kanalen hver dag; skriv kommandoen på nytt med andre valg for å endre den',
      '`/digest abonner #kanal kl 08:30 hverdager` – velg kanal, klokkeslett og dager; også `man,ons,fre`',
      `Dagens lagertall kommer ca. kl. ${stockComes}, gårsdagens salg ca. kl. ${salesCome}. En rapport før det viser dagen før`,
      '`/digest abonner varer:1101,90210` – velg varer: nummer eller navn, `gruppe:"Craft beer"`, `mine` eller `alle`',
      '`/digest abonner salg` – få salget siden forrige rapport, per vare og butikk; `salg` virker også med alle linjene under',
      '`/digest pause til 1. desember`, `/digest pause begge til fredag`, `/digest fortsett`, `/digest avslutt`',
      '`/digest forhåndsvis` – se hvordan den ser ut nå; bare du ser den',
      '`/digest nå` – send den nå; den faste rapporten kommer som vanlig',
      '`/digest liste`, `/digest status`, `/digest historikk` – rapportene du kan endre, innstillingene, og hvordan det gikk med de siste',
      'Engelske ord virker også: `/digest subscribe`, `/digest unsubscribe`',
    ].join('\n'),
});
