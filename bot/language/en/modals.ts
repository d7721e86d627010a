import type { DayRange } from '../../text/dayRange.ts';
import type { Formatter } from '../formatter.ts';

/** What stands in modals: titles, labels and hints of fields, choices, and what is wrong with what was filled in. */
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
    unlistedNumber: (id: string) => `${id} (a number that is not listed here)`,
    tooManyChosen: (chosen: number, most: number) =>
      `The question was about ${chosen} of them, and a form takes ${most}: choose those that it shall be about.`,
    chooseTime: 'Choose a time.',
    chooseProducts: (most: number) => `Choose up to ${most} products of the list.`,
    chooseStores: (most: number) => `Choose up to ${most} stores of the list.`,

    question: {
      titles: { stock: 'Stock', sales: 'Sales', stores: 'Stores' },
      show: 'Show',
      where: 'Show the answer in',
      whereHint: 'Only you can see it there. Empty: it is shown in this window.',
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
        overview: 'All at a glance',
        out: 'What is out of stock',
        low: 'What is running low',
        changes: 'What changed since the day before',
      },
      scope: 'Of',
      scopes: { mine: 'My products', all: 'All products of the chain' },
      products: 'Or only these products',
      productsHint: 'The service has the stock of all stores together, none per store.',
      days: 'Running low: fewer days of cover than',
      daysHint: 'Days that the stock lasts at the sales of the last 28 days.',
      notNarrowed:
        'Single products go with "All at a glance" only. Choose that above, or take the products out.',
      wholeDays: (most: number) => `Give a whole number of days from 1 to ${most}.`,
    },

    sales: {
      period: 'Period',
      asAsked: (days: DayRange) => `As asked: ${range(days)}`,
      periods: {
        newest: (days: DayRange) => `Newest day: ${shortRange(days)}`,
        'last 7 days': (days: DayRange) => `Last 7 days: ${shortRange(days)}`,
        'this week': (days: DayRange) => `This week: ${shortRange(days)}`,
        'last week': (days: DayRange) => `Last week: ${shortRange(days)}`,
        'last 30 days': (days: DayRange) => `Last 30 days: ${shortRange(days)}`,
        'this month': (days: DayRange) => `This month: ${shortRange(days)}`,
        'last month': (days: DayRange) => `Last month: ${shortRange(days)}`,
      },
      from: 'Or from',
      fromHint: 'Days chosen here count instead of the period.',
      to: 'To',
      toHint: 'Empty: up to the newest day.',
      chooseDay: 'Choose a day',
      products: 'Products',
      productsHint: 'Empty: all of yours.',
      stores: 'Stores',
      storesHint: 'Empty: all stores.',
      by: 'A row for each',
      groups: {
        product: 'Product',
        store: 'Store',
        day: 'Day',
        week: 'Week',
        month: 'Month',
        weekday: 'Weekday',
      },
      figures: 'Show',
      figuresOf: { sold: 'What was sold', returned: 'What was returned' },
      top: 'Only the largest',
      topHint: 'How many rows. Empty: all of them.',
      withoutProducts: 'Leave out these products',
      withoutStores: 'Leave out these stores',
      wholeRows: (most: number) => `Give a whole number of rows from 1 to ${most}.`,
      returnsAlone: 'Returns are shown for one period only. Choose "With nothing", or what was sold.',
      compare: 'Compare',
      withNothing: 'With nothing',
      withBefore: 'With the period before',
      withYearBefore: 'With the same period a year before',
      withDays: (days: DayRange) => `With ${range(days)}`,
      sameDays: 'These are the same days. Choose another period to compare them with.',
      firstDayMissing: 'Choose the first day too, or take out the last one.',
      choosePeriod: 'Choose a period of the list, or two days.',
    },

    stores: {
      store: 'One store',
      storeHint: 'Its address and opening hours.',
      words: 'Or all with this name or city',
      wordsExample: 'oslo',
      open: 'Open',
      openOn: {
        any: 'At any time',
        now: 'Now',
        today: 'Today',
        tomorrow: 'Tomorrow',
        weekday: (weekday: number) => `On ${format.weekday(weekday)}`,
      },
      at: 'Open at',
      atHint: 'On the day chosen above, or today. Empty: at any time of that day.',
      notAtATimeNow: '"Now" is this moment. Choose a day above, or take the time out.',
      near: 'The nearest first to',
      nearHint: 'A city or the name of a store, or latitude and longitude in degrees.',
      nearExample: 'oslo, or 59.91,10.75',
      chooseStore: 'Choose a store of the list.',
      oneOrAll: 'One store stands alone. Take it out to search, or empty the fields below.',
      nothingToFind: 'Fill in one of the fields: a store, a name or a city.',
      noPlace:
        'Give a city or the name of a store, or latitude and longitude in degrees, such as 59.91,10.75.',
    },

    digest: {
      title: 'Digest',
      save: 'Save',
      saving: 'Saving …',
      content: 'Digest of',
      contents: { stock: 'Stock', sales: "Yesterday's sales" },
      channel: 'Channel',
      channelHint: 'The app has to be in it: /invite',
      chooseChannel: 'Choose a channel',
      time: 'Time',
      timeHint: (stockAt: string, salesAt: string, timeZone: string) =>
        `The stock of the day comes about ${stockAt}, the sales of the day before about ${salesAt} (${timeZone}); a digest before that has those of a day earlier.`,
      days: 'Days',
      choice: 'Of which products',
      choices: {
        mine: 'Mine: sold in the last 90 days, or in the product list',
        all: 'All of the chain',
        group: (name: string) => `Group: ${name}`,
      },
      products: 'Or these products',
      productsHint: 'Products chosen here count instead.',
      zone: 'Time zone',
      zoneHint: 'As in the IANA database, such as Europe/Oslo',
      deadline: 'Wait for new figures until',
      stale: 'When there are none by then',
      stalePolicies: {
        post: 'Post the older figures and say so',
        skip: 'Leave it out and tell whoever subscribed',
      },
      numbers: 'Numbers and days',
      locales: { nb: 'Norwegian: 1 234,5', en: 'English: 1,234.5' },
      chooseAChannel: 'Choose a channel.',
      tickADay: 'Tick at least one day.',
      deadlineBeforeTime: (deadline: string, time: string) =>
        `${deadline} is before the digest's hour, ${time}; choose ${time} or later.`,
    },

    productList: {
      title: 'Product list',
      submit: 'Take it in',
      explanation:
        'A CSV or TSV file with a line for each product: its number, its name and, if you like, its group. It *replaces* the list that is there now, for everybody, or changes nothing when a line is wrong.',
      example: '`1101;Pale Ale 33 cl;Beer`\n`90210;Red Apple Cider;Cider`',
      file: 'File',
      fileHint: 'From Excel: save it as "CSV UTF-8".',
      chooseFile: 'Choose a file.',
      reading: 'Reading the file …',
      unnamedFile: 'the file',
      imported: (products: number, fileName: string, added: number, changed: number, removed: number) =>
        `:white_check_mark: ${format.counted(products, 'product')} from \`${fileName}\` ${products === 1 ? 'is' : 'are'} in: ${format.units(added)} new, ${format.units(changed)} changed, ${format.units(removed)} gone.`,
      namesFromNowOn: 'Their names stand in every answer from now on, and can be typed.',
      line: (line: number, reason: string) => `Line ${line}: ${reason}.`,
      moreLines: (lines: number) => `and ${format.units(lines)} more lines.`,
    },

    permission: {
      title: 'Switch a permission',
      next: 'Next',
      explanation:
        'Switches a permission that exists on or off. It cannot create one. Nothing happens before you have seen it repeated and confirmed it.',
      email: 'E-mail address',
      emailExample: 'kari@example.no',
      roleId: 'Role ID',
      mainRoleId: 'Main role ID',
      idHint: 'with its leading zeros, if it has any',
      active: 'From now on',
      on: 'On: may see the data',
      off: 'Off: may not see it any more',
      mustBe: (expected: string) => `This must be ${expected}.`,
      confirmOn: 'Switch it on?',
      confirmOff: 'Switch it off?',
      switchOn: 'Switch on',
      switchOff: 'Switch off',
      gives: "This *gives* a person access to the wholesaler's data, at once:",
      takes: "This *takes* a person's access to the wholesaler's data *away*, at once:",
      audited: 'It is written into the audit with your name (`/access log`).',
    },
  };
};
