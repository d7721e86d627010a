import type { DayRange } from '../../text/dayRange.ts';
import type { EnglishFormatter as Formatter } from './englishFormatter.ts';

/** What modals show: titles, labels and hints of fields, choices, and what is wrong with a field. */
export const modals = (format: Formatter) => {
  const range = ({ from, to }: DayRange) =>
    from === to ? format.day(from) : `${format.day(from)} – ${format.day(to)}`;
  const shortRange = ({ from, to }: DayRange) =>
    from === to ? format.day(from) : `${format.shortDay(from)} – ${format.shortDay(to)}`;

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
      titles: { stock: 'Stock', sales: 'Sales' },
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

    stock: {
      show: 'Show',
      lists: {
        overview: 'Overview',
        out: 'Out of stock',
        low: 'Running low',
        over: 'Plenty of stock',
        changes: 'Changes since the day before',
      },
      scope: 'Products',
      scopes: { mine: 'My products', all: 'All products in the chain' },
      products: 'Or only these products',
      productsHint: 'Stock is counted for all stores together, not per store.',
      days: 'Days of cover, for "Running low" and "Plenty of stock"',
      daysHint: (low: number, plenty: number) =>
        `How long the stock lasts if it sells as in the last 28 days. Leave empty for ${format.counted(low, 'day')} in "Running low" and ${format.counted(plenty, 'day')} in "Plenty of stock".`,
      wholeDays: (most: number) => `Enter a whole number of days from 1 to ${most}.`,
    },

    sales: {
      period: 'Period',
      asAsked: (days: DayRange) => `Your question: ${range(days)}`,
      periods: {
        newest: (days: DayRange) => `Latest day: ${shortRange(days)}`,
        'last 7 days': (days: DayRange) => `Last 7 days: ${shortRange(days)}`,
        'this week': (days: DayRange) => `This week: ${shortRange(days)}`,
        'last week': (days: DayRange) => `Last week: ${shortRange(days)}`,
        'last 30 days': (days: DayRange) => `Last 30 days: ${shortRange(days)}`,
        'this month': (days: DayRange) => `This month: ${shortRange(days)}`,
        'last month': (days: DayRange) => `Last month: ${shortRange(days)}`,
      },
      from: 'Or from',
      fromHint: 'Replaces the period above.',
      to: 'To',
      toHint: 'Leave empty for the latest day.',
      chooseDay: 'Choose a day',
      products: 'Products',
      productsHint: 'Leave empty for all your products.',
      stores: 'Stores',
      storesHint: 'Leave empty for all stores.',
      sidesHint:
        'The form adds these up. To compare them side by side, type for example /sales oslo vs tromso.',
      by: 'One row per',
      and: 'And per',
      andNothing: 'Nothing more',
      pairsAlone:
        'Two periods can only be compared by one grouping. Choose "Nothing more" here, or compare with "Nothing".',
      figures: 'Show',
      figuresOf: { sold: 'Sales', returned: 'Returns' },
      share: 'Also show',
      shareOfTotal: 'Share of the total',
      shareAlone: 'Shares are only shown for one period. Remove this, or compare with "Nothing".',
      top: 'Only the largest',
      bottom: 'Only the smallest',
      oneEnd: 'Choose the largest or the smallest, not both.',
      topHint: 'How many rows to show. Leave empty for all.',
      withoutProducts: 'Exclude products',
      withoutStores: 'Exclude stores',
      wholeRows: (most: number) => `Enter a whole number of rows from 1 to ${most}.`,
      returnsAlone: 'Returns can\'t be compared. Choose "Nothing" here, or show sales.',
      more: 'More options',
      moreHint: 'Choose other dates, compare periods, show returns, or exclude products and stores.',
      compare: 'Compare with',
      withNothing: 'Nothing',
      withBefore: 'The previous period',
      withYearBefore: 'The same period a year earlier',
      withDays: (days: DayRange) => range(days),
      sameDays: 'These are the same days. Choose another period to compare with.',
      firstDayMissing: 'Choose the first day too, or remove the last one.',
      choosePeriod: 'Choose a period from the list, or two days.',
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
