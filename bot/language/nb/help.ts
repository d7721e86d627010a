import type { Catalog } from '../en/index.ts';

export const help = (): Catalog['help'] => ({
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
