/** What modals show: titles, labels and hints of fields, choices, and what is wrong with a field. */
export const modals = () => {
  return {
    title: 'Retail Data',
    close: 'Close',
    cancel: 'Cancel',
    choose: 'Choose',
    typeNameOrNumber: 'Type a name or number',
    unlistedNumber: (id: string) => `${id} (not in the list)`,
    tooManyChosen: (chosen: number, most: number) =>
      `The question covers ${chosen}. Choose up to ${most} of them here.`,
    chooseTime: 'Choose a time.',
    chooseProducts: (most: number) => `Choose up to ${most} products from the list.`,
    chooseStores: (most: number) => `Choose up to ${most} stores from the list.`,

    question: {
      show: 'Show',
      where: 'Show the answer in',
      whereHint: 'Only you will see it. Leave empty to see it here.',
      chooseConversation: 'Choose a conversation',
    },

    answer: {
      title: 'Answer',
      waiting: 'One moment …',
      change: 'Change the question',
    },

    digest: {
      title: 'Digest',
      save: 'Save',
      saving: 'Saving …',
      content: 'Content',
      channel: 'Channel',
      channelHint: 'Invite the app there first: /invite',
      moveHint: 'Choose another channel to move the digest. Invite the app there first: /invite',
      chooseChannel: 'Choose a channel',
      time: 'Time',
      timeHint: (stockAt: string, salesAt: string, timeZone: string) =>
        `Today's stock arrives at about ${stockAt}, yesterday's sales at about ${salesAt} (${timeZone}). A digest before that shows the previous day.`,
      days: 'Days',
      choice: 'Products',
      choices: {
        mine: 'Mine: sold in the last 90 days or in the product list',
        all: 'All products in the chain',
        group: (name: string) => `Group: ${name}`,
      },
      products: 'Or these products',
      productsHint: 'Replaces the choice above.',
      language: 'Language',
      languages: { nb: 'Norwegian', en: 'English' },
      chooseAChannel: 'Choose a channel.',
      tickADay: 'Select at least one day.',
    },
  };
};
