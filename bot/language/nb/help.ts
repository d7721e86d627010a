import type { Catalog } from '../catalog.ts';

export const help = (): Catalog['help'] => ({
  stock: [
    '`/stock 1101 90210` – beholdningen av disse varene; navn går også: `/stock fjord pale ale`',
    '`/stock 1101 forrige uke` – beholdningen av en vare dag for dag, så langt den er lagret',
    '`/stock mine` – oversikt over varene dine',
    '`/stock utsolgt` – varene dine som er utsolgt',
    '`/stock lav 7` – varene dine med under sju dagers dekning',
    '`/stock over 30` – varene dine med over 30 dagers lagerdekning, og de som ikke selger',
    '`/stock endringer` – det som er nytt siden dagen før',
    '`/stock lav gin`, `/stock utsolgt gruppe:cider`, `/stock endringer 1101 90210` – det samme, bare for disse varene',
    'Med `alle` bak får du med alle varer i kjeden: `/stock alle`, `/stock utsolgt alle`',
    '`/stock` alene åpner et skjema; engelske ord virker også: `/stock out`, `/stock low 7`',
  ].join('\n'),
  sales: [
    '`/sales i går`, `/sales 3.11.2026`, `/sales mandag` – én dag',
    '`/sales forrige uke`, `/sales 1.11.2026-7.11.2026`, `/sales siste 30 dager`, `/sales uke 46`, `/sales oktober i fjor`, `/sales påske` – en periode; en dato uten år er den siste som har vært. `siste 30 dager` slutter med de nyeste tallene; `siste 4 uker` og `siste 3 måneder` er hele uker og måneder som er over',
    '`vare:1101`, `butikk:143` og `gruppe:gin,cider` avgrenser, også med navn: `butikk:"oslo torggata"`; flere summeres, med en rad for hver; `uten bergen` holder Bergen utenfor',
    '`per vare`, `per varegruppe`, `per butikk`, `per dag`, `per uke`, `per måned`, `per ukedag` grupperer, også to om gangen (`per butikk per uke`); `topp 10` viser de største, `nederste 5` de minste; `andel` viser delen av totalen',
    '`/sales sammenlign forrige uke` – mot uken før den; `sammenlign forrige uke med uke 40` – mot en annen',
    '`/sales retur forrige uke` – det som kom i retur',
    '`/sales` alene åpner et skjema',
  ].join('\n'),
  stores: [
    '`/stores oslo` – butikker med Oslo i navn eller sted',
    '`/stores 143` – én butikk med adresse og åpningstider',
    '`/stores åpent nå` – de som er åpne akkurat nå; `/stores åpent nå oslo` – bare de i Oslo; også `åpent i dag`, `åpent kl 18`, `åpent søndag`, `åpent 24. desember`, og for én butikk `143 åpent fredag`',
    '`/stores nær 59.91,10.75`, `/stores nær oslo` – de nærmeste først, også med `åpent nå`',
    '`/stores` alene åpner et skjema',
  ].join('\n'),
  digest: (stockComes, salesCome) =>
    [
      '`/digest abonner` – lagerrapporten kommer i denne kanalen hver dag; skriv kommandoen på nytt med andre valg for å endre den',
      '`/digest abonner #kanal kl 08:30 hverdager` – hvor og når; også `man,ons,fre`',
      `Dagens beholdning kommer ca. kl. ${stockComes}, gårsdagens salg ca. kl. ${salesCome}; en rapport før det viser tall som er en dag eldre`,
      '`/digest abonner varer:1101,90210` – hvilke varer: nummer eller navn, `gruppe:"Craft beer"`, `mine` eller `alle`',
      '`/digest abonner salg` – salget siden forrige rapport, per vare og butikk; `salg` virker også med alle linjene under',
      '`/digest avslutt`, `/digest pause til 1. desember`, `/digest pause begge til fredag`, `/digest fortsett`',
      '`/digest forhåndsvis` – slik den ville sett ut nå, bare for deg',
      '`/digest nå` – send den med én gang; den daglige kommer som vanlig',
      '`/digest liste`, `/digest status`, `/digest historikk` – hvilke rapporter som finnes, når de kommer og hvordan det gikk',
    ].join('\n'),
});
