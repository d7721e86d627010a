/** What can be typed after each command. */
export const help = () => ({
  stock: [
    '`/stock 1101 90210` – stock of these products; names work too: `/stock fjord pale ale`',
    "`/stock 1101 last week` – a product's stock day by day, as far back as it is stored",
    '`/stock mine` – an overview of your products',
    '`/stock out` – your products that are out of stock',
    '`/stock low 7` – your products with less than 7 days of cover',
    "`/stock over 30` – your products with more than 30 days of cover, and those that don't sell",
    '`/stock changes` – changes since the day before',
    '`/stock low gin`, `/stock out group:cider`, `/stock changes 1101 90210` – the same, for these products only',
    'Add `all` to include every product in the chain: `/stock all`, `/stock out all`',
    'Type only `/stock` to open a form. Norwegian words work too: `/stock utsolgt`, `/stock lav 7`',
  ].join('\n'),
  sales: [
    '`/sales yesterday`, `/sales 2026-11-03`, `/sales monday` – one day',
    '`/sales last week`, `/sales 2026-11-01..2026-11-07`, `/sales last 30 days`, `/sales week 46`, `/sales october last year`, `/sales easter` – a period. A date without a year is the latest one. `last 30 days` ends with the latest sales; `last 4 weeks` and `last 3 months` are whole weeks and months that are over',
    'Filter with `product:1101`, `store:143` or `group:gin,cider`; names work too: `store:"oslo torggata"`. Several are added up, one row each. `without bergen` excludes Bergen',
    'Group with `by:product`, `by:group`, `by:store`, `by:day`, `by:week`, `by:month` or `by:weekday`, or two at a time (`by:store by:week`). `top 10` shows the largest, `bottom 5` the smallest; `share` adds the share of the total',
    '`/sales compare last week` – compare with the week before; `compare last week with week 40` – with another week',
    '`/sales returns last week` – returns',
    'Type only `/sales` to open a form. Norwegian words work too: `/sales i går`, `/sales forrige uke`',
  ].join('\n'),
  /** The times at which the service has new stock and new sales. */
  digest: (stockComes: string, salesCome: string) =>
    [
      '`/digest subscribe` – get the stock digest in this channel every day; run it again with other options to change it',
      '`/digest subscribe #channel at 08:30 weekdays` – choose channel, time and days; also `mon,wed,fri`',
      `Today's stock arrives at about ${stockComes}, yesterday's sales at about ${salesCome}. A digest before that shows the previous day`,
      '`/digest subscribe products:1101,90210` – choose products: numbers or names, `group:"Craft beer"`, `mine` or `all`',
      '`/digest subscribe sales` – get the sales since the last digest, by product and store; `sales` works with every line below too',
      '`/digest pause until 1 december`, `/digest pause both until friday`, `/digest resume`, `/digest unsubscribe`',
      '`/digest preview` – see how it looks now; only you see it',
      "`/digest now` – post it now; the scheduled digest isn't affected",
      '`/digest list`, `/digest status`, `/digest history` – the digests you can change, their settings, and how the last ones went',
      'Norwegian words work too: `/digest abonner`, `/digest avslutt`',
    ].join('\n'),
});
