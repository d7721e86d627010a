import type { Catalog } from '../catalog.ts';
import type { Formatter } from '../formatter.ts';

export const modals = (format: Formatter): Catalog['modals'] => {
  const { range, shortRange, counted } = format;

  return {
    title: 'Retail Data',
    close: 'Lukk',
    cancel: 'Avbryt',
    choose: 'Velg',
    typeNameOrNumber: 'Skriv navn eller nummer',
    unlistedNumber: (id) => `${id} (ikke i listen)`,
    tooManyChosen: (chosen, most) => `Spørsmålet gjelder ${chosen}. Velg opptil ${most} av dem her.`,
    chooseTime: 'Velg et klokkeslett.',
    chooseProducts: (most) => `Velg opptil ${most} varer fra listen.`,
    chooseStores: (most) => `Velg opptil ${most} butikker fra listen.`,

    question: {
      titles: { stock: 'Beholdning', sales: 'Salg' },
      show: 'Vis',
      where: 'Vis svaret i',
      whereHint: 'Bare du ser det. La feltet stå tomt for å se det her.',
      chooseConversation: 'Velg en samtale',
    },

    answer: {
      title: 'Svar',
      waiting: 'Et øyeblikk …',
      change: 'Endre spørsmålet',
    },

    stock: {
      show: 'Vis',
      lists: {
        overview: 'Oversikt',
        out: 'Utsolgt',
        low: 'Snart utsolgt',
        over: 'Rikelig på lager',
        changes: 'Endringer siden dagen før',
      },
      scope: 'Varer',
      scopes: { mine: 'Varene mine', all: 'Alle varer i kjeden' },
      products: 'Eller bare disse varene',
      productsHint: 'Beholdningen gjelder alle butikker samlet, ikke hver butikk.',
      days: 'Dagers lagerdekning, for «Snart utsolgt» og «Rikelig på lager»',
      daysHint: (low, plenty) =>
        `Hvor lenge beholdningen rekker hvis salget blir som de siste 28 dagene. La feltet stå tomt for ${counted(low, 'dag', 'dager')} i «Snart utsolgt» og ${counted(plenty, 'dag', 'dager')} i «Rikelig på lager».`,
      wholeDays: (most) => `Skriv et helt antall dager fra 1 til ${most}.`,
    },

    sales: {
      period: 'Periode',
      asAsked: (days) => `Spørsmålet ditt: ${range(days)}`,
      periods: {
        newest: (days) => `Nyeste dag: ${range(days)}`,
        'last 7 days': (days) => `Siste 7 dager: ${shortRange(days)}`,
        'this week': (days) => `Denne uken: ${shortRange(days)}`,
        'last week': (days) => `Forrige uke: ${shortRange(days)}`,
        'last 30 days': (days) => `Siste 30 dager: ${shortRange(days)}`,
        'this month': (days) => `Denne måneden: ${shortRange(days)}`,
        'last month': (days) => `Forrige måned: ${shortRange(days)}`,
      },
      from: 'Eller fra',
      fromHint: 'Erstatter perioden over.',
      to: 'Til og med',
      toHint: 'La feltet stå tomt for den nyeste dagen.',
      chooseDay: 'Velg en dag',
      products: 'Varer',
      productsHint: 'La feltet stå tomt for alle varene dine.',
      stores: 'Butikker',
      storesHint: 'La feltet stå tomt for alle butikker.',
      sidesHint:
        'Skjemaet legger disse sammen. Skriv for eksempel /sales oslo mot tromsø for å sammenligne dem.',
      by: 'Én rad per',
      and: 'Og per',
      andNothing: 'Ikke noe mer',
      pairsAlone:
        'To perioder kan bare sammenlignes med én gruppering. Velg «Ikke noe mer» her, eller sammenlign med «Ingenting».',
      figures: 'Vis',
      figuresOf: { sold: 'Salg', returned: 'Returer' },
      share: 'Vis også',
      shareOfTotal: 'Andel av totalen',
      shareAlone: 'Andeler vises bare for én periode. Fjern dette, eller sammenlign med «Ingenting».',
      top: 'Bare de største',
      bottom: 'Bare de minste',
      oneEnd: 'Velg enten de største eller de minste.',
      topHint: 'Hvor mange rader du vil se. La feltet stå tomt for alle.',
      withoutProducts: 'Utelat varer',
      withoutStores: 'Utelat butikker',
      wholeRows: (most) => `Skriv et helt antall rader fra 1 til ${most}.`,
      returnsAlone: 'Returer kan ikke sammenlignes. Velg «Ingenting» her, eller vis salg.',
      more: 'Flere valg',
      moreHint: 'Velg andre datoer, sammenlign perioder, vis returer eller utelat varer og butikker.',
      compare: 'Sammenlign med',
      withNothing: 'Ingenting',
      withBefore: 'Forrige periode',
      withYearBefore: 'Samme periode året før',
      withDays: (days) => range(days),
      sameDays: 'Det er de samme dagene. Velg en annen periode å sammenligne med.',
      firstDayMissing: 'Velg den første dagen også, eller fjern den siste.',
      choosePeriod: 'Velg en periode fra listen, eller to dager.',
    },

    digest: {
      title: 'Rapport',
      save: 'Lagre',
      saving: 'Lagrer …',
      content: 'Innhold',
      channel: 'Kanal',
      channelHint: 'Inviter appen dit først: /invite',
      moveHint: 'Velg en annen kanal for å flytte rapporten. Inviter appen dit først: /invite',
      chooseChannel: 'Velg en kanal',
      time: 'Klokkeslett',
      timeHint: (stockAt, salesAt, timeZone) =>
        `Dagens lagertall kommer ca. kl. ${stockAt}, gårsdagens salg ca. kl. ${salesAt} (${timeZone}). En rapport før det viser dagen før.`,
      days: 'Dager',
      choice: 'Varer',
      choices: {
        mine: 'Mine: solgt de siste 90 dagene eller i varelisten',
        all: 'Alle varer i kjeden',
        group: (name) => `Gruppe: ${name}`,
      },
      products: 'Eller disse varene',
      productsHint: 'Erstatter valget over.',
      language: 'Språk',
      languages: { nb: 'Norsk', en: 'Engelsk' },
      chooseAChannel: 'Velg en kanal.',
      tickADay: 'Kryss av for minst én dag.',
    },
  };
};
