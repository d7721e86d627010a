import type { Catalog } from '../en/index.ts';

export const modals = (): Catalog['modals'] => {
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
